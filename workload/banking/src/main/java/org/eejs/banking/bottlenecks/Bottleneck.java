package org.eejs.banking.bottlenecks;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.eejs.banking.Named;

/**
 * A bottleneck of a JDK's TLS that the bank can have. Section 5 of the EEJS paper (ICPE 2016) found the first five in
 * JDK 8u40 and 8u60. Newer JDKs have lost most of them, so the bank injects their cost. The last is real in every JDK.
 * To add one, write a class that adds its algorithms to a {@link BottleneckProvider}, and a line here; options, help
 * and checks follow.
 */
public enum Bottleneck implements Named {
    /** Section 5.1: the trust store's file is read without a buffer (JDK-8129634). */
    UNBUFFERED_TRUSTSTORE(Need.DEFAULT_TRUST_STORE, TrustStorePerContext::install),
    /** Section 5.2: each SSLContext reads and parses the trust store for itself (JDK-8129988). */
    TRUSTSTORE_PER_CONTEXT(Need.DEFAULT_TRUST_STORE, TrustStorePerContext::install),
    /** Section 5.3.1: each connection tries out all bulk ciphers, behind one lock (JDK-8133070). */
    CIPHER_PROBE(Need.NOTHING, ProbingSslContext::install),
    /** Section 5.3.2: all random numbers come from one small buffer behind one lock (JDK-8098581). */
    LOCKED_RANDOM(Need.NOTHING, LockedRandom::install),
    /** Section 5.3.3: each look-up of an algorithm takes the lock of each provider that is searched (JDK-8133906). */
    PROVIDER_LOOKUP(Need.NOTHING, LockedProviderLookup::install),
    /** JDK-8322767: the PKIX key manager decrypts the key of a PKCS12 store on each full handshake. */
    PKIX_PKCS12(Need.PKIX_KEY_MANAGER);

    /** The settings that a bottleneck needs. */
    private enum Need {
        NOTHING(""),
        DEFAULT_TRUST_STORE("--back-end-trust cacerts, since it slows the reading of the JVM's default trust store"),
        PKIX_KEY_MANAGER("--key-manager PKIX and --key-store pkcs12");

        private final String remedy;

        Need(String remedy) {
            this.remedy = remedy;
        }
    }

    private final Need need;
    private final Optional<Consumer<BottleneckProvider>> reenactment;

    Bottleneck(Need need, Consumer<BottleneckProvider> reenactment) {
        this.need = need;
        this.reenactment = Optional.of(reenactment);
    }

    /** Creates one that the JDK itself has. */
    Bottleneck(Need need) {
        this.need = need;
        this.reenactment = Optional.empty();
    }

    /** Returns whether {@link BottleneckProvider} injects it; false if the JDK itself has it. */
    public boolean isReenacted() {
        return reenactment.isPresent();
    }

    /** Injects it. */
    void install(BottleneckProvider provider) {
        reenactment.ifPresent(each -> each.accept(provider));
    }

    /**
     * Checks that the bank's other settings allow these bottlenecks.
     *
     * @param defaultTrustStore whether the bank uses the JVM's default trust store
     * @param pkixAndPkcs12 whether its key manager may be PKIX and its key store is of the type PKCS12
     * @throws IllegalArgumentException that names the first that is not possible, and the settings that it needs
     */
    public static void check(Set<Bottleneck> chosen, boolean defaultTrustStore, boolean pkixAndPkcs12) {
        for (Bottleneck each : chosen) {
            boolean met = switch (each.need) {
                case NOTHING -> true;
                case DEFAULT_TRUST_STORE -> defaultTrustStore;
                case PKIX_KEY_MANAGER -> pkixAndPkcs12;
            };
            if (!met) {
                throw new IllegalArgumentException("'" + each + "': needs " + each.need.remedy);
            }
        }
    }

    @Override
    public String toString() {
        return id();
    }
}
