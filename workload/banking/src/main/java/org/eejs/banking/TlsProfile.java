package org.eejs.banking;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The TLS parameters of every connection of a run. There is exactly one protocol version, cipher suite and kind of
 * certificate, so that nothing depends on the preferences of a JDK or library. A profile is a file of properties: one
 * of those that the program contains, or the user's own. Immutable.
 *
 * @param id its name: that of the file without its ending
 * @param protocol the protocol version by its JSSE name
 * @param cipherSuite the cipher suite by its JSSE name
 * @param certificate the key of servers, and of clients if they need one
 * @param intermediate whether an intermediate authority issued the certificates, so that one more is sent
 * @param groups the groups of the key exchange that are offered, in their order; empty if the suite has none
 * @param forUsers whether users speak TLS; the back end does in any case
 * @param mutual whether clients show a certificate
 */
public record TlsProfile(String id, String protocol, String cipherSuite, Certificate certificate, boolean intermediate,
        List<NamedGroup> groups, boolean forUsers, boolean mutual) {
    /** The version that all post-quantum parameters need. */
    public static final String TLS_1_3 = "TLSv1.3";
    private static final int FIRST_JDK_WITH_ML_DSA = 28;
    private static final String ENDING = ".properties";
    private static final List<String> NAMES = List.of("modern", "classical", "eejs-2016", "eejs-2016-gcm", "ecdhe-rsa",
            "ecdhe-rsa-cbc", "ecdhe-rsa-tls13", "ecdsa", "ecdsa-tls13", "ecdsa-tls13-p256", "plain", "hybrid",
            "hybrid-ecdsa", "hybrid-mldsa44", "hybrid-mldsa65", "hybrid-mldsa65-intermediate", "classical-mutual",
            "hybrid-mutual", "hybrid-ecdsa-mutual", "hybrid-mldsa44-mutual", "hybrid-mldsa65-mutual");
    private static final Set<String> KEYS = Set.of("protocol", "cipherSuite", "certificate", "intermediate", "groups",
            "users", "clientCertificate");

    /** The profile of services today. */
    public static final TlsProfile MODERN = of("modern");

    /** The kind of the key in a certificate. */
    public enum Certificate {
        RSA_2048("RSA", 2_048, "rsa_pss_rsae"), RSA_3072("RSA", 3_072, "rsa_pss_rsae"),
        ECDSA_P256("EC", 256, "ecdsa_secp256r1_sha256"), ECDSA_P384("EC", 384, "ecdsa_secp384r1_sha384"),
        ED25519("Ed25519", 0, "ed25519"),
        ML_DSA_44("ML-DSA-44", 0, "mldsa44"), ML_DSA_65("ML-DSA-65", 0, "mldsa65"),
        ML_DSA_87("ML-DSA-87", 0, "mldsa87");

        /** The start of the object identifiers of ML-DSA, 2.16.840.1.101.3.4.3; one number follows. */
        private static final byte[] ML_DSA_IDENTIFIER = {6, 9, 0x60, (byte) 0x86, 0x48, 1, 0x65, 3, 4, 3};
        /** The place of that number in an encoded key. */
        private static final int IDENTIFIER_AT = 16;

        private final String algorithm;
        private final int bits;
        private final String scheme;

        Certificate(String algorithm, int bits, String scheme) {
            this.algorithm = algorithm;
            this.bits = bits;
            this.scheme = scheme;
        }

        /** Returns the kind of a key; empty for a kind that no profile has. */
        public static Optional<Certificate> of(PublicKey key) {
            return Arrays.stream(values()).filter(kind -> kind.isOf(key)).findFirst();
        }

        private boolean isOf(PublicKey key) {
            if (isPostQuantum()) {
                // Older JDKs have no name for the algorithm, so this compares its object identifier.
                byte[] encoded = key.getEncoded();
                int from = IDENTIFIER_AT - ML_DSA_IDENTIFIER.length;
                return encoded.length > IDENTIFIER_AT && Arrays.equals(encoded, from, IDENTIFIER_AT, ML_DSA_IDENTIFIER,
                        0, ML_DSA_IDENTIFIER.length) && encoded[IDENTIFIER_AT] == 17 + ordinal() - ML_DSA_44.ordinal();
            }
            if (key instanceof RSAPublicKey rsa) {
                return algorithm.equals("RSA") && rsa.getModulus().bitLength() == bits;
            }
            if (key instanceof ECPublicKey ec) {
                return algorithm.equals("EC") && ec.getParams().getOrder().bitLength() == bits;
            }
            return this == ED25519 && List.of(algorithm, "EdDSA").contains(key.getAlgorithm());
        }

        /** Returns the JCA name of the algorithm that makes such keys. */
        public String algorithm() {
            return algorithm;
        }

        /** Returns the size of the key in bits; 0 if the algorithm has only one. */
        public int bits() {
            return bits;
        }

        /**
         * Returns the only signature scheme of TLS 1.3 for such a key, or for RSA what its three schemes have in common
         * (RFC 8446, section 4.2.3; draft-ietf-tls-mldsa).
         */
        public String scheme() {
            return scheme;
        }

        /** Returns whether quantum computers cannot forge its signatures. */
        public boolean isPostQuantum() {
            return name().startsWith("ML_DSA");
        }
    }

    /** The group of a key exchange. */
    public enum NamedGroup {
        X25519("x25519", 29), SECP256R1("secp256r1", 23), X25519_ML_KEM_768("X25519MLKEM768", 4_588),
        SECP256R1_ML_KEM_768("SecP256r1MLKEM768", 4_587);

        private final String id;
        private final int code;

        NamedGroup(String id, int code) {
            this.id = id;
            this.code = code;
        }

        /** Returns its name in JSSE and in the registry of IANA. */
        public String id() {
            return id;
        }

        /** Returns whether quantum computers cannot find its secret. */
        public boolean isPostQuantum() {
            return id.contains("MLKEM");
        }

        /** Returns the name of the group with a code point of IANA; its number in hexadecimal if it is not known. */
        public static String nameOf(int code) {
            return Arrays.stream(values()).filter(group -> group.code == code).findFirst().map(NamedGroup::id)
                    .orElseGet(() -> "0x%04x".formatted(code));
        }

        /** Returns the same for a name that BoringSSL reports; null for none, as with the RSA key exchange. */
        public static String nameOf(String reported) {
            if (reported == null || reported.isEmpty()) {
                return null;
            }
            // BoringSSL uses the curve's NIST name, and has its own capitals.
            return Arrays.stream(values()).map(NamedGroup::id).filter(id -> id.equalsIgnoreCase(
                    reported.equals("P-256") ? SECP256R1.id : reported)).findFirst().orElse(reported);
        }

        private static NamedGroup byId(String id) {
            return Arrays.stream(values()).filter(group -> group.id.equalsIgnoreCase(id)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("groups = %s: there are %s".formatted(id,
                            Arrays.stream(values()).map(NamedGroup::id).collect(Collectors.joining(", ")))));
        }
    }

    public TlsProfile {
        groups = List.copyOf(groups);
    }

    /**
     * Returns a profile.
     *
     * @param name one of {@link #names}, or the path of a file, which ends in {@code .properties}
     * @throws IllegalArgumentException with one clear line if there is none, or it is wrong
     */
    public static TlsProfile of(String name) {
        boolean own = name.endsWith(ENDING);
        if (!own && !NAMES.contains(name)) {
            throw new IllegalArgumentException("'%s' is not a TLS profile; there are %s; or name a file that ends in %s"
                    .formatted(name, String.join(", ", NAMES), ENDING));
        }
        Properties properties = new Properties();
        try (Reader file = own ? Files.newBufferedReader(Path.of(name)) : ofProgram(name)) {
            properties.load(file);
            String id = Path.of(name).getFileName().toString().replace(ENDING, "");
            return new Reading(properties).profile(id);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + name, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + name + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    private static Reader ofProgram(String name) {
        InputStream file = TlsProfile.class.getResourceAsStream("tls/" + name + ENDING);
        if (file == null) {
            throw new UncheckedIOException(new NoSuchFileException("tls/" + name + ENDING));
        }
        return new InputStreamReader(file, StandardCharsets.UTF_8);
    }

    /** Returns the names of the profiles that the program contains. */
    public static List<String> names() {
        return NAMES;
    }

    /** Returns the profiles that the program contains. */
    public static Stream<TlsProfile> all() {
        return NAMES.stream().map(TlsProfile::of);
    }

    /** Returns the group that both ends prefer; empty if the suite's key exchange has none. */
    public Optional<NamedGroup> group() {
        return groups.stream().findFirst();
    }

    /** Returns the names of the groups that are offered, in their order. */
    public List<String> groupNames() {
        return groups.stream().map(NamedGroup::id).toList();
    }

    /** Returns the signature scheme of the handshake, as {@link Certificate#scheme}; null before TLS 1.3. */
    public String scheme() {
        return protocol.equals(TLS_1_3) ? certificate.scheme() : null;
    }

    /** Returns whether BoringSSL can do it: it dropped CBC with SHA-256, and has neither ML-DSA nor other hybrids. */
    public boolean isInBoringSsl() {
        return !cipherSuite.endsWith("_CBC_SHA256") && !certificate.isPostQuantum()
                && certificate != Certificate.ED25519 && !groups.contains(NamedGroup.SECP256R1_ML_KEM_768);
    }

    /**
     * Returns whether all updates of a JDK have it in their own TLS. Some before 28 have a hybrid group, but none has
     * ML-DSA there (JDK-8381641).
     *
     * @param feature the number of the release
     */
    public boolean isInJsse(int feature) {
        return !isPostQuantum() || feature >= FIRST_JDK_WITH_ML_DSA;
    }

    /** Returns whether part of it withstands quantum computers, so that not every JDK and library has it. */
    public boolean isPostQuantum() {
        return certificate.isPostQuantum() || groups.stream().anyMatch(NamedGroup::isPostQuantum);
    }

    /** Returns whether it has the parameters of another one, whatever its name. */
    public boolean isSame(TlsProfile other) {
        return equals(new TlsProfile(id, other.protocol, other.cipherSuite, other.certificate, other.intermediate,
                other.groups, other.forUsers, other.mutual));
    }

    /** Returns whether it has parameters that not every stack has, so that a stack must show that it can serve it. */
    public boolean isUnusual() {
        return isPostQuantum() || mutual || intermediate || certificate != Certificate.RSA_2048
                && certificate != Certificate.ECDSA_P256;
    }

    @Override
    public String toString() {
        return id;
    }

    /** Reads the properties of one file. */
    private record Reading(Properties properties) {
        TlsProfile profile(String id) {
            properties.stringPropertyNames().stream().filter(key -> !KEYS.contains(key)).findFirst().ifPresent(key -> {
                throw new IllegalArgumentException(key + " is not known; there are " + KEYS.stream().sorted()
                        .collect(Collectors.joining(", ")));
            });
            TlsProfile profile = new TlsProfile(id, one("protocol", List.of("TLSv1.2", TLS_1_3)), needed("cipherSuite"),
                    Certificate.valueOf(one("certificate", Arrays.stream(Certificate.values()).map(Enum::name)
                            .toList())),
                    is("intermediate", "yes", "no"), groups(), !is("users", "plain", "tls"),
                    is("clientCertificate", "required", "none"));
            profile.check();
            return profile;
        }

        private String needed(String key) {
            String value = properties.getProperty(key, "").strip();
            if (value.isEmpty()) {
                throw new IllegalArgumentException(key + " is missing");
            }
            return value;
        }

        private String one(String key, List<String> choices) {
            String value = needed(key);
            if (!choices.contains(value)) {
                throw new IllegalArgumentException("%s = %s: must be one of %s".formatted(key, value,
                        String.join(", ", choices)));
            }
            return value;
        }

        private boolean is(String key, String set, String otherwise) {
            return properties.containsKey(key) && one(key, List.of(set, otherwise)).equals(set);
        }

        private List<NamedGroup> groups() {
            return Arrays.stream(properties.getProperty("groups", "").split(",")).map(String::strip)
                    .filter(name -> !name.isEmpty()).map(NamedGroup::byId).toList();
        }
    }

    private void check() {
        boolean tls13 = protocol.equals(TLS_1_3);
        if (tls13 == cipherSuite.contains("_WITH_")) {
            throw new IllegalArgumentException("%s is not a suite of %s".formatted(cipherSuite, protocol));
        }
        if (groups.isEmpty() != cipherSuite.startsWith("TLS_RSA_WITH_")) {
            throw new IllegalArgumentException(groups.isEmpty() ? "groups is missing: %s exchanges keys in a group"
                    .formatted(cipherSuite) : "%s exchanges keys without a group".formatted(cipherSuite));
        }
        if (!tls13 && isPostQuantum()) {
            throw new IllegalArgumentException("only TLSv1.3 has ML-KEM and ML-DSA");
        }
    }
}
