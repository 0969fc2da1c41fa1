package org.eejs.jsse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Keys, certificates and key stores for tests of key managers. Serial numbers tell certificates apart. */
public final class KeyFixtures {
    public static final char[] PASSWORD = "the password".toCharArray();
    public static final char[] OTHER_PASSWORD = "another password".toCharArray();

    private static final AtomicLong SERIALS = new AtomicLong(1000);
    private static final Map<String, KeyPair> KEYS = new ConcurrentHashMap<>();

    private KeyFixtures() {}

    /** A key with its certificate and those above it, as they go into a store. */
    public record Identity(KeyPair keys, List<X509Certificate> chain) {
        public X509Certificate certificate() {
            return chain.get(0);
        }

        public long serial() {
            return certificate().getSerialNumber().longValueExact();
        }

        Certificate[] stored() {
            return chain.toArray(Certificate[]::new);
        }

        Identity withoutIssuers() {
            return new Identity(keys, chain.subList(0, 1));
        }
    }

    /** A key pair that is the same at each call, since some take long to make. */
    static KeyPair key(String algorithm, int size, String name) {
        return KEYS.computeIfAbsent(algorithm + size + name, ignored -> newKey(algorithm, size));
    }

    static KeyPair newKey(String algorithm, int size) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            if (size > 0) {
                generator.initialize(size);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A root or, with an issuer, an intermediate authority. */
    public static Identity authority(String name, Identity issuer) {
        return new Make(name).key(newKey("EC", 256)).issuedBy(issuer).authority().done();
    }

    /** A server of one day with an elliptic curve key of its own. */
    public static Identity server() {
        return new Make("localhost").key(newKey("EC", 256)).done();
    }

    /** A store in memory. Keys and integrity have {@link #PASSWORD}. */
    public static KeyStore store(String type, Map<String, Identity> identities) {
        try {
            KeyStore store = KeyStore.getInstance(type);
            store.load(null, null);
            for (Map.Entry<String, Identity> entry : identities.entrySet()) {
                put(store, entry.getKey(), entry.getValue());
            }
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void put(KeyStore store, String alias, Identity identity) {
        put(store, alias, identity, PASSWORD);
    }

    /** One iteration of key derivation suffices where only the behaviour is tested. */
    static synchronized void put(KeyStore store, String alias, Identity identity, char[] password) {
        withIterations(1, () -> {
            store.setKeyEntry(alias, identity.keys().getPrivate(), password, identity.stored());
            return null;
        });
    }

    /** The bytes of a PKCS12 file. */
    static byte[] bytes(Map<String, Identity> identities) {
        return bytes(store("PKCS12", identities), PASSWORD);
    }

    static synchronized byte[] bytes(KeyStore store, char[] password) {
        return withIterations(1, () -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            store.store(bytes, password);
            return bytes.toByteArray();
        });
    }

    private static <T> T withIterations(int iterations, Storing<T> storing) {
        List<String> names = List.of("keystore.pkcs12.keyPbeIterationCount", "keystore.pkcs12.certPbeIterationCount",
                "keystore.pkcs12.macIterationCount");
        try {
            names.forEach(name -> System.setProperty(name, Integer.toString(iterations)));
            return storing.run();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } finally {
            names.forEach(System::clearProperty);
        }
    }

    private interface Storing<T> {
        T run() throws IOException, GeneralSecurityException;
    }

    /** Puts a file in the place of another, as careful writers do. */
    static void replace(Path file, byte[] bytes) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.write(next, bytes);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Makes certificates. */
    static final class Make {
        private final String name;
        private KeyPair keys;
        private Identity issuer;
        private Instant from = Instant.now().minus(Duration.ofHours(1));
        private Instant to = Instant.now().plus(Duration.ofDays(1));
        private String signature;
        private final List<GeneralName> hosts = new ArrayList<>();
        private Integer usage;
        private KeyPurposeId[] purposes;
        private boolean authority;

        Make(String name) {
            this.name = name;
        }

        Make key(KeyPair pair) {
            keys = pair;
            return this;
        }

        Make key(String algorithm, int size) {
            return key(KeyFixtures.key(algorithm, size, ""));
        }

        Make issuedBy(Identity by) {
            issuer = by;
            return this;
        }

        Make valid(Duration start, Duration end) {
            from = Instant.now().plus(start);
            to = Instant.now().plus(end);
            return this;
        }

        Make signed(String algorithm) {
            signature = algorithm;
            return this;
        }

        Make host(String host) {
            hosts.add(new GeneralName(GeneralName.dNSName, host));
            return this;
        }

        Make usage(int bits) {
            usage = bits;
            return this;
        }

        Make purposes(KeyPurposeId... ids) {
            purposes = ids;
            return this;
        }

        Make authority() {
            authority = true;
            return this;
        }

        Identity done() {
            try {
                X500Name subject = new X500Name("CN=" + name);
                X500Name by = issuer == null ? subject
                        : new X500Name(issuer.certificate().getSubjectX500Principal().getName());
                JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(by,
                        BigInteger.valueOf(SERIALS.incrementAndGet()), Date.from(from), Date.from(to), subject,
                        keys.getPublic());
                if (authority) {
                    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
                    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
                }
                if (!hosts.isEmpty()) {
                    builder.addExtension(Extension.subjectAlternativeName, false,
                            new GeneralNames(hosts.toArray(GeneralName[]::new)));
                }
                if (usage != null) {
                    builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
                }
                if (purposes != null) {
                    builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes));
                }
                PrivateKey signer = issuer == null ? keys.getPrivate() : issuer.keys().getPrivate();
                String algorithm = signature != null ? signature : signatureOf(signer);
                List<X509Certificate> chain = new ArrayList<>();
                chain.add(new JcaX509CertificateConverter()
                        .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(signer))));
                if (issuer != null) {
                    chain.addAll(issuer.chain());
                }
                return new Identity(keys, List.copyOf(chain));
            } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
                throw new IllegalStateException(e);
            }
        }

        private static String signatureOf(PrivateKey key) {
            return switch (key.getAlgorithm()) {
                case "EC" -> "SHA256withECDSA";
                case "RSA", "DSA" -> "SHA256with" + key.getAlgorithm();
                case "EdDSA" -> "Ed25519";
                default -> throw new IllegalArgumentException(key.getAlgorithm());
            };
        }
    }
}
