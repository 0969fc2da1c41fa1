package org.eejs.bench.crypto;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Signature;
import org.bouncycastle.jcajce.interfaces.MLDSAPrivateKey;
import org.bouncycastle.jcajce.spec.MLDSAParameterSpec;
import org.bouncycastle.jcajce.spec.MLDSAPrivateKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;

/**
 * Known answers of deterministic ML-DSA: the signature for a seed and a message. Signatures are long, so only their
 * SHA-256 is known. Bouncy Castle, which is deterministic unless it is given random numbers, must compute a signature
 * with this SHA-256.
 */
record MlDsaVector(KeyAlgorithm algorithm) {
    /** Returns the message. */
    byte[] message() {
        return "Hello world".getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the pair for the seed, as Bouncy Castle's objects. */
    KeyPair pair() throws GeneralSecurityException {
        PrivateKey key = KeyFactory.getInstance(algorithm.jcaName(), bouncyCastle())
                .generatePrivate(new MLDSAPrivateKeySpec(MLDSAParameterSpec.fromName(algorithm.id()),
                        KnownAnswers.bytes("ML-DSA.seed")));
        return new KeyPair(((MLDSAPrivateKey) key).getPublicKey(), key);
    }

    /**
     * Returns the signature of the message.
     *
     * @throws MismatchException when Bouncy Castle computes another one
     */
    byte[] signature() throws GeneralSecurityException, MismatchException {
        Signature signer = Signature.getInstance(algorithm.jcaName(), bouncyCastle());
        signer.initSign(pair().getPrivate());
        signer.update(message());
        return KnownAnswers.ofBouncyCastle(signer.sign(), algorithm, "signature");
    }

    private static Provider bouncyCastle() throws GeneralSecurityException {
        return CryptoProvider.open("BC");
    }
}
