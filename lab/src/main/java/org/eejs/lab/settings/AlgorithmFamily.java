package org.eejs.lab.settings;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.banking.Named;

/**
 * A family of algorithms that a configuration can assign to a provider: the rows of the paper's Table 1, with elliptic
 * curves and random numbers added.
 */
public enum AlgorithmFamily implements Named {
    /** RSA encryption, decryption and signatures. */
    RSA("rsa", List.of(
            algorithms("Cipher", "SunJCE", "RSA", "RSA/ECB/PKCS1Padding", "RSA/ECB/NoPadding", "RSA/ECB/OAEPPadding"),
            algorithms("Signature", "SunRsaSign", "RSASSA-PSS", "SHA1withRSA", "SHA224withRSA", "SHA256withRSA",
                    "SHA384withRSA", "SHA512withRSA"))),
    /** Signatures on elliptic curves, and key agreement on those of NIST. */
    EC("ec", List.of(
            algorithms("Signature", "SunEC", "NONEwithECDSA", "SHA1withECDSA", "SHA224withECDSA", "SHA256withECDSA",
                    "SHA384withECDSA", "SHA512withECDSA", "EdDSA", "Ed25519"),
            algorithms("KeyAgreement", "SunEC", "ECDH"))),
    /** Key pairs and key agreement on X25519 and X448; their keys go from one to the other. */
    XDH("xdh", List.of(
            algorithms("KeyPairGenerator", "SunEC", "XDH", "X25519", "X448"),
            algorithms("KeyAgreement", "SunEC", "XDH", "X25519", "X448"))),
    /** Other key pairs, and the secrets that TLS derives through key generators. */
    KEY_GENERATION("keyGeneration", List.of(
            algorithms("KeyPairGenerator", "SunRsaSign", "RSA", "RSASSA-PSS"),
            algorithms("KeyPairGenerator", "SunEC", "EC"),
            algorithms("KeyGenerator", "SunJCE", "AES", "HmacSHA256", "HmacSHA384", "SunTlsPrf", "SunTls12Prf",
                    "SunTlsMasterSecret", "SunTls12MasterSecret", "SunTlsExtendedMasterSecret", "SunTlsKeyMaterial",
                    "SunTls12KeyMaterial", "SunTlsRsaPremasterSecret", "SunTls12RsaPremasterSecret"))),
    /** AES in every mode. */
    AES("aes", List.of(algorithms("Cipher", "SunJCE", "AES", "AES/GCM/NoPadding", "AES/CBC/NoPadding",
            "AES/CBC/PKCS5Padding", "AES/CTR/NoPadding", "AES/ECB/NoPadding", "AES/ECB/PKCS5Padding"))),
    /** Digests, and the MACs that are made of them. */
    DIGEST("digest", List.of(
            algorithms("MessageDigest", "SUN", "MD5", "SHA", "SHA-1", "SHA1", "SHA-224", "SHA-256", "SHA-384",
                    "SHA-512"),
            algorithms("Mac", "SunJCE", "HmacMD5", "HmacSHA1", "HmacSHA224", "HmacSHA256", "HmacSHA384",
                    "HmacSHA512"))),
    /** The SecureRandom that a program gets by default: the first in the order of providers. */
    RANDOM("random", List.of());

    /**
     * The suffix of the key generators that derive the premaster secret of an RSA key exchange from the decrypted
     * value. They stay with the JDK: SunPKCS11's draws another secret instead, so that no handshake succeeds.
     */
    public static final String RSA_PREMASTER_SECRET = "RsaPremasterSecret";

    /** An algorithm by its names in the Java Cryptography Architecture, and the provider that the JDK has for it. */
    public record Algorithm(String type, String name, String provider) {
        /** Returns the form of provider lists: {@code Signature.SHA256withRSA}. */
        public String qualifiedName() {
            return type + "." + name;
        }
    }

    private final String id;
    private final List<Algorithm> algorithms;

    AlgorithmFamily(String id, List<Stream<Algorithm>> algorithms) {
        this.id = id;
        this.algorithms = algorithms.stream().flatMap(each -> each).toList();
    }

    private static Stream<Algorithm> algorithms(String type, String provider, String... names) {
        return Arrays.stream(names).map(name -> new Algorithm(type, name, provider));
    }

    @Override
    public String id() {
        return id;
    }

    /** Returns the algorithms that are assigned to a provider by name. */
    public List<Algorithm> algorithms() {
        return algorithms;
    }

    /** Returns the family that an algorithm belongs to; null when it belongs to none of these. */
    public static AlgorithmFamily of(String type, String algorithm) {
        return switch (type) {
            case "Cipher" -> algorithm.startsWith("RSA") ? RSA : algorithm.startsWith("AES") ? AES : null;
            case "Signature" -> algorithm.contains("RSA") ? RSA
                    : algorithm.contains("ECDSA") || algorithm.startsWith("Ed") ? EC : null;
            case "KeyAgreement" -> algorithm.startsWith("X") ? XDH : algorithm.equals("ECDH") ? EC : null;
            case "KeyPairGenerator" -> algorithm.startsWith("X") ? XDH : KEY_GENERATION;
            case "KeyGenerator" -> KEY_GENERATION;
            case "MessageDigest", "Mac" -> DIGEST;
            case "SecureRandom" -> RANDOM;
            default -> null;
        };
    }
}
