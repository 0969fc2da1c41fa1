package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import org.bouncycastle.jcajce.interfaces.MLDSAPrivateKey;
import org.bouncycastle.jcajce.interfaces.SLHDSAPrivateKey;
import org.bouncycastle.jcajce.spec.ContextParameterSpec;
import org.bouncycastle.jcajce.spec.MLDSAParameterSpec;
import org.bouncycastle.jcajce.spec.MLDSAPrivateKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;

/**
 * Known answers of deterministic post-quantum signatures: the signature for a key, a message and a context. Signatures
 * are long, so only their SHA-256 is known. Bouncy Castle, which is deterministic unless it is given random numbers,
 * must compute a signature with this SHA-256.
 */
record SignatureVector(KeyAlgorithm algorithm) {
    /** Returns the publisher, for reports. */
    String source() {
        return algorithm.isHashBased() ? KnownAnswers.NIST : "Wycheproof";
    }

    /** Returns the message. */
    byte[] message() {
        return KnownAnswers.bytes((algorithm.isHashBased() ? algorithm.id() : "ML-DSA") + ".message");
    }

    /** Returns the context, which must be signed with the message; empty for none. */
    byte[] context() {
        return algorithm.isHashBased() ? KnownAnswers.bytes(algorithm.id() + ".context") : new byte[0];
    }

    /** Returns the pair of keys, as Bouncy Castle's objects. */
    KeyPair pair() throws GeneralSecurityException {
        KeyFactory factory = KeyFactory.getInstance(algorithm.jcaName(), bouncyCastle());
        if (algorithm.isHashBased()) {
            PrivateKey key = factory.generatePrivate(new PKCS8EncodedKeySpec(
                    KnownAnswers.bytes(algorithm.id() + ".private")));
            return new KeyPair(((SLHDSAPrivateKey) key).getPublicKey(), key);
        }
        PrivateKey key = factory.generatePrivate(new MLDSAPrivateKeySpec(MLDSAParameterSpec.fromName(algorithm.id()),
                KnownAnswers.bytes("ML-DSA.seed")));
        return new KeyPair(((MLDSAPrivateKey) key).getPublicKey(), key);
    }

    /**
     * Returns the signature of the message and the context.
     *
     * @throws MismatchException when Bouncy Castle computes another one
     */
    byte[] signature() throws GeneralSecurityException, MismatchException {
        Signature signer = SignatureAlgorithm.by(algorithm).open(bouncyCastle());
        signer.initSign(pair().getPrivate());
        if (context().length > 0) {
            signer.setParameter(new ContextParameterSpec(context()));
        }
        signer.update(message());
        return KnownAnswers.ofBouncyCastle(signer.sign(), algorithm, "signature");
    }

    private static Provider bouncyCastle() throws GeneralSecurityException {
        return CryptoProvider.open("BC");
    }
}
