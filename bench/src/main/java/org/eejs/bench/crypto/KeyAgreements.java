package org.eejs.bench.crypto;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.KeyAgreement;
import org.bouncycastle.jce.ECNamedCurveTable;
import org.bouncycastle.jce.spec.ECNamedCurveParameterSpec;
import org.bouncycastle.jce.spec.ECPrivateKeySpec;
import org.bouncycastle.jce.spec.ECPublicKeySpec;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.measuring.ReferenceImplementation;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Agreements on a secret a second, by Diffie-Hellman on curves, and in TLS's hybrid groups also by ML-KEM. The object
 * is reused, with a new private key each time, since in TLS no key is used for a second handshake. The peer's key is an
 * object already: reading it from its bytes is not included.
 */
public class KeyAgreements extends RateBenchmark {
    /** Key agreement. OpenSSL measures agreement with existing keys, not with new ones. */
    public static final Group GROUP = Group.named("agree", KeyAgreements.class).title("Key agreement")
            .about("Operation agree computes the secret of a private key and a peer's public key, like a TLS client. "
                    + "Operation ephemeral makes a new pair of keys before, like a server. In a hybrid group, the "
                    + "client also decapsulates, and the server encapsulates. The time to read the peer's key from "
                    + "its bytes is not included.")
            .operations("agree", "ephemeral")
            .algorithms(List.of("X25519", "P-256"), List.of("X25519", "P-256", "P-384",
                    HybridGroup.X25519MLKEM768.id(), HybridGroup.SECP256R1MLKEM768.id()))
            .quickProviders(CryptoProvider.WITHOUT_PKCS11)
            .warmupFactor(2)
            .intrinsics()
            .openSsl((operation, algorithm) -> operation.equals("agree") && HybridGroup.of(algorithm).isEmpty()
                    ? List.of("ecdh" + algorithm.replace("P-", "p").replace("X", "x")) : List.of())
            .checkedBy(KeyAgreements::check);

    /**
     * Scalars whose product with the base point has an x that begins with a zero byte, which the secret must keep. One
     * pair of keys in 256 would reveal an implementation that drops it.
     */
    private static final Map<KeyAlgorithm, List<Integer>> FACTORS_TO_ZERO = Map.of(KeyAlgorithm.P_256, List.of(23, 24),
            KeyAlgorithm.P_384, List.of(30, 47));

    /** How often the reused object agrees with new keys, after the pair that all providers have. */
    private static final int EXCHANGES = 4;

    /** The number of pairs that take turns, so that no handshake has the keys of the one before. */
    private static final int PAIRS = 16;

    /** A provider, by the name that {@link CryptoProvider} knows. */
    @Param("SunEC")
    String provider;

    /** The {@link KeyAlgorithm#id()} or {@link HybridGroup#id()}: the name of TLS's group. */
    @Param("X25519")
    String algorithm;

    private final PrivateKey[] own = new PrivateKey[PAIRS];
    private final PublicKey[] peers = new PublicKey[PAIRS];
    private final HybridExchange.Offer[] offers = new HybridExchange.Offer[PAIRS];
    private final HybridExchange.Answer[] answers = new HybridExchange.Answer[PAIRS];
    private KeyAgreement agreement;
    private KeyPairGenerator generator;
    private HybridExchange hybrid;
    private int turn;

    /** Makes pairs of keys and their peers, and makes sure that both compute the same secret. */
    @Setup
    public void prepare() throws GeneralSecurityException {
        Provider opened = CryptoProvider.open(provider);
        Optional<HybridGroup> group = HybridGroup.of(algorithm);
        if (group.isPresent()) {
            hybrid = new HybridExchange(opened, group.get());
            for (turn = 0; turn < PAIRS; turn++) {
                offers[turn] = hybrid.offer();
                answers[turn] = answered();
                if (!Arrays.equals(answers[turn].secret(), agreed())) {
                    throw new IllegalStateException(provider + " does not agree with itself");
                }
            }
            turn = 0;
            return;
        }
        KeyAlgorithm keys = Named.byId(KeyAlgorithm.class, "a kind of key", algorithm);
        agreement = open(keys, opened);
        generator = keys.generator(opened);
        for (int i = 0; i < PAIRS; i++) {
            KeyPair pair = keys.newIn(opened);
            KeyPair peer = generator.generateKeyPair();
            own[i] = pair.getPrivate();
            peers[i] = peer.getPublic();
            if (!Arrays.equals(secret(agreement, own[i], peers[i]),
                    secret(agreement, peer.getPrivate(), pair.getPublic()))) {
                throw new IllegalStateException(provider + " does not agree with itself");
            }
        }
    }

    /** Returns the secret of a private key and a peer's public key. */
    @Benchmark
    public byte[] agree() throws GeneralSecurityException {
        turn = (turn + 1) % PAIRS;
        return hybrid == null ? secret(agreement, own[turn], peers[turn]) : agreed();
    }

