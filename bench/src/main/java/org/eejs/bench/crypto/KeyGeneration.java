package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.util.concurrent.TimeUnit;
import javax.crypto.KeyGenerator;
import org.eejs.bench.measuring.CryptoProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * New keys a second, by a generator that is ready. RSA looks for primes by chance, and one key takes many times as
 * long as another: its figure needs many keys.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class KeyGeneration {
    /** The secret key among the pairs. */
    static final String AES_256 = "AES-256";
    private static final int AES_BITS = 256;

    /** A provider, by the name that {@link CryptoProvider} knows. */
    @Param("SunEC")
    String provider;

    /** The {@link KeyAlgorithm#id()} of pairs, or {@link #AES_256}. */
    @Param("P-256")
    String algorithm;

    private Generator generator;

    /** Generates keys of one kind. */
    interface Generator {
        /** A pair, or a secret key. */
        Object generate();
    }

    /** Opens the generator, and makes sure that it gives a key. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        Provider opened = CryptoProvider.open(provider);
        if (algorithm.equals(AES_256)) {
            generator = aes(opened)::generateKey;
        } else {
            KeyPairGenerator pairs = KeyAlgorithm.byId(algorithm).generator(opened);
            generator = pairs::generateKeyPair;
        }
        if (generate() == null) {
            throw new IllegalStateException(provider + " gives no key");
        }
    }

    /** A new key. */
    @Benchmark
    public Object generate() {
        return generator.generate();
    }

    /**
     * A generator of keys for AES-256 that is ready.
     *
     * @throws java.security.NoSuchAlgorithmException when the provider has none
     */
    static KeyGenerator aes(Provider provider) throws GeneralSecurityException {
        KeyGenerator generator = KeyGenerator.getInstance("AES", provider);
        generator.init(AES_BITS);
        return generator;
    }
}
