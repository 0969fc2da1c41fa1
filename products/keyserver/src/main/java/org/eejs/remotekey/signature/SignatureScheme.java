package org.eejs.remotekey.signature;

import com.google.common.collect.Maps;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/** The signature algorithms of the protocol, by the same names, with their JCA names. */
public enum SignatureScheme {
    RSA_PKCS1_SHA256(Padding.PKCS1, Digest.SHA256),
    RSA_PKCS1_SHA384(Padding.PKCS1, Digest.SHA384),
    RSA_PKCS1_SHA512(Padding.PKCS1, Digest.SHA512),
    RSA_PSS_SHA256(Padding.PSS, Digest.SHA256),
    RSA_PSS_SHA384(Padding.PSS, Digest.SHA384),
    RSA_PSS_SHA512(Padding.PSS, Digest.SHA512),
    ECDSA_SHA256(Padding.ECDSA, Digest.SHA256),
    ECDSA_SHA384(Padding.ECDSA, Digest.SHA384),
    ECDSA_SHA512(Padding.ECDSA, Digest.SHA512);

    /** The way from a digest to a signature. */
    public enum Padding { PKCS1, PSS, ECDSA }

    /** Digests with their DER prefix in a PKCS#1 DigestInfo (RFC 8017, 9.2, note 1). */
    public enum Digest {
        SHA256("SHA-256", 32, "3031300d060960864801650304020105000420"),
        SHA384("SHA-384", 48, "3041300d060960864801650304020205000430"),
        SHA512("SHA-512", 64, "3051300d060960864801650304020305000440");

        private final String algorithm;
        private final int length;
        private final byte[] prefix;

        Digest(String algorithm, int length, String prefix) {
            this.algorithm = algorithm;
            this.length = length;
            this.prefix = HexFormat.of().parseHex(prefix);
        }

        /** Returns the name for MessageDigest. */
        public String algorithm() {
            return algorithm;
        }

        /** Returns the digest of a message. */
        public byte[] of(byte[] message) {
            try {
                return MessageDigest.getInstance(algorithm).digest(message);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("this JDK has no " + algorithm, e);
            }
        }

        /** Returns the length in bytes. */
        public int length() {
            return length;
        }

        /** Returns the bytes before the digest in a DigestInfo. */
        public byte[] prefix() {
            return prefix.clone();
        }
    }

    private static final Map<SignatureAlgorithm, SignatureScheme> BY_ALGORITHM =
            Maps.uniqueIndex(List.of(values()), SignatureScheme::algorithm);

    private final Padding padding;
    private final Digest digest;

    SignatureScheme(Padding padding, Digest digest) {
        this.padding = padding;
        this.digest = digest;
    }

    /** Returns the scheme of the protocol's algorithm; null if the protocol has none of that number. */
    public static SignatureScheme of(SignatureAlgorithm algorithm) {
        return BY_ALGORITHM.get(algorithm);
    }

    /** Returns the protocol's algorithm. */
    public SignatureAlgorithm algorithm() {
        return SignatureAlgorithm.valueOf(name());
    }

    public Padding padding() {
        return padding;
    }

    public Digest digest() {
        return digest;
    }

    /** Returns the algorithm of the keys that it is for: RSA or EC. */
    public String keyAlgorithm() {
        return padding == Padding.ECDSA ? "EC" : "RSA";
    }

    /** Returns the name of the JCA's Signature. */
    public String signatureName() {
        String hash = digest.algorithm().replace("-", "");
        return switch (padding) {
            case PKCS1 -> hash + "withRSA";
            case PSS -> "RSASSA-PSS";
            case ECDSA -> hash + "withECDSA";
        };
    }

    /** Returns the Signature's parameters; null if it takes none. */
    public PSSParameterSpec parameters() {
        return padding != Padding.PSS ? null : new PSSParameterSpec(digest.algorithm(), "MGF1",
                new MGF1ParameterSpec(digest.algorithm()), digest.length(), PSSParameterSpec.TRAILER_FIELD_BC);
    }

    /**
     * Returns the smallest RSA modulus that holds the encoded digest, in bits (RFC 8017, 9.1.1 and 9.2); 0 for ECDSA,
     * which cuts digests to the size of the curve.
     */
    public int smallestModulus() {
        return switch (padding) {
            case PKCS1 -> 8 * (digest.prefix.length + digest.length() + 11);
            case PSS -> 8 * (2 * digest.length() + 1) + 2;
            case ECDSA -> 0;
        };
    }
}
