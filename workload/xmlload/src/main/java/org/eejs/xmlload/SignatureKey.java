package org.eejs.xmlload;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.spec.ECGenParameterSpec;
import org.eejs.banking.Named;
import org.eejs.pix.signature.Dsig;

/** A kind of signature key, by its name in options. Each signs SHA-256 digests. */
public enum SignatureKey implements Named {
    /** For comparison with old results: too short for use. */
    RSA_1024(1024, null),
    RSA_2048(2048, null),
    RSA_4096(4096, null),
    EC_P256(256, "secp256r1"),
    EC_P384(384, "secp384r1");

    private final int bits;
    private final String curve;

    SignatureKey(int bits, String curve) {
        this.bits = bits;
        this.curve = curve;
    }

    /** Returns whether it is an RSA key; otherwise it is an elliptic-curve key. */
    public boolean isRsa() {
        return curve == null;
    }

    String jcaName() {
        return isRsa() ? "RSA" : "EC";
    }

    public String signatureName() {
        return isRsa() ? "SHA256withRSA" : "SHA256withECDSA";
    }

    /** Returns the signature algorithm's URI (RFC 9231). */
    public String signatureUri() {
        return isRsa() ? Dsig.RSA_SHA256 : Dsig.ECDSA_SHA256;
    }

    /** Makes a key with a provider; null means the JVM's own choice. */
    KeyPair generate(Provider provider) throws GeneralSecurityException {
        KeyPairGenerator generator = provider == null ? KeyPairGenerator.getInstance(jcaName())
                : KeyPairGenerator.getInstance(jcaName(), provider);
        if (isRsa()) {
            generator.initialize(bits);
        } else {
            generator.initialize(new ECGenParameterSpec(curve));
        }
        return generator.generateKeyPair();
    }
}