    /** Returns the secret with a peer for a new pair of keys: the cost of a server in an ECDHE handshake. */
    @Benchmark
    public Object ephemeral() throws GeneralSecurityException {
        turn = (turn + 1) % PAIRS;
        return hybrid == null ? secret(agreement, generator.generateKeyPair().getPrivate(), peers[turn]) : answered();
    }

    private byte[] agreed() throws GeneralSecurityException {
        return hybrid.secret(offers[turn], answers[turn].curve(), answers[turn].encapsulation());
    }

    private HybridExchange.Answer answered() throws GeneralSecurityException {
        return hybrid.answer(offers[turn].curve().getPublic(), offers[turn].lattice().getPublic());
    }

    /** Returns the secret of a key and a peer's key, by the measured calls. */
    static byte[] secret(KeyAgreement agreement, PrivateKey own, PublicKey peer) throws GeneralSecurityException {
        agreement.init(own);
        agreement.doPhase(peer, true);
        return agreement.generateSecret();
    }

    /** Returns the names under which providers have it. */
    private static List<String> names(KeyAlgorithm keys) {
        return keys == KeyAlgorithm.X25519 ? List.of("X25519", "XDH") : List.of("ECDH");
    }

    /**
     * Returns the provider's implementation, without a key.
     *
     * @throws NoSuchAlgorithmException when the provider has none
     */
    static KeyAgreement open(KeyAlgorithm keys, Provider provider) throws GeneralSecurityException {
        for (String name : names(keys)) {
            if (provider.getService("KeyAgreement", name) != null) {
                return KeyAgreement.getInstance(name, provider);
            }
        }
        throw new NoSuchAlgorithmException("no such algorithm: " + names(keys).get(0) + " for provider "
                + provider.getName());
    }

    /** Returns the provider whose secrets are compared with this provider's. */
    static Provider reference(KeyAlgorithm keys, Provider provider) throws GeneralSecurityException {
        return ReferenceImplementation.of(provider, "KeyAgreement", names(keys));
    }

    private static String check(Provider provider, String algorithm) throws Exception {
        Optional<HybridGroup> group = HybridGroup.of(algorithm);
        if (group.isPresent()) {
            return new HybridAnswers(provider, group.get()).run();
        }
        KeyAlgorithm keys = Named.byId(KeyAlgorithm.class, "a kind of key", algorithm);
        KeyAgreement here = open(keys, provider);
        KeyPairGenerator generator = keys.generator(provider);
        String known = "";
        AgreementVector vector = new AgreementVector(keys);
        if (vector.isThere()) {
            vector.check(provider, here);
            known = vector.source() + ", ";
        }
        Provider other = reference(keys, provider);
        KeyAgreement there = open(keys, other);
        KeyPairGenerator otherGenerator = keys.generator(other);
        exchange(keys, provider, here, keys.in(provider), other, there, keys.in(other));
        List<Integer> factors = FACTORS_TO_ZERO.getOrDefault(keys, List.of());
        if (!factors.isEmpty()) {
            exchange(keys, provider, here, keys.imported(pairOf(factors.get(0), keys), provider), other, there,
                    keys.imported(pairOf(factors.get(1), keys), other));
        }
        for (int time = 0; time < EXCHANGES; time++) {
            exchange(keys, provider, here, generator.generateKeyPair(), other, there,
                    otherGenerator.generateKeyPair());
        }
        return known + other.getName();
    }

    private static void exchange(KeyAlgorithm keys, Provider provider, KeyAgreement here, KeyPair own, Provider other,
            KeyAgreement there, KeyPair others) throws GeneralSecurityException, MismatchException {
        PublicKey ownAtOther = keys.imported(own.getPublic(), other);
        PublicKey othersHere = keys.imported(others.getPublic(), provider);
        byte[] secret = secret(here, own.getPrivate(), othersHere);
        String who = provider.getName() + " " + keys.id();
        int length = keys == KeyAlgorithm.P_384 ? 48 : 32;
        if (secret.length != length) {
            throw new MismatchException(who + " agrees on " + secret.length + " bytes instead of " + length);
        }
        if (!Arrays.equals(secret, secret(there, others.getPrivate(), ownAtOther))) {
            throw new MismatchException(who + " agrees on another secret than " + other.getName());
        }
    }

    /** Returns the key pair of a private number, as Bouncy Castle's objects. */
    private static KeyPair pairOf(int number, KeyAlgorithm keys) throws GeneralSecurityException {
        ECNamedCurveParameterSpec curve = ECNamedCurveTable.getParameterSpec(keys.id());
        BigInteger factor = BigInteger.valueOf(number);
        KeyFactory factory = KeyFactory.getInstance(keys.jcaName(), CryptoProvider.open("BC"));
        return new KeyPair(factory.generatePublic(new ECPublicKeySpec(curve.getG().multiply(factor), curve)),
                factory.generatePrivate(new ECPrivateKeySpec(factor, curve)));
    }
}
