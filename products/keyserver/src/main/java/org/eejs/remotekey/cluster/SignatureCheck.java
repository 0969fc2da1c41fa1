package org.eejs.remotekey.cluster;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import org.eejs.remotekey.keys.ServedKey;
import org.eejs.remotekey.signature.PssEncoding;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * Holds what servers have signed to the certificate of the key, by digest: a server may have another key under the same
 * name, and faults of processors and memory happen, too. Engines stay initialised from one signature to the next.
 * Thread-safe.
 */
public final class SignatureCheck {
    private static final String FASTEST = "AmazonCorrettoCryptoProvider";

    private final PublicKey key;
    private final Provider fastest;
    /** Engines that nobody uses now: as many as there have been signatures at the same time. */
    private final Map<SignatureScheme, ConcurrentLinkedQueue<Engine>> idle = new EnumMap<>(SignatureScheme.class);

    /** Of one scheme and for one thread at a time. */
    private interface Engine {
        boolean verify(byte[] digest, byte[] signature) throws GeneralSecurityException;
    }

    /**
     * Of a key's signatures.
     *
     * @param fastest who verifies what it can; {@code null} to leave all to the JDK
     */
    SignatureCheck(PublicKey key, Provider fastest) {
        this.key = key;
        this.fastest = fastest;
        for (SignatureScheme scheme : SignatureScheme.values()) {
            idle.put(scheme, new ConcurrentLinkedQueue<>());
        }
    }

    /** ACCP, installed or on the class path; {@code null} where it is not, or has no library for this machine. */
    static Provider fastest() {
        Provider found = Security.getProvider(FASTEST);
        try {
            if (found == null) {
                found = ServiceLoader.load(Provider.class).stream()
                        .filter(each -> each.type().getSimpleName().equals(FASTEST))
                        .map(ServiceLoader.Provider::get).findFirst().orElse(null);
            }
        } catch (ServiceConfigurationError | LinkageError e) {
            return null;
        }
        return found != null && found.getService("Signature", "NONEwithECDSA") != null ? found : null;
    }

    /**
     * Whether a signature is the key's.
     *
     * @param digest of the message, by the scheme's digest
     * @throws GeneralSecurityException if no provider of this JVM can find out
     */
    public boolean verify(SignatureScheme scheme, byte[] digest, byte[] signature) throws GeneralSecurityException {
        Engine engine = idle.get(scheme).poll();
        if (engine == null) {
            engine = engine(scheme);
        }
        boolean valid;
        try {
            valid = engine.verify(digest, signature);
        } catch (SignatureException | BadPaddingException | IllegalBlockSizeException e) {
            // That is no signature at all, and who threw may be in any state.
            return false;
        }
        idle.get(scheme).add(engine);
        return valid;
    }

    /** The same for a message that was signed as a whole. */
    public boolean verifyMessage(SignatureScheme scheme, byte[] message, byte[] signature)
            throws GeneralSecurityException {
        return verify(scheme, scheme.digest().of(message), signature);
    }

    private Engine engine(SignatureScheme scheme) throws GeneralSecurityException {
        if (scheme.padding() == SignatureScheme.Padding.ECDSA) {
            Signature signature = Signature.getInstance("NONEwithECDSA", fastest != null ? fastest
                    : Security.getProvider("SunEC"));
            signature.initVerify(key);
            return (digest, signed) -> {
                signature.update(digest);
                return signature.verify(signed);
            };
        }
        // The JCA has no RSA signature of a digest, but for names that not all providers have.
        Cipher cipher = Cipher.getInstance("RSA/ECB/NoPadding", fastest != null ? fastest
                : Security.getProvider("SunJCE"));
        cipher.init(Cipher.ENCRYPT_MODE, key);
        int size = (((RSAPublicKey) key).getModulus().bitLength() + 7) / 8;
        if (scheme.padding() == SignatureScheme.Padding.PSS) {
            PssEncoding encoding = new PssEncoding(scheme.digest(), ServedKey.size(key), null);
            return (digest, signed) -> signed.length == size && encoding.verify(digest, cipher.doFinal(signed));
        }
        byte[] block = pkcs1(scheme.digest(), size);
        return (digest, signed) -> {
            System.arraycopy(digest, 0, block, size - digest.length, digest.length);
            return signed.length == size && Arrays.equals(block, cipher.doFinal(signed));
        };
    }

    /** EMSA-PKCS1-v1_5 (RFC 8017, 9.2), without the digest at its end. */
    private static byte[] pkcs1(SignatureScheme.Digest digest, int size) {
        byte[] prefix = digest.prefix();
        byte[] block = new byte[size];
        int infoAt = size - digest.length() - prefix.length;
        Arrays.fill(block, 2, infoAt - 1, (byte) 0xff);
        block[1] = 1;
        System.arraycopy(prefix, 0, block, infoAt, prefix.length);
        return block;
    }
}
