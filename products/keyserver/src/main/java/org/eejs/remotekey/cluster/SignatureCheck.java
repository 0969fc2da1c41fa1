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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import org.eejs.remotekey.keys.ServedKey;
import org.eejs.remotekey.keys.SoftwareProviders;
import org.eejs.remotekey.signature.PssEncoding;
import org.eejs.remotekey.signature.SignatureScheme;

/**
 * The check of servers' signatures with one key, by its certificate and by digest. A server may have another key under
 * the same name, and faults of processors and memory happen, too. Each RSA signature is checked, because a wrong one
 * can reveal the key and the check is cheap. Of ECDSA signatures, a share is checked. Engines stay initialised from one
 * signature to the next. Thread-safe.
 */
public final class SignatureCheck {
    private static final String ACCP = "AmazonCorrettoCryptoProvider";
    /**
     * The providers that verify ECDSA, the fastest first, then the JDK's. The order is fixed and not measured: a JVM
     * that starts would measure code that is not compiled yet. Bouncy Castle is always on the class path; on P-256 it
     * verifies some ten times as fast as SunEC of JDK 17.
     */
    private static final List<String> ECDSA = List.of(ACCP, "Conscrypt", "BC", "SunEC");
    private static final Provider OF_RSA = SoftwareProviders.allowedFor("RSA").getOrDefault(ACCP,
            Security.getProvider("SunJCE"));
    private static final Provider OF_ECDSA = ofEcdsa(SoftwareProviders.allowedFor("EC"));

    private final PublicKey key;
    private final int oneOf;
    /** The shares by the addresses of servers. */
    private final Map<String, VerifiedShare> shares = new ConcurrentHashMap<>();
    /** Unused engines: as many as there have been signatures at the same time. */
    private final Map<SignatureScheme, ConcurrentLinkedQueue<Engine>> idle = new EnumMap<>(SignatureScheme.class);

    /** An engine of one scheme, for one thread at a time. */
    private interface Engine {
        boolean verify(byte[] digest, byte[] signature) throws GeneralSecurityException;
    }

    /**
     * Creates the check of a key's signatures.
     *
     * @param oneOf N, if one of every N ECDSA signatures is checked; 1 for each
     */
    SignatureCheck(PublicKey key, int oneOf) {
        this.key = key;
        this.oneOf = key instanceof RSAPublicKey ? 1 : oneOf;
        for (SignatureScheme scheme : SignatureScheme.values()) {
            idle.put(scheme, new ConcurrentLinkedQueue<>());
        }
    }

    private static Provider ofEcdsa(Map<String, Provider> here) {
        return ECDSA.stream().map(here::get).filter(Objects::nonNull).findFirst().orElseThrow();
    }

    /** Returns the share of a server's signatures that is verified; {@code null} if each is. */
    VerifiedShare share(ClusterServer server) {
        return oneOf == 1 ? null : shares.computeIfAbsent(server.address(), address -> new VerifiedShare(oneOf));
    }

    /**
     * Returns whether a signature is the key's.
     *
     * @param digest of the message, by the scheme's digest
     * @throws GeneralSecurityException if no provider of this JVM can verify it
     */
    public boolean verify(SignatureScheme scheme, byte[] digest, byte[] signature) throws GeneralSecurityException {
        Engine engine = idle.get(scheme).poll();
        if (engine == null) {
            engine = engine(scheme);
        }
        boolean valid;
        try {
            valid = engine.verify(digest, signature);
        } catch (SignatureException | BadPaddingException | IllegalBlockSizeException | RuntimeException e) {
            // It is not a signature at all, and the engine may be in any state.
            return false;
        }
        idle.get(scheme).add(engine);
        return valid;
    }

    private Engine engine(SignatureScheme scheme) throws GeneralSecurityException {
        if (scheme.padding() == SignatureScheme.Padding.ECDSA) {
            Signature signature = Signature.getInstance("NONEwithECDSA", OF_ECDSA);
            signature.initVerify(key);
            return (digest, signed) -> {
                signature.update(digest);
                return signature.verify(signed);
            };
        }
        // The JCA has no RSA signature of a digest, except under names that not all providers have.
        Cipher cipher = Cipher.getInstance("RSA/ECB/NoPadding", OF_RSA);
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

    /** Returns EMSA-PKCS1-v1_5 (RFC 8017, 9.2), without the digest at its end. */
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
