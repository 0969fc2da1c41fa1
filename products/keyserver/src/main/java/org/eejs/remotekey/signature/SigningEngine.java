package org.eejs.remotekey.signature;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import javax.crypto.Cipher;
import org.eejs.remotekey.signature.SignatureScheme.Digest;
import org.eejs.remotekey.signature.SignatureScheme.Padding;

/**
 * An engine for repeated signatures of one kind with one key: objects of the JCA that are set up once. Use it in one
 * thread at a time, and discard it when it has failed.
 */
public interface SigningEngine {
    /** Returns the signature of a digest or of a message, depending on the engine. */
    byte[] sign(byte[] input) throws GeneralSecurityException;

    /**
     * Returns an engine for digests.
     *
     * @param modulusBits of an RSA key
     */
    static SigningEngine ofDigests(SignatureScheme scheme, PrivateKey key, int modulusBits, Provider provider)
            throws GeneralSecurityException {
        Digest digest = scheme.digest();
        return switch (scheme.padding()) {
            case PKCS1 -> {
                // The provider pads its input, which is the DigestInfo (RFC 8017, 9.2).
                byte[] prefix = digest.prefix();
                if (provider.getService("Signature", "NONEwithRSA") == null) {
                    // Encryption with a private key is a signature.
                    Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding", raw(provider));
                    cipher.init(Cipher.ENCRYPT_MODE, key);
                    yield input -> {
                        cipher.update(prefix);
                        return cipher.doFinal(input);
                    };
                }
                Signature signature = initialized("NONEwithRSA", key, provider);
                yield input -> {
                    signature.update(prefix);
                    signature.update(input);
                    return signature.sign();
                };
            }
            case PSS -> {
                PssEncoding encoding = new PssEncoding(digest, modulusBits, new SecureRandom());
                Cipher cipher = Cipher.getInstance("RSA/ECB/NoPadding", raw(provider));
                // Encryption is a signature here, too: the JDK's providers then check the result for faults.
                cipher.init(Cipher.ENCRYPT_MODE, key);
                yield input -> cipher.doFinal(encoding.encode(input));
            }
            case ECDSA -> by(initialized("NONEwithECDSA", key, provider));
        };
    }

    /** Returns an engine for messages. */
    static SigningEngine ofMessages(SignatureScheme scheme, PrivateKey key, int modulusBits, Provider provider)
            throws GeneralSecurityException {
        if (provider.getService("Signature", scheme.signatureName()) == null) {
            // Conscrypt has PSS only under other names.
            SigningEngine ofDigests = ofDigests(scheme, key, modulusBits, provider);
            MessageDigest digest = MessageDigest.getInstance(scheme.digest().algorithm());
            return input -> ofDigests.sign(digest.digest(input));
        }
        Signature signature = Signature.getInstance(scheme.signatureName(), provider);
        if (scheme.padding() == Padding.PSS) {
            signature.setParameter(scheme.parameters());
        }
        signature.initSign(key);
        return by(signature);
    }

    private static SigningEngine by(Signature signature) {
        return input -> {
            signature.update(input);
            return signature.sign();
        };
    }

    private static Signature initialized(String algorithm, PrivateKey key, Provider provider)
            throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm, provider);
        signature.initSign(key);
        return signature;
    }

    /** Returns the provider that applies an RSA key to a number: in the JDK this is not the provider of signatures. */
    private static Provider raw(Provider provider) {
        return provider.getService("Cipher", "RSA") != null || provider.getService("Cipher",
                "RSA/ECB/NoPadding") != null ? provider : Security.getProvider("SunJCE");
    }
}
