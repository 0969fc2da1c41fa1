package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
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
 * Encapsulations and decapsulations a second. The object of the algorithm is kept; it is given the key each time,
 * since in TLS no key is used for a second handshake. Keys are objects already: to read one from its bytes is not
 * counted, except where a provider keeps its key as a seed and expands it whenever it is used.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class KeyEncapsulations {
    /** A provider, by the name that {@link CryptoProvider} knows. */
    @Param("BC")
    String provider;

    /** The {@link KeyAlgorithm#id()}. */
    @Param("ML-KEM-768")
    String algorithm;

    private KeyEncapsulation kem;
    private PublicKey peer;
    private PrivateKey own;
    private byte[] encapsulation;

    /** Encapsulates once, and makes sure that both sides have the same secret. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        Provider opened = CryptoProvider.open(provider);
        KeyAlgorithm keys = KeyAlgorithm.byId(algorithm);
        kem = KeyEncapsulation.open(opened, keys);
        KeyPair pair = keys.in(opened);
        peer = pair.getPublic();
        own = pair.getPrivate();
        Object encapsulated = encapsulate();
        encapsulation = kem.encapsulationOf(encapsulated);
        if (!Arrays.equals(kem.secretOf(encapsulated), kem.secretOf(decapsulate()))) {
            throw new IllegalStateException(provider + " does not agree with itself");
        }
    }

    /** A new secret for the owner of a public key. */
    @Benchmark
    public Object encapsulate() throws GeneralSecurityException {
        return kem.encapsulate(peer);
    }

    /** The secret that came, by the private key. */
    @Benchmark
    public Object decapsulate() throws GeneralSecurityException {
        return kem.decapsulate(own, encapsulation);
    }
}
