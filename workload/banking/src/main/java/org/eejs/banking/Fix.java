package org.eejs.banking;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A fix that the library of cures, the provider {@code EEJS}, applies to the bank's JDK. */
public enum Fix implements Named {
    /** Trust material is read and parsed once. */
    TRUST("TrustManagerFactory", "KeyStore"),
    /** SSLContexts of the library. */
    CONTEXT("SSLContext"),
    /** Clients with equal SSLContexts and equal requests share their sessions. */
    CONTEXT_SHARING("SSLContext"),
    /** Random numbers without a shared lock. */
    RANDOM("SecureRandom"),
    /** Keys are decrypted once. */
    KEYS("KeyManagerFactory");

    /** The provider's name. */
    public static final String PROVIDER = "EEJS";
    /** Its entry in the list of providers. */
    public static final String ENTRY = "org.eejs.jsse.EejsProvider";

    private static final String SERVICES = "org.eejs.jsse.services";
    private static final String SHARING = "org.eejs.jsse.sslContext=share";

    private final List<String> engines;

    Fix(String... engines) {
        this.engines = List.of(engines);
    }

    /** Returns the engine classes that the fixes take over. */
    public static Set<String> engines(Set<Fix> cures) {
        return cures.stream().flatMap(cure -> cure.engines.stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the JVM options that tell the library of cures what to do; empty without fixes. */
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
     * @param ids each an {@link #id()}, or {@code all} or {@code none} as the only name; empty for none
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
