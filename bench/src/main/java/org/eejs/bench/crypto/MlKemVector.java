package org.eejs.bench.crypto;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.crypto.kems.MLKEMGenerator;
import org.bouncycastle.crypto.params.MLKEMPublicKeyParameters;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.jcajce.interfaces.MLKEMPrivateKey;
import org.bouncycastle.jcajce.spec.MLKEMParameterSpec;
import org.bouncycastle.jcajce.spec.MLKEMPrivateKeySpec;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.MismatchException;

/**
 * Known answers of ML-KEM: the encapsulation and the secret that come of a key's seed and of known random bytes.
 * Encapsulations are long, so their SHA-256 is known here, and Bouncy Castle has to find one of it. From Wycheproof's
 * {@code mlkem_*_keygen_seed_test.json} and {@code mlkem_*_encaps_test.json}, "official round 3 seeds 0".
 */
enum MlKemVector {
    V512(KeyAlgorithm.ML_KEM_512, MLKEMParameterSpec.ml_kem_512,
            "bc29d7df8bc5465d980601d800259793e2603825a572da6cd198a512cc6d1a34",
            "319839e82ab6b222de7b619e80da8391522bbb37677018494a4742c53f9abfdf"),
    V768(KeyAlgorithm.ML_KEM_768, MLKEMParameterSpec.ml_kem_768,
            "36829a2f35cbf4deb62c0a12a15c22dae9f8d2c252566fc24f88abe805cb575e",
            "e7184a0975ee3470878d2d159ec83129c8aec253d4ee17b4810311d198cd0368"),
    V1024(KeyAlgorithm.ML_KEM_1024, MLKEMParameterSpec.ml_kem_1024,
            "508136a13f8a7920e3434498c6975cbbab457d809309eb2f92453e7409738210",
            "489dd1e9c2be4af3482bdb35bb26ce760e6e414da6ecbe489985748a825f1cd6");

    private static final String SEED = "7c9935a0b07694aa0c6d10e4db6b1add2fd81a25ccb148032dcd739936737f2d"
            + "8626ed79d451140800e03b59b956f8210e556067407d13dc90fa9e8b872bfb8f";
    private static final String RANDOM = "147c03f7a5bebba406c8fae1874d7f13c80efe79a3a9a874cc09fe76f6997615";

    private final KeyAlgorithm algorithm;
    private final MLKEMParameterSpec parameters;
    private final String hash;
    private final String secret;

    MlKemVector(KeyAlgorithm algorithm, MLKEMParameterSpec parameters, String hash, String secret) {
        this.algorithm = algorithm;
        this.parameters = parameters;
        this.hash = hash;
        this.secret = secret;
    }

    /** That of an algorithm. */
    static MlKemVector of(KeyAlgorithm algorithm) {
        return Arrays.stream(values()).filter(each -> each.algorithm == algorithm).findFirst().orElseThrow();
    }

    /** The pair that comes of the seed, as Bouncy Castle's objects. */
    KeyPair pair() throws GeneralSecurityException {
        PrivateKey key = KeyFactory.getInstance(algorithm.jcaName(), CryptoProvider.open("BC"))
                .generatePrivate(new MLKEMPrivateKeySpec(parameters, HexFormat.of().parseHex(SEED)));
        return new KeyPair(((MLKEMPrivateKey) key).getPublicKey(), key);
    }

    /**
     * What tells the secret.
     *
     * @throws MismatchException when Bouncy Castle finds something else
     */
    byte[] encapsulation() throws GeneralSecurityException, MismatchException {
        byte[] encapsulation;
        try {
            encapsulation = MLKEMGenerator.internalGenerateEncapsulated((MLKEMPublicKeyParameters)
                    PublicKeyFactory.createKey(pair().getPublic().getEncoded()), HexFormat.of().parseHex(RANDOM))
                    .getEncapsulation();
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
        String found = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(encapsulation));
        if (!found.equals(hash)) {
            throw new MismatchException(algorithm.id() + ": the known encapsulation has the SHA-256 " + hash
                    + ", that of BC has " + found);
        }
        return encapsulation;
    }

    /** The secret. */
    byte[] secret() {
        return HexFormat.of().parseHex(secret);
    }
}
