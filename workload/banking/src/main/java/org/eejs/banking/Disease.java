package org.eejs.banking;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A bottleneck of a JDK's TLS that the bank can be made to suffer from. The first five are those that section 5 of the
 * EEJS paper (ICPE 2016) found in JDK 8u40 and 8u60; the JDKs of today have lost most of them, so the bank re-enacts
 * their cost. The last is real in every JDK.
 */
public enum Disease {
    /** Section 5.1: the trust store's file is read without a buffer (JDK-8129634). */
    UNBUFFERED_TRUSTSTORE,
    /** Section 5.2: each SSLContext reads and parses the trust store for itself (JDK-8129988). */
    TRUSTSTORE_PER_CONTEXT,
    /** Section 5.3.1: each connection tries out all bulk ciphers, behind one lock (JDK-8133070). */
    CIPHER_PROBE,
    /** Section 5.3.2: all random numbers come from one small buffer behind one lock (JDK-8098581). */
    LOCKED_RANDOM,
    /** Section 5.3.3: each look-up of a service takes the lock of each provider that is asked (JDK-8133906). */
    PROVIDER_LOOKUP,
    /** JDK-8322767: the PKIX key manager decrypts the key of a PKCS12 store on each full handshake. */
    PKIX_PKCS12;

    /** All of them, in lists of names. */
    public static final String ALL = "all";
    /** None of them, in lists of names. */
    public static final String NONE = "none";

    /** The name in options and results, for example {@code cipher-probe}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it is one of reading the JVM's default trust store, which the bank does only where it is told to. */
    public boolean isOfDefaultTrustStore() {
        return this == UNBUFFERED_TRUSTSTORE || this == TRUSTSTORE_PER_CONTEXT;
    }

    /**
     * The diseases with these names.
     *
     * @param ids each an {@link #id()}, or {@link #ALL} or {@link #NONE} alone; empty for none
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static Set<Disease> parse(List<String> ids) {
        if (ids.equals(List.of(ALL))) {
            return Collections.unmodifiableSet(EnumSet.allOf(Disease.class));
        }
        EnumSet<Disease> chosen = EnumSet.noneOf(Disease.class);
        for (String id : ids.equals(List.of(NONE)) ? List.<String>of() : ids) {
            chosen.add(Arrays.stream(values()).filter(disease -> disease.id().equals(id)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'%s' is not a disease; there are %s, or %s or %s"
                            .formatted(id, String.join(", ", Arrays.stream(values()).map(Disease::id).toList()), ALL,
                                    NONE))));
        }
        return Collections.unmodifiableSet(chosen);
    }

    @Override
    public String toString() {
        return id();
    }
}
