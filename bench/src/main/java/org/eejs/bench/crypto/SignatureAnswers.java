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
import java.util.stream.IntStream;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;
import org.eejs.bench.measuring.ReferenceImplementation;

/**
 * A check of a provider's signatures and verifications, compared with another provider. Objects are reused, as in the
 * benchmark, and get messages at once and in parts.
 *
 * @param provider the tested provider
 * @param algorithm the algorithm of the signatures
 */
record SignatureAnswers(Provider provider, SignatureAlgorithm algorithm) {
    /** Zero, one byte, the length in the benchmark, and more than any block or buffer. */
    private static final int[] LENGTHS = {0, 1, SignMessage.MESSAGE_LENGTH, 5000};
    /** A signature by hashes only takes a second. */
    private static final int[] FEW_LENGTHS = {SignMessage.MESSAGE_LENGTH, 5000};

    /**
     * Checks known answers, if any, and exchanges signatures between the provider and another one.
     *
     * @return the sources of the answers
     * @throws java.security.NoSuchAlgorithmException when the provider does not offer the algorithm
     * @throws MismatchException when an answer differs
     */
    String run() throws GeneralSecurityException, MismatchException {
        algorithm.open(provider);
        String vector = algorithm == SignatureAlgorithm.ED25519 ? ofRfc8032()
                : algorithm.keys().isPostQuantum() ? ofVector() : "";
        Provider other = algorithm.reference(provider);
        exchange(other, algorithm.keys().in(provider));
        return vector + (other == provider ? "itself" : other.getName());
    }

    private String ofRfc8032() throws GeneralSecurityException, MismatchException {
        KeyFactory factory = KeyFactory.getInstance("Ed25519", CryptoProvider.open("SunEC"));
        KeyPair pair = algorithm.keys().imported(new KeyPair(
                factory.generatePublic(new X509EncodedKeySpec(KnownAnswers.bytes("Ed25519.public"))),
                factory.generatePrivate(new PKCS8EncodedKeySpec(KnownAnswers.bytes("Ed25519.private")))),
                provider);
        byte[] message = KnownAnswers.bytes("Ed25519.message");
        byte[] known = KnownAnswers.bytes("Ed25519.signature");
        ReferenceImplementation.same(who() + " signs the message of RFC 8032", known,
                sign(signer(provider, pair.getPrivate()), message));
        verify(provider, pair.getPublic(), message, known, "RFC 8032");
        return "RFC 8032, ";
    }

    private String ofVector() throws GeneralSecurityException, MismatchException {
        SignatureVector vector = new SignatureVector(algorithm.keys());
        byte[] known = vector.signature();
        if (vector.context().length > 0) {
            // Only Bouncy Castle takes a context by the API, so it checks the others.
            return provider.getName().equals("BC") ? vector.source() + ", " : "";
        }
        KeyPair pair = algorithm.keys().imported(vector.pair(), provider);
        verify(provider, pair.getPublic(), vector.message(), known, vector.source());
        byte[] signature = sign(signer(provider, pair.getPrivate()), vector.message());
        verify(CryptoProvider.open("BC"), vector.pair().getPublic(), vector.message(), signature, who());
        return vector.source() + ", ";
    }

    /** Checks signing on this side and verification on the other, and the reverse. */
    private void exchange(Provider other, KeyPair here) throws GeneralSecurityException, MismatchException {
        KeyPair there = algorithm.keys().in(other);
        PublicKey hereAtOther = algorithm.keys().imported(here.getPublic(), other);
        PublicKey thereAtProvider = algorithm.keys().imported(there.getPublic(), provider);
        boolean sameKey = Arrays.equals(here.getPublic().getEncoded(), there.getPublic().getEncoded());
        Signature signsHere = signer(provider, here.getPrivate());
        Signature signsThere = signer(other, there.getPrivate());
        for (int length : algorithm.keys().isHashBased() ? FEW_LENGTHS : LENGTHS) {
            byte[] message = message(length);
            byte[] signature = sign(signsHere, message);
            verify(other, hereAtOther, message, signature, who());
            if (other == provider) {
                continue;
            }
            byte[] answer = sign(signsThere, message);
            verify(provider, thereAtProvider, message, answer, other.getName());
            if (algorithm.isDeterministic() && sameKey && !Arrays.equals(signature, answer)) {
                throw new MismatchException(who() + " signs " + length + " bytes otherwise than " + other.getName()
                        + ", where only one signature is right");
            }
        }
    }

    /**
     * Checks that a right signature is accepted, twice by one object, and that a changed message and changed signatures
     * are refused.
     */
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
            // The state of an object that has refused by an exception is unspecified, so a new one is used.
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

    /**
     * Returns a signature. A message of the benchmark's length is passed at once, as there; a longer one in two parts.
     */
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
