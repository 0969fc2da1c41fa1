package org.eejs.bench.crypto;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.PublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.KeyAgreement;
import org.bouncycastle.jce.ECNamedCurveTable;
import org.bouncycastle.jce.spec.ECNamedCurveParameterSpec;
import org.bouncycastle.jce.spec.ECPrivateKeySpec;
import org.bouncycastle.jce.spec.ECPublicKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.ProviderGroup;

/** Agreements on a secret by Diffie and Hellman's method on curves. */
public final class AgreeGroup implements ProviderGroup {
    /** RFC 7748, 6.1: Alice's private key, Bob's public one and what they agree on. */
    private static final String ALICE = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a";
    private static final String BOB = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f";
    private static final String SECRET = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742";

    /**
     * Scalars whose product times the base point has an x that begins with a byte of zeros, which the secret has to
     * keep: one pair of keys in 256 would show who leaves it out.
     */
    private static final Map<AgreementAlgorithm, List<Integer>> FACTORS_TO_ZERO = Map.of(
            AgreementAlgorithm.P_256, List.of(23, 24), AgreementAlgorithm.P_384, List.of(30, 47));

    /** How often the kept object agrees by new keys, after it has by the pair that all providers have. */
    private static final int EXCHANGES = 4;

    @Override
    public String name() {
        return "agree";
    }

    @Override
    public String title() {
        return "Key agreement";
    }

    @Override
    public String about() {
        return "agree: a private key and a peer's public key to their secret. ephemeral: a new pair of keys before it,"
                + " as one side of an ECDHE handshake pays. Reading the peer's key from its bytes is not counted.";
    }

    @Override
    public Class<?> benchmark() {
        return KeyAgreements.class;
    }

    @Override
    public List<String> operations(Extent extent) {
        return List.of("agree", "ephemeral");
    }

    @Override
    public List<String> algorithms(Extent extent) {
        return extent == Extent.QUICK ? List.of("X25519", "P-256")
                : Arrays.stream(AgreementAlgorithm.values()).map(AgreementAlgorithm::id).toList();
    }

    @Override
    public List<String> quickProviders() {
        return CryptoProvider.WITHOUT_PKCS11;
    }

    @Override
    public int warmupFactor() {
        return 2;
    }

    @Override
    public boolean hasIntrinsics() {
        return true;
    }

    @Override
    public String check(Provider provider, String algorithm) throws Exception {
        AgreementAlgorithm agreements = AgreementAlgorithm.byId(algorithm);
        KeyAgreement here = agreements.open(provider);
        KeyPairGenerator generator = agreements.keys().generator(provider);
        String vector = "";
        if (agreements == AgreementAlgorithm.X25519) {
            ofRfc7748(provider, here);
            vector = "RFC 7748, ";
        }
        Provider other = agreements.counterpart(provider);
        KeyAgreement there = agreements.open(other);
        KeyPairGenerator otherGenerator = agreements.keys().generator(other);
        exchange(agreements, provider, here, agreements.keys().in(provider), other, there,
                agreements.keys().in(other));
        List<Integer> factors = FACTORS_TO_ZERO.getOrDefault(agreements, List.of());
        if (!factors.isEmpty()) {
            KeyAlgorithm keys = agreements.keys();
            exchange(agreements, provider, here, keys.imported(pairOf(factors.get(0), keys), provider), other, there,
                    keys.imported(pairOf(factors.get(1), keys), other));
        }
        for (int time = 0; time < EXCHANGES; time++) {
            exchange(agreements, provider, here, generator.generateKeyPair(), other, there,
                    otherGenerator.generateKeyPair());
        }
        return vector + other.getName();
    }

    /** OpenSSL agrees by keys that are there; it does not measure new ones. */
    @Override
    public List<String> openSsl(String operation, String algorithm) {
        if (!operation.equals("agree")) {
            return List.of();
        }
        return switch (AgreementAlgorithm.byId(algorithm)) {
            case X25519 -> List.of("ecdhx25519");
            case P_256 -> List.of("ecdhp256");
            case P_384 -> List.of("ecdhp384");
        };
    }

    private static void exchange(AgreementAlgorithm agreements, Provider provider, KeyAgreement here, KeyPair own,
            Provider other, KeyAgreement there, KeyPair others) throws GeneralSecurityException, MismatchException {
        PublicKey ownAtOther = agreements.keys().imported(own.getPublic(), other);
        PublicKey othersHere = agreements.keys().imported(others.getPublic(), provider);
        byte[] secret = KeyAgreements.secret(here, own.getPrivate(), othersHere);
        String who = provider.getName() + " " + agreements.id();
        if (secret.length != agreements.secretLength()) {
            throw new MismatchException(who + " agrees on " + secret.length + " bytes instead of "
                    + agreements.secretLength());
        }
        if (!Arrays.equals(secret, KeyAgreements.secret(there, others.getPrivate(), ownAtOther))) {
            throw new MismatchException(who + " agrees on another secret than " + other.getName());
        }
    }

    /** The pair of a private number, as Bouncy Castle's objects. */
    private static KeyPair pairOf(int number, KeyAlgorithm keys) throws GeneralSecurityException {
        ECNamedCurveParameterSpec curve = ECNamedCurveTable.getParameterSpec(keys.id());
        BigInteger factor = BigInteger.valueOf(number);
        KeyFactory factory = KeyFactory.getInstance(keys.jcaName(), CryptoProvider.open("BC"));
        return new KeyPair(factory.generatePublic(new ECPublicKeySpec(curve.getG().multiply(factor), curve)),
                factory.generatePrivate(new ECPrivateKeySpec(factor, curve)));
    }

    private static void ofRfc7748(Provider provider, KeyAgreement agreement)
            throws GeneralSecurityException, MismatchException {
        HexFormat hex = HexFormat.of();
        KeyFactory factory = KeyFactory.getInstance("X25519", CryptoProvider.open("SunEC"));
        // Numbers are written from their lowest byte on in RFC 7748.
        byte[] point = hex.parseHex(BOB);
        for (int low = 0, high = point.length - 1; low < high; low++, high--) {
            byte lowest = point[low];
            point[low] = point[high];
            point[high] = lowest;
        }
        KeyPair pair = KeyAlgorithm.X25519.imported(new KeyPair(
                factory.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, point))),
                factory.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, hex.parseHex(ALICE)))),
                provider);
        if (!hex.formatHex(KeyAgreements.secret(agreement, pair.getPrivate(), pair.getPublic())).equals(SECRET)) {
            throw new MismatchException(provider.getName() + " X25519 agrees on another secret than RFC 7748, 6.1");
        }
    }
}
