package org.eejs.bench.crypto;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.List;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.ReferenceImplementation;

/** Signature algorithms by their names in tables, and by their names at providers. */
enum SignatureAlgorithm implements Named {
    RSA_2048("RSA-2048", KeyAlgorithm.RSA_2048, Scheme.PKCS1),
    RSA_3072("RSA-3072", KeyAlgorithm.RSA_3072, Scheme.PKCS1),
    RSA_4096("RSA-4096", KeyAlgorithm.RSA_4096, Scheme.PKCS1),
    RSA_2048_PSS("RSA-2048-PSS", KeyAlgorithm.RSA_2048, Scheme.PSS),
    RSA_3072_PSS("RSA-3072-PSS", KeyAlgorithm.RSA_3072, Scheme.PSS),
    RSA_4096_PSS("RSA-4096-PSS", KeyAlgorithm.RSA_4096, Scheme.PSS),
    ECDSA_P_256("ECDSA-P-256", KeyAlgorithm.P_256, Scheme.ECDSA_SHA_256),
    ECDSA_P_384("ECDSA-P-384", KeyAlgorithm.P_384, Scheme.ECDSA_SHA_384),
    ED25519("Ed25519", KeyAlgorithm.ED25519, Scheme.ED25519),
    ML_DSA_44("ML-DSA-44", KeyAlgorithm.ML_DSA_44, Scheme.ML_DSA),
    ML_DSA_65("ML-DSA-65", KeyAlgorithm.ML_DSA_65, Scheme.ML_DSA),
    ML_DSA_87("ML-DSA-87", KeyAlgorithm.ML_DSA_87, Scheme.ML_DSA),
    SLH_DSA_SHA2_128S("SLH-DSA-SHA2-128s", KeyAlgorithm.SLH_DSA_SHA2_128S, Scheme.SLH_DSA),
    SLH_DSA_SHA2_128F("SLH-DSA-SHA2-128f", KeyAlgorithm.SLH_DSA_SHA2_128F, Scheme.SLH_DSA);

    /** The signature scheme. The first of its names that a provider knows is used. */
    private enum Scheme {
        PKCS1(null, "SHA256withRSA"),
        /** As in TLS 1.3: the salt is as long as the hash. Conscrypt has a name for each hash. */
        PSS(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1), "RSASSA-PSS",
                "SHA256withRSA/PSS"),
        ECDSA_SHA_256(null, "SHA256withECDSA"),
        ECDSA_SHA_384(null, "SHA384withECDSA"),
        ED25519(null, "Ed25519", "EdDSA"),
        /** ACCP has only this name, and the key decides the variant; others also have one for each kind of key. */
        ML_DSA(null, "ML-DSA"),
        /** Bouncy Castle has only this name, and Conscrypt only that of its one parameter set. */
        SLH_DSA(null, "SLH-DSA");

        private final AlgorithmParameterSpec parameters;
        private final List<String> names;

        Scheme(AlgorithmParameterSpec parameters, String... names) {
            this.parameters = parameters;
            this.names = List.of(names);
        }
    }

    private final String id;
    private final KeyAlgorithm keys;
    private final Scheme scheme;

    SignatureAlgorithm(String id, KeyAlgorithm keys, Scheme scheme) {
        this.id = id;
        this.keys = keys;
        this.scheme = scheme;
    }

    /** Returns the first algorithm with this kind of key. */
    static SignatureAlgorithm by(KeyAlgorithm keys) {
        return Arrays.stream(values()).filter(each -> each.keys == keys).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("keys " + keys.id() + " do not sign"));
    }

    /** Returns the name in tables. */
    @Override
    public String id() {
        return id;
    }

    /** Returns the kind of its key. */
    KeyAlgorithm keys() {
        return keys;
    }

    /** Returns whether a key and a message determine the signature, independently of the signer. */
    boolean isDeterministic() {
        return scheme == Scheme.PKCS1 || scheme == Scheme.ED25519;
    }

    /**
     * Returns the provider's implementation, with the parameters of the algorithm and no key yet.
     *
     * @throws NoSuchAlgorithmException when the provider has none
     */
    Signature open(Provider provider) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(nameIn(provider), provider);
        if (scheme.parameters != null) {
            signature.setParameter(scheme.parameters);
        }
        return signature;
    }

    private String nameIn(Provider provider) throws NoSuchAlgorithmException {
        for (String name : names()) {
            if (provider.getService("Signature", name) != null) {
                return name;
            }
        }
        throw new NoSuchAlgorithmException("no such algorithm: " + scheme.names.get(0) + " for provider "
                + provider.getName());
    }

    /** Returns the provider whose signatures are compared with this provider's. */
    Provider reference(Provider provider) throws GeneralSecurityException {
        return ReferenceImplementation.of(provider, "Signature", names());
    }

    private List<String> names() {
        return keys.isPostQuantum() ? List.of(id, scheme.names.get(0)) : scheme.names;
    }
}
