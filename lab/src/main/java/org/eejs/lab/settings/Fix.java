package org.eejs.lab.settings;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.banking.Disease;

/** What a configuration has the library of cures, the provider {@code EEJS}, take over from the bank's JDK. */
public enum Fix {
    /** Trust material is read and parsed once. */
    TRUST("TrustManagerFactory", "KeyStore"),
    /** SSLContexts of the library. */
    CONTEXT("SSLContext"),
    /** Clients whose SSLContexts are equal, and that ask for the same, share their sessions. */
    CONTEXT_SHARING("SSLContext"),
    /** Random numbers without a shared lock. */
    RANDOM("SecureRandom"),
    /** Keys are decrypted once. */
    KEYS("KeyManagerFactory");

    /** The provider's name. */
    public static final String PROVIDER = "EEJS";
    /** What the list of providers says for it. */
    public static final String ENTRY = "org.eejs.jsse.EejsProvider";

    private static final String SERVICES = "org.eejs.jsse.services";
    private static final String SHARING = "org.eejs.jsse.sslContext=share";

    private final List<String> engines;

    Fix(String... engines) {
        this.engines = List.of(engines);
    }

    /** The name in options, experiment files and results. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The engine classes that cures take over. */
    public static Set<String> engines(Set<Fix> cures) {
        return cures.stream().flatMap(cure -> cure.engines.stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The options by which a JVM's library of cures knows what to do; empty where there is nothing. */
    public static List<String> jvmOptions(Set<Fix> cures) {
        if (cures.isEmpty()) {
            return List.of();
        }
        String services = "-D" + SERVICES + "=" + String.join(",", engines(cures));
        return cures.contains(CONTEXT_SHARING) ? List.of(services, "-D" + SHARING) : List.of(services);
    }

    /**
     * The cures with these names.
     *
     * @param ids each an {@link #id()}, or {@code all} or {@code none} alone; empty for none
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    static Set<Fix> parse(List<String> ids) {
        if (ids.equals(List.of(Disease.ALL))) {
            return Collections.unmodifiableSet(EnumSet.allOf(Fix.class));
        }
        EnumSet<Fix> chosen = EnumSet.noneOf(Fix.class);
        for (String id : ids.equals(List.of(Disease.NONE)) ? List.<String>of() : ids) {
            chosen.add(Arrays.stream(values()).filter(cure -> cure.id().equals(id)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'%s' is not a cure; there are %s, or %s or %s"
                            .formatted(id, Arrays.stream(values()).map(Fix::id).collect(Collectors.joining(", ")),
                                    Disease.ALL, Disease.NONE))));
        }
        return Collections.unmodifiableSet(chosen);
    }

    @Override
    public String toString() {
        return id();
    }
}
