package org.eejs.role;

import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsProfile.NamedGroup;

/** The parts of a TLS profile that JSSE reads from properties for the whole process. The JDK's files stay unchanged. */
public final class JsseProfile {
    /** The security property with the algorithms that JSSE refuses. */
    public static final String DISABLED = "jdk.tls.disabledAlgorithms";

    private JsseProfile() {}

    /**
     * Pins the profile's named group. Enables its cipher suite if the JDK disables it, as JDK 24 and later do with the
     * RSA key exchange (JDK-8245545). Must precede the process's first use of TLS.
     */
    public static void pin(TlsProfile profile) {
        if (profile.namedGroup() != NamedGroup.NONE) {
            // JDK 17 has no other way: SSLParameters.setNamedGroups came with 20.
            System.setProperty("jdk.tls.namedGroups", profile.namedGroup().id());
        }
        String disabled = Security.getProperty(DISABLED);
        if (disables(disabled, profile)) {
            Security.setProperty(DISABLED, entries(disabled).stream()
                    .filter(entry -> !matches(entry, profile))
                    .collect(Collectors.joining(", ")));
        }
    }

    /**
     * Returns whether a list of refused algorithms contains the profile's cipher suite.
     *
     * @param disabled the value of {@link #DISABLED}; may be null
     */
    public static boolean disables(String disabled, TlsProfile profile) {
        return entries(disabled).stream().anyMatch(entry -> matches(entry, profile));
    }

    private static List<String> entries(String disabled) {
        return disabled == null ? List.of() : Arrays.stream(disabled.split(",")).map(String::strip).toList();
    }

    /**
     * Returns whether an entry matches the suite. An entry is a suite's name, or a pattern such as {@code TLS_RSA_*};
     * others, such as key sizes, do not matter.
     */
    private static boolean matches(String entry, TlsProfile profile) {
        return entry.endsWith("*")
                ? profile.cipherSuite().startsWith(entry.substring(0, entry.length() - 1))
                : profile.cipherSuite().equals(entry);
    }
}
