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
 * Known answers of ML-DSA: what comes of a seed and a message where nothing is left to chance. Signatures are long, so
 * their SHA-256 is known, and Bouncy Castle, which leaves nothing to chance unless it is given random numbers, has
 * to find one of it.
 */
record MlDsaVector(KeyAlgorithm algorithm) {
    /** Returns what is signed. */
    byte[] message() {
        return "Hello world".getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the pair that comes of the seed, as Bouncy Castle's objects. */
    KeyPair pair() throws GeneralSecurityException {
        PrivateKey key = KeyFactory.getInstance(algorithm.jcaName(), bouncyCastle())
                .generatePrivate(new MLDSAPrivateKeySpec(MLDSAParameterSpec.fromName(algorithm.id()),
                        KnownAnswers.bytes("ML-DSA.seed")));
        return new KeyPair(((MLDSAPrivateKey) key).getPublicKey(), key);
    }

    /**
     * Returns the signature of it.
     *
     * @throws MismatchException when Bouncy Castle finds another one
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
