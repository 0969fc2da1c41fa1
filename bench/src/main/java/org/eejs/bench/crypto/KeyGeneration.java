package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Signature;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.crypto.KeyAgreement;
import javax.crypto.KeyGenerator;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.RateBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * New keys a second, by an initialised generator. RSA searches for random primes, and one key can take many times as
 * long as another: its figure needs many keys.
 */
public class KeyGeneration extends RateBenchmark {
    /** The secret key among the pairs. */
    private static final String AES_256 = "AES-256";
    private static final int AES_BYTES = 32;

    /** All kinds of keys. RSA of 4096 bits takes too long. */
    private static final List<String> KINDS = Stream.of(Named.ids(KeyAlgorithm.class).stream().filter(each ->
            !each.equals(KeyAlgorithm.RSA_4096.id())), Named.ids(HybridGroup.class).stream(), Stream.of(AES_256))
            .flatMap(each -> each).toList();

    /** Key generation. */
    public static final Group GROUP = Group.named("keygen", KeyGeneration.class).title("Key generation")
            .about("A new pair of keys, or a secret key, by an initialised generator. In TLS's hybrid groups: two "
                    + "pairs, and the client's share of their public keys.")
            .operations("generate")
            .algorithms(List.of("RSA-2048", "P-256", "X25519", AES_256), KINDS)
            .quickProviders(CryptoProvider.WITHOUT_PKCS11)
            .warmupFactor(2)
            .intrinsics()
            .checkedBy(KeyGeneration::check);

    /** A provider, by the name that {@link CryptoProvider} knows. */
    @Param("SunEC")
    String provider;

    /** The {@link KeyAlgorithm#id()} of pairs, the {@link HybridGroup#id()} of shares, or {@code AES-256}. */
    @Param("P-256")
    String algorithm;

    private Supplier<Object> generator;

    /** Opens the generator, and makes sure that it returns a key. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        Provider opened = CryptoProvider.open(provider);
        if (algorithm.equals(AES_256)) {
            generator = aes(opened)::generateKey;
        } else if (HybridGroup.of(algorithm).isPresent()) {
            generator = new HybridExchange(opened, HybridGroup.of(algorithm).get())::offer;
        } else {
            KeyPairGenerator pairs = Named.byId(KeyAlgorithm.class, "a kind of key", algorithm).generator(opened);
            generator = pairs::generateKeyPair;
        }
        if (generate() == null) {
            throw new IllegalStateException(provider + " gives no key");
        }
    }

    /** Returns a new key. */
    @Benchmark
    public Object generate() {
        return generator.get();
    }

    /** Returns an initialised generator of keys for AES-256. */
    private static KeyGenerator aes(Provider provider) throws GeneralSecurityException {
        KeyGenerator generator = KeyGenerator.getInstance("AES", provider);
        generator.init(AES_BYTES * Byte.SIZE);
        return generator;
    }

    private static String check(Provider provider, String algorithm) throws Exception {
        if (algorithm.equals(AES_256)) {
            return checkAes(provider);
        }
        Optional<HybridGroup> group = HybridGroup.of(algorithm);
        if (group.isPresent()) {
            return new HybridAnswers(provider, group.get()).run();
        }
        KeyAlgorithm keys = Named.byId(KeyAlgorithm.class, "a kind of key", algorithm);
        KeyPairGenerator generator = keys.generator(provider);
        KeyPair first = generator.generateKeyPair();
        KeyPair second = generator.generateKeyPair();
        String who = provider.getName() + " " + algorithm;
        byte[] encoded = first.getPublic().getEncoded();
        if (Arrays.equals(encoded, second.getPublic().getEncoded())) {
            throw new MismatchException(who + " generates one pair of keys twice");
        }
        // The length depends on the size of an RSA modulus and its exponent, and on the curve.
        int expected = keys.pair().getPublic().getEncoded().length;
        if (encoded.length != expected) {
            throw new MismatchException(who + " generates a public key of " + encoded.length + " bytes instead of "
                    + expected);
        }
        boolean known = keys.isPostQuantum() && new KeyVector(keys).check(provider);
        return (known ? KnownAnswers.NIST + ", " : "") + use(provider, keys, first);
    }

    /** Checks a pair with another provider, with that provider's own key objects. */
    private static String use(Provider provider, KeyAlgorithm keys, KeyPair pair)
            throws GeneralSecurityException, MismatchException {
        Provider other = switch (keys) {
            case X25519 -> KeyAgreements.reference(keys, provider);
            case ML_KEM_512, ML_KEM_768, ML_KEM_1024 -> KeyEncapsulation.reference(keys, provider);
            default -> SignatureAlgorithm.by(keys).reference(provider);
        };
        KeyPair there = keys.imported(pair, other);
        boolean belongTogether = switch (keys) {
            case X25519 -> agree(there, other);
            case ML_KEM_512, ML_KEM_768, ML_KEM_1024 -> encapsulate(there, keys, other);
            default -> sign(there, SignatureAlgorithm.by(keys), other);
        };
        if (!belongTogether) {
            throw new MismatchException(provider.getName() + " " + keys.id()
                    + " generates keys that do not belong together, according to " + other.getName());
        }
        return other == provider ? "itself" : other.getName();
    }

    private static boolean sign(KeyPair pair, SignatureAlgorithm algorithm, Provider other)
            throws GeneralSecurityException {
        byte[] message = new byte[SignMessage.MESSAGE_LENGTH];
        Signature signer = algorithm.open(other);
        signer.initSign(pair.getPrivate());
        signer.update(message);
        Signature verifier = algorithm.open(other);
        verifier.initVerify(pair.getPublic());
        verifier.update(message);
        return verifier.verify(signer.sign());
    }

    private static boolean agree(KeyPair pair, Provider other) throws GeneralSecurityException {
        KeyAgreement agreement = KeyAgreements.open(KeyAlgorithm.X25519, other);
        KeyPair peer = KeyAlgorithm.X25519.in(other);
        return Arrays.equals(KeyAgreements.secret(agreement, pair.getPrivate(), peer.getPublic()),
                KeyAgreements.secret(agreement, peer.getPrivate(), pair.getPublic()));
    }

    private static boolean encapsulate(KeyPair pair, KeyAlgorithm keys, Provider other)
            throws GeneralSecurityException {
        KeyEncapsulation kem = KeyEncapsulation.open(other, keys);
        Object encapsulated = kem.encapsulate(pair.getPublic());
        return Arrays.equals(kem.secretOf(encapsulated),
                kem.secretOf(kem.decapsulate(pair.getPrivate(), kem.encapsulationOf(encapsulated))));
    }

    private static String checkAes(Provider provider) throws GeneralSecurityException, MismatchException {
        KeyGenerator generator = aes(provider);
        byte[] first = generator.generateKey().getEncoded();
        byte[] second = generator.generateKey().getEncoded();
        if (first == null) {
            throw new GeneralSecurityException("the key does not leave its provider, so nothing is known of it");
        }
        if (first.length != AES_BYTES || Arrays.equals(first, second)) {
            throw new MismatchException(provider.getName() + " " + AES_256 + " generates "
                    + (first.length == AES_BYTES ? "one key twice" : first.length + " bytes instead of " + AES_BYTES));
        }
        return "length and difference";
    }
}
