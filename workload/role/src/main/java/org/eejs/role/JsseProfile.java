package org.eejs.role;

import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eejs.banking.TlsProfile;

/** The parts of a TLS profile that JSSE reads from properties for the whole process. The JDK's files stay unchanged. */
public final class JsseProfile {
    /** The security property with the algorithms that JSSE refuses. */
    public static final String DISABLED = "jdk.tls.disabledAlgorithms";

    private static final String GROUPS = "jdk.tls.namedGroups";

    private JsseProfile() {}

    /** Pins a profile's named groups, and enables its cipher suite. Must precede the process's first use of TLS. */
    public static void pin(TlsProfile profile) {
        pin(List.of(profile));
    }

    /** Does the same for several profiles. */
    public static void pin(List<TlsProfile> profiles) {
        String groups = profiles.stream().flatMap(profile -> profile.groupNames().stream()).distinct()
                .collect(Collectors.joining(","));
        if (!groups.isEmpty()) {
            // JDK 17 has no other way: SSLParameters.setNamedGroups came with 20.
            System.setProperty(GROUPS, groups);
        }
        profiles.forEach(JsseProfile::enable);
    }

    /**
     * Enables the profile's cipher suite if the JDK disables it, as JDK 24 and later do with the RSA key exchange
     * (JDK-8245545). Must precede the process's first use of TLS.
     */
    public static void enable(TlsProfile profile) {
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
