package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bouncycastle.jcajce.interfaces.MLDSAPrivateKey;
import org.bouncycastle.jcajce.interfaces.MLKEMPrivateKey;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;

/**
 * The key pairs of the benchmarks of primitives. All providers of a JVM use the same pair of an algorithm, each with
 * its own key objects. Thread-safe.
 */
public enum KeyAlgorithm implements Named {
    RSA_2048("RSA-2048", "RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4)),
    RSA_3072("RSA-3072", "RSA", new RSAKeyGenParameterSpec(3072, RSAKeyGenParameterSpec.F4)),
    RSA_4096("RSA-4096", "RSA", new RSAKeyGenParameterSpec(4096, RSAKeyGenParameterSpec.F4)),
    P_256("P-256", "EC", new ECGenParameterSpec("secp256r1")),
    P_384("P-384", "EC", new ECGenParameterSpec("secp384r1")),
    X25519("X25519", "X25519", null),
    ED25519("Ed25519", "Ed25519", null),
    ML_DSA_44("ML-DSA-44", "ML-DSA-44", null),
    ML_DSA_65("ML-DSA-65", "ML-DSA-65", null),
    ML_DSA_87("ML-DSA-87", "ML-DSA-87", null),
    SLH_DSA_SHA2_128S("SLH-DSA-SHA2-128s", "SLH-DSA-SHA2-128S", null),
    SLH_DSA_SHA2_128F("SLH-DSA-SHA2-128f", "SLH-DSA-SHA2-128F", null),
    ML_KEM_512("ML-KEM-512", "ML-KEM-512", null),
    ML_KEM_768("ML-KEM-768", "ML-KEM-768", null),
    ML_KEM_1024("ML-KEM-1024", "ML-KEM-1024", null);

    /** Pairs are made once in a JVM: one of RSA with 4096 bits takes seconds, and each thread and check needs it. */
    private static final Map<KeyAlgorithm, KeyPair> PAIRS = new ConcurrentHashMap<>();

    private final String id;
    private final String jcaName;
    private final AlgorithmParameterSpec size;

    KeyAlgorithm(String id, String jcaName, AlgorithmParameterSpec size) {
        this.id = id;
        this.jcaName = jcaName;
        this.size = size;
    }

    /** Returns the name in tables. */
    @Override
    public String id() {
        return id;
    }

    /** Returns its name for KeyFactory and KeyPairGenerator. */
    String jcaName() {
        return jcaName;
    }

    /** Returns whether it is one of the post-quantum algorithms of 2024: ML-KEM, ML-DSA, SLH-DSA (FIPS 203 to 205). */
    boolean isPostQuantum() {
        return id.startsWith("ML-") || isHashBased();
    }

    /** Returns whether it signs by hashes only (SLH-DSA), which takes a thousand times longer than on lattices. */
    boolean isHashBased() {
        return id.startsWith("SLH-");
    }

    /**
     * Returns an initialised generator.
     *
     * @throws java.security.NoSuchAlgorithmException when the provider has none
     */
    public KeyPairGenerator generator(Provider provider) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(jcaName, provider);
        if (size != null) {
            generator.initialize(size);
        }
        return generator;
    }

    /**
     * Returns this JVM's pair of keys: the JDK's, or Bouncy Castle's where not every JDK supports them. JDK 25 has keys
     * of ML-DSA and ML-KEM, too, but without the seed that Conscrypt asks for.
     */
    public KeyPair pair() {
        return PAIRS.computeIfAbsent(this, KeyAlgorithm::newPair);
    }

    private KeyPair newPair() {
        try {
            return generator(keyMaker()).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no keys " + id + " can be made: " + e, e);
        }
    }

    private Provider keyMaker() throws GeneralSecurityException {
        return CryptoProvider.open(isPostQuantum() ? "BC" : jcaName.equals("RSA") ? "SunRsaSign" : "SunEC");
    }

    /**
     * Returns this JVM's pair as the provider's own objects. A provider without a KeyFactory, such as ACCP for Ed25519,
     * generates another pair. If it generates none, the method returns the objects as they are.
     */
    public KeyPair in(Provider provider) throws GeneralSecurityException {
        return makesItsOwn(provider) ? generator(provider).generateKeyPair() : imported(pair(), provider);
    }

    /** Returns a different pair each time, as the provider's own objects. */
    public KeyPair newIn(Provider provider) throws GeneralSecurityException {
        return makesItsOwn(provider) ? generator(provider).generateKeyPair() : imported(newPair(), provider);
    }

    private boolean makesItsOwn(Provider provider) {
        return provider.getService("KeyFactory", jcaName) == null
                && provider.getService("KeyPairGenerator", jcaName) != null;
    }

    /** Returns a pair as the provider's own objects; unchanged, when the provider has no KeyFactory for it. */
    KeyPair imported(KeyPair pair, Provider provider) throws GeneralSecurityException {
        return new KeyPair(imported(pair.getPublic(), provider), imported(pair.getPrivate(), provider));
    }

    /** Returns a public key as the provider's own object; unchanged, when the provider has no KeyFactory for it. */
    PublicKey imported(PublicKey key, Provider provider) throws GeneralSecurityException {
        if (provider.getService("KeyFactory", jcaName) == null) {
            return key;
        }
        return KeyFactory.getInstance(jcaName, provider).generatePublic(new X509EncodedKeySpec(key.getEncoded()));
    }

    private PrivateKey imported(PrivateKey key, Provider provider) throws GeneralSecurityException {
        if (provider.getService("KeyFactory", jcaName) == null) {
            return key;
        }
        if (key.getEncoded() == null) {
            throw new InvalidKeySpecException("the private key " + id + " does not leave its provider");
        }
        KeyFactory factory = KeyFactory.getInstance(jcaName, provider);
        InvalidKeySpecException refused = null;
        for (byte[] encoding : isPostQuantum() ? encodings(key) : List.of(key.getEncoded())) {
            try {
                return factory.generatePrivate(new PKCS8EncodedKeySpec(encoding));
            } catch (InvalidKeySpecException e) {
                refused = e;
            }
        }
        throw refused;
    }

    /**
     * Returns the encodings of a private key on lattices. RFC 9881 and RFC 9935 permit the seed, the expanded key, or
     * both, but few providers read all three. JDK 25 reads the expanded key, Conscrypt 2.9 the seed, ACCP 2.5 either
     * but not both, Bouncy Castle all. SLH-DSA has one encoding (RFC 9909).
     */
    private List<byte[]> encodings(PrivateKey key) throws GeneralSecurityException {
        PrivateKey ofBc = KeyFactory.getInstance(jcaName, CryptoProvider.open("BC"))
                .generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
        if (ofBc instanceof MLDSAPrivateKey signing && signing.getSeed() != null) {
            return List.of(ofBc.getEncoded(), signing.getPrivateKey(true).getEncoded(),
                    signing.getPrivateKey(false).getEncoded());
        }
        if (ofBc instanceof MLKEMPrivateKey opening && opening.getSeed() != null) {
            return List.of(ofBc.getEncoded(), opening.getPrivateKey(true).getEncoded(),
                    opening.getPrivateKey(false).getEncoded());
        }
        return List.of(ofBc.getEncoded());
    }
}
