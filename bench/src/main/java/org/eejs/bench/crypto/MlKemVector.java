package org.eejs.bench.crypto;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.util.Arrays;
import org.bouncycastle.crypto.kems.MLKEMGenerator;
import org.bouncycastle.crypto.params.MLKEMPublicKeyParameters;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.jcajce.interfaces.MLKEMPrivateKey;
import org.bouncycastle.jcajce.spec.MLKEMParameterSpec;
import org.bouncycastle.jcajce.spec.MLKEMPrivateKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;

/**
 * Known answers of ML-KEM: the encapsulation and the secret for a key and known random bytes. Encapsulations are long,
 * so only their SHA-256 is known. Bouncy Castle must compute an encapsulation with this SHA-256.
 */
record MlKemVector(KeyAlgorithm algorithm) {
    /** The bytes of a random value and of a hash. FIPS 203: dk is the secret vector, ek, the hash of ek, and z. */
    private static final int RANDOM = 32;

    /** Returns the pair, as Bouncy Castle's objects. It has no seed. */
    KeyPair pair() throws GeneralSecurityException {
        byte[] expanded = KnownAnswers.bytes(algorithm.id() + ".private");
        // The secret vector and that of the public key have the same length; a random value follows the latter.
        byte[] peer = Arrays.copyOfRange(expanded, (expanded.length - 3 * RANDOM) / 2, expanded.length - 2 * RANDOM);
        PrivateKey key = KeyFactory.getInstance(algorithm.jcaName(), CryptoProvider.open("BC"))
                .generatePrivate(new MLKEMPrivateKeySpec(MLKEMParameterSpec.fromName(algorithm.id()), expanded, peer));
        return new KeyPair(((MLKEMPrivateKey) key).getPublicKey(), key);
    }

    /**
     * Returns the encapsulation of the secret.
     *
     * @throws MismatchException when Bouncy Castle computes another one
     */
    byte[] encapsulation() throws GeneralSecurityException, MismatchException {
        try {
            return KnownAnswers.ofBouncyCastle(MLKEMGenerator.internalGenerateEncapsulated((MLKEMPublicKeyParameters)
                    PublicKeyFactory.createKey(pair().getPublic().getEncoded()),
                    KnownAnswers.bytes(algorithm.id() + ".random")).getEncapsulation(), algorithm, "encapsulation");
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }

    /** Returns the secret. */
    byte[] secret() {
        return KnownAnswers.bytes(algorithm.id() + ".secret");
    }
}
