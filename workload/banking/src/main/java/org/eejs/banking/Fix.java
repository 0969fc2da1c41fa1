package org.eejs.banking;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a configuration has the library of cures, the provider {@code EEJS}, take over from the bank's JDK. */
public enum Fix implements Named {
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

    /** Returns the engine classes that cures take over. */
    public static Set<String> engines(Set<Fix> cures) {
        return cures.stream().flatMap(cure -> cure.engines.stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the options by which a JVM's library of cures knows what to do; empty where there is nothing. */
    public static List<String> jvmOptions(Set<Fix> cures) {
        if (cures.isEmpty()) {
            return List.of();
        }
        String services = "-D" + SERVICES + "=" + String.join(",", engines(cures));
        return cures.contains(CONTEXT_SHARING) ? List.of(services, "-D" + SHARING) : List.of(services);
    }

    /**
     * Returns the cures with these names.
     *
     * @param ids each an {@link #id()}, or {@code all} or {@code none} alone; empty for none
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static Set<Fix> parse(List<String> ids) {
        return Named.byIds(Fix.class, "a cure", ids);
    }

    @Override
    public String toString() {
        return id();
    }
}
