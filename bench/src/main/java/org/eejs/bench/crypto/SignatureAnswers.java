package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;

/**
 * Whether a provider signs and verifies as others do. Objects are kept and used again, as the benchmark does, and take
 * messages at once and in parts.
 */
final class SignatureAnswers {
    /** None, one byte, what the benchmark signs, and more than any block or buffer. */
    private static final int[] LENGTHS = {0, 1, SignMessage.MESSAGE_LENGTH, 5000};

    /** RFC 8032, 7.1, "TEST SHA(abc)": 64 bytes are signed. */
    private static final String ED25519_SEED = "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42";
    private static final String ED25519_PUBLIC = "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf";
    private static final String ED25519_MESSAGE = "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";
    private static final String ED25519_SIGNATURE = "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
            + "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704";
    /** RFC 8410: what stands before the bytes of a key of Ed25519 in PKCS #8 and X.509. */
    private static final String ED25519_PKCS8 = "302e020100300506032b657004220420";
    private static final String ED25519_X509 = "302a300506032b6570032100";

    private final Provider provider;
    private final SignatureAlgorithm algorithm;

    SignatureAnswers(Provider provider, SignatureAlgorithm algorithm) {
        this.provider = provider;
        this.algorithm = algorithm;
    }

    /**
     * Known answers where there are some, and signatures to and fro between the provider and another one.
     *
     * @return by what the answers are known
     * @throws java.security.NoSuchAlgorithmException when the provider does not offer the algorithm
     * @throws MismatchException when an answer is another one
     */
    String run() throws GeneralSecurityException, MismatchException {
        algorithm.open(provider);
        String vector = algorithm == SignatureAlgorithm.ED25519 ? ofRfc8032()
                : algorithm.keys().isPostQuantum() ? ofWycheproof() : "";
        Provider other = algorithm.reference(provider);
        exchange(other, algorithm.keys().in(provider));
        return vector + (other == provider ? "itself" : other.getName());
    }

    private String ofRfc8032() throws GeneralSecurityException, MismatchException {
        KeyFactory factory = KeyFactory.getInstance("Ed25519", CryptoProvider.open("SunEC"));
        HexFormat hex = HexFormat.of();
        KeyPair pair = algorithm.keys().imported(new KeyPair(
                factory.generatePublic(new X509EncodedKeySpec(hex.parseHex(ED25519_X509 + ED25519_PUBLIC))),
                factory.generatePrivate(new PKCS8EncodedKeySpec(hex.parseHex(ED25519_PKCS8 + ED25519_SEED)))),
                provider);
        byte[] message = hex.parseHex(ED25519_MESSAGE);
        String signature = hex.formatHex(sign(signer(provider, pair.getPrivate()), message));
        if (!signature.equals(ED25519_SIGNATURE)) {
            throw new MismatchException(who() + " signs the message of RFC 8032 by " + signature + " instead of "
                    + ED25519_SIGNATURE);
        }
        verify(provider, pair.getPublic(), message, hex.parseHex(ED25519_SIGNATURE), "RFC 8032");
        return "RFC 8032, ";
    }

    private String ofWycheproof() throws GeneralSecurityException, MismatchException {
        MlDsaVector vector = MlDsaVector.of(algorithm.keys());
        KeyPair pair = algorithm.keys().imported(vector.pair(), provider);
        verify(provider, pair.getPublic(), vector.message(), vector.signature(), "Wycheproof");
        byte[] signature = sign(signer(provider, pair.getPrivate()), vector.message());
        verify(CryptoProvider.open("BC"), vector.pair().getPublic(), vector.message(), signature, who());
        return "Wycheproof, ";
    }

    /** What this side signs the other verifies, and the reverse. */
    private void exchange(Provider other, KeyPair here) throws GeneralSecurityException, MismatchException {
        KeyPair there = algorithm.keys().in(other);
        PublicKey hereAtOther = algorithm.keys().imported(here.getPublic(), other);
        PublicKey thereAtProvider = algorithm.keys().imported(there.getPublic(), provider);
        boolean sameKey = Arrays.equals(here.getPublic().getEncoded(), there.getPublic().getEncoded());
        Signature signsHere = signer(provider, here.getPrivate());
        Signature signsThere = signer(other, there.getPrivate());
        for (int length : LENGTHS) {
            byte[] message = message(length);
            byte[] signature = sign(signsHere, message);
            verify(other, hereAtOther, message, signature, who());
            byte[] answer = sign(signsThere, message);
            verify(provider, thereAtProvider, message, answer, other.getName());
            if (algorithm.isDeterministic() && sameKey && !Arrays.equals(signature, answer)) {
                throw new MismatchException(who() + " signs " + length + " bytes otherwise than " + other.getName()
                        + ", where only one signature is right");
            }
        }
    }

    /** A right signature is accepted, twice by one object; a changed message and changed signatures are refused. */
    private void verify(Provider verifying, PublicKey key, byte[] message, byte[] signature, String signedBy)
            throws GeneralSecurityException, MismatchException {
        Signature verifier = algorithm.open(verifying);
        verifier.initVerify(key);
        String what = " the signature of " + message.length + " bytes by " + signedBy;
        for (int time = 0; time < 2; time++) {
            if (!accepts(verifier, message, signature)) {
                throw new MismatchException(verifying.getName() + " " + algorithm.id() + " refuses" + what);
            }
        }
        if (accepts(verifier, Arrays.copyOf(message, message.length + 1), signature)) {
            throw new MismatchException(verifying.getName() + " " + algorithm.id() + " accepts" + what
                    + " for another message");
        }
        for (int at : new int[] {signature.length / 2, signature.length - 1}) {
            byte[] changed = signature.clone();
            changed[at] ^= 1;
            // What comes of an object that has refused by an exception is not specified: so a new one.
            Signature fresh = algorithm.open(verifying);
            fresh.initVerify(key);
            if (accepts(fresh, message, changed)) {
                throw new MismatchException(verifying.getName() + " " + algorithm.id() + " accepts" + what
                        + " with byte " + at + " changed");
            }
        }
    }

    private static boolean accepts(Signature verifier, byte[] message, byte[] signature) throws SignatureException {
        verifier.update(message);
        try {
            return verifier.verify(signature);
        } catch (SignatureException e) {
            return false;
        }
    }

    private Signature signer(Provider signing, PrivateKey key) throws GeneralSecurityException {
        Signature signer = algorithm.open(signing);
        signer.initSign(key);
        return signer;
    }

    /** What the benchmark signs is given at once, as there; what is longer in two parts. */
    private static byte[] sign(Signature signer, byte[] message) throws SignatureException {
        if (message.length <= SignMessage.MESSAGE_LENGTH) {
            signer.update(message);
        } else {
            int middle = message.length / 2;
            signer.update(message, 0, middle);
            signer.update(message, middle, message.length - middle);
        }
        return signer.sign();
    }

    private static byte[] message(int length) {
        byte[] message = new byte[length];
        IntStream.range(0, length).forEach(at -> message[at] = (byte) (31 * at + length));
        return message;
    }

    private String who() {
        return provider.getName() + " " + algorithm.id();
    }
}
