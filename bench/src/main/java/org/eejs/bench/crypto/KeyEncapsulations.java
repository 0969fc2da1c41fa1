package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.spec.InvalidKeySpecException;
import java.util.Arrays;
import java.util.List;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.RateBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Encapsulations and decapsulations a second on lattices, by ML-KEM of FIPS 203. The object of the algorithm is reused,
 * with a new key each time, since in TLS no key is used for a second handshake. Keys are objects already: reading them
 * from bytes is not included. A provider that keeps the key as a seed expands it for each use; that is included.
 */
public class KeyEncapsulations extends RateBenchmark {
    /** Key encapsulation. */
    public static final Group GROUP = Group.named("kem", KeyEncapsulations.class).title("Key encapsulation")
            .about("encapsulate: make a new secret and its encapsulation for a public key. decapsulate: recover the "
                    + "secret by the private key. The time includes preparing a key, but not reading it from its "
                    + "bytes.")
            .operations("encapsulate", "decapsulate")
            .algorithms(List.of("ML-KEM-768"), List.of("ML-KEM-512", "ML-KEM-768", "ML-KEM-1024"))
            .warmupFactor(2)
            .intrinsics()
            .checkedBy((provider, algorithm) -> {
                KeyAlgorithm keys = Named.byId(KeyAlgorithm.class, "a kind of key", algorithm);
                return check(provider, keys, KeyEncapsulation.open(provider, keys));
            });

    private static final int SECRET_LENGTH = 32;
    /** Objects are reused, so they must be right more than once. */
    private static final int EXCHANGES = 3;
    /** The number of pairs that take turns, so that no handshake has the keys of the one before. */
    private static final int PAIRS = 16;

    /** A provider, by the name that {@link CryptoProvider} knows. */
    @Param("BC")
    String provider;

    /** The {@link KeyAlgorithm#id()}. */
    @Param("ML-KEM-768")
    String algorithm;

    private final PublicKey[] peers = new PublicKey[PAIRS];
    private final PrivateKey[] own = new PrivateKey[PAIRS];
    private final byte[][] encapsulations = new byte[PAIRS][];
    private KeyEncapsulation kem;
    private int turn;

    /** Encapsulates once for each pair of keys, and makes sure that both sides have the same secret. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        Provider opened = CryptoProvider.open(provider);
        KeyAlgorithm keys = Named.byId(KeyAlgorithm.class, "a kind of key", algorithm);
        kem = KeyEncapsulation.open(opened, keys);
        for (int i = 0; i < PAIRS; i++) {
            KeyPair pair = keys.newIn(opened);
            peers[i] = pair.getPublic();
            own[i] = pair.getPrivate();
            Object encapsulated = kem.encapsulate(peers[i]);
            encapsulations[i] = kem.encapsulationOf(encapsulated);
            if (!Arrays.equals(kem.secretOf(encapsulated),
                    kem.secretOf(kem.decapsulate(own[i], encapsulations[i])))) {
                throw new IllegalStateException(provider + " does not agree with itself");
            }
        }
    }

    private int next() {
        turn = (turn + 1) % PAIRS;
        return turn;
    }

    /** Returns a new secret for the owner of a public key. */
    @Benchmark
    public Object encapsulate() throws GeneralSecurityException {
        return kem.encapsulate(peers[next()]);
    }

    /** Returns the encapsulated secret, by the private key. */
    @Benchmark
    public Object decapsulate() throws GeneralSecurityException {
        int pair = next();
        return kem.decapsulate(own[pair], encapsulations[pair]);
    }

    /**
     * Checks a provider with known answers.
     *
     * @return the sources of the answers
     * @throws MismatchException when an answer differs
     */
    public static String check(Provider provider, KeyAlgorithm keys, KeyEncapsulation here)
            throws GeneralSecurityException, MismatchException {
        boolean known = ofNist(provider, keys, here);
        Provider other = KeyEncapsulation.reference(keys, provider);
        exchange(provider, keys, here, other);
        return (known ? KnownAnswers.NIST + ", " : "") + (other == provider ? "itself" : other.getName());
    }

    /** Checks decapsulation by NIST's key, unless the provider reads keys from seeds only: NIST's is expanded. */
    private static boolean ofNist(Provider provider, KeyAlgorithm keys, KeyEncapsulation here)
            throws GeneralSecurityException, MismatchException {
        MlKemVector vector = new MlKemVector(keys);
        PrivateKey own;
        try {
            own = keys.imported(vector.pair(), provider).getPrivate();
        } catch (InvalidKeySpecException e) {
            return false;
        }
        if (!Arrays.equals(here.secretOf(here.decapsulate(own, vector.encapsulation())), vector.secret())) {
            throw new MismatchException(provider.getName() + " " + keys.id()
                    + " decapsulates another secret than " + KnownAnswers.NIST);
        }
        return true;
    }

    /** Checks encapsulation on this side and decapsulation on the other, and the reverse. */
    private static void exchange(Provider provider, KeyAlgorithm keys, KeyEncapsulation here, Provider other)
            throws GeneralSecurityException, MismatchException {
        KeyEncapsulation there = KeyEncapsulation.open(other, keys);
        KeyPair own = keys.imported(keys.pair(), provider);
        KeyPair others = keys.imported(keys.pair(), other);
        byte[] last = new byte[0];
        for (int time = 0; time < EXCHANGES; time++) {
            last = agree(provider, keys, here, own.getPublic(), other, there, others.getPrivate(), last);
            agree(other, keys, there, others.getPublic(), provider, here, own.getPrivate(), last);
        }
        refuse(provider, keys, here, own, other, there, others);
    }

    private static byte[] agree(Provider provider, KeyAlgorithm keys, KeyEncapsulation sender, PublicKey peer,
            Provider other, KeyEncapsulation receiver, PrivateKey own, byte[] last)
            throws GeneralSecurityException, MismatchException {
        Object encapsulated = sender.encapsulate(peer);
        byte[] secret = sender.secretOf(encapsulated);
        String who = provider.getName() + " " + keys.id();
        if (secret.length != SECRET_LENGTH || Arrays.equals(secret, last)) {
            throw new MismatchException(who + " encapsulates " + (secret.length == SECRET_LENGTH
                    ? "one secret twice" : secret.length + " bytes instead of " + SECRET_LENGTH));
        }
        if (!Arrays.equals(secret, receiver.secretOf(receiver.decapsulate(own,
                sender.encapsulationOf(encapsulated))))) {
            throw new MismatchException(who + " encapsulates another secret than " + other.getName() + " decapsulates");
        }
        return secret;
    }

    /**
     * Checks that a changed encapsulation yields a secret that only the key's owner can compute: FIPS 203, implicit
     * rejection.
     */
    private static void refuse(Provider provider, KeyAlgorithm keys, KeyEncapsulation here, KeyPair own, Provider other,
            KeyEncapsulation there, KeyPair others) throws GeneralSecurityException, MismatchException {
        Object encapsulated = here.encapsulate(own.getPublic());
        byte[] changed = here.encapsulationOf(encapsulated).clone();
        changed[changed.length - 1] ^= 1;
        byte[] rejected = here.secretOf(here.decapsulate(own.getPrivate(), changed));
        if (Arrays.equals(rejected, here.secretOf(encapsulated))) {
            throw new MismatchException(provider.getName() + " " + keys.id() + " accepts a changed encapsulation");
        }
        if (!Arrays.equals(rejected, there.secretOf(there.decapsulate(others.getPrivate(), changed)))) {
            throw new MismatchException(provider.getName() + " " + keys.id()
                    + " rejects a changed encapsulation by another secret than " + other.getName());
        }
    }
}
