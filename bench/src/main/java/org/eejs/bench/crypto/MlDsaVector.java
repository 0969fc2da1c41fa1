package org.eejs.bench.crypto;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Signature;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.jcajce.interfaces.MLDSAPrivateKey;
import org.bouncycastle.jcajce.spec.MLDSAParameterSpec;
import org.bouncycastle.jcajce.spec.MLDSAPrivateKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;

/**
 * Known answers of ML-DSA: what comes of a seed and a message where nothing is left to chance. Signatures are long, so
 * their SHA-256 is known here, and Bouncy Castle, which leaves nothing to chance unless it is given random numbers, has
 * to find one of it. From Wycheproof's {@code mldsa_*_sign_seed_test.json}, test 1.
 */
enum MlDsaVector {
    V44(KeyAlgorithm.ML_DSA_44, MLDSAParameterSpec.ml_dsa_44,
            "8cd6fc03daa72e87210a4e721523e84c14f27733789075e65736744d4787fdd5"),
    V65(KeyAlgorithm.ML_DSA_65, MLDSAParameterSpec.ml_dsa_65,
            "39fbbb0d97a52c79844213b325af823a7f16a174e00a5b3daeb3e6e6d1c89681"),
    V87(KeyAlgorithm.ML_DSA_87, MLDSAParameterSpec.ml_dsa_87,
            "1ad45bd0419e694375bd38ec11d8e0c228ab9ffac2fce4adbe6218d9c949e293");

    private static final byte SEED = 0x2a;
    private static final int SEED_LENGTH = 32;

    private final KeyAlgorithm algorithm;
    private final MLDSAParameterSpec parameters;
    private final String hash;

    MlDsaVector(KeyAlgorithm algorithm, MLDSAParameterSpec parameters, String hash) {
        this.algorithm = algorithm;
        this.parameters = parameters;
        this.hash = hash;
    }

    /** That of an algorithm. */
    static MlDsaVector of(KeyAlgorithm algorithm) {
        return Arrays.stream(values()).filter(each -> each.algorithm == algorithm).findFirst().orElseThrow();
    }

    /** What is signed. */
    byte[] message() {
        return "Hello world".getBytes(StandardCharsets.US_ASCII);
    }

    /** The pair that comes of the seed, as Bouncy Castle's objects. */
    KeyPair pair() throws GeneralSecurityException {
        byte[] seed = new byte[SEED_LENGTH];
        Arrays.fill(seed, SEED);
        PrivateKey key = KeyFactory.getInstance(algorithm.jcaName(), bouncyCastle())
                .generatePrivate(new MLDSAPrivateKeySpec(parameters, seed));
        return new KeyPair(((MLDSAPrivateKey) key).getPublicKey(), key);
    }

    /**
     * The signature of it.
     *
     * @throws MismatchException when Bouncy Castle finds another one
     */
    byte[] signature() throws GeneralSecurityException, MismatchException {
        Signature signer = Signature.getInstance(algorithm.jcaName(), bouncyCastle());
        signer.initSign(pair().getPrivate());
        signer.update(message());
        byte[] signature = signer.sign();
        String found = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(signature));
        if (!found.equals(hash)) {
            throw new MismatchException(algorithm.id() + ": the known signature has the SHA-256 " + hash
                    + ", that of BC has " + found);
        }
        return signature;
    }

    private static Provider bouncyCastle() throws GeneralSecurityException {
        return CryptoProvider.open("BC");
    }
}
