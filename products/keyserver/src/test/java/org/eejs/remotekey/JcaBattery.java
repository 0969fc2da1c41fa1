package org.eejs.remotekey;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;
import jdk.security.jarsigner.JarSigner;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.eejs.remotekey.domain.KeyDomain;

/** Every use of signatures of local keys in a JVM, and its outcome. */
final class JcaBattery {
    private static final byte[] MESSAGE = "32 bytes that are signed locally".getBytes(StandardCharsets.UTF_8);
    private static final char[] PASSWORD = "not secret".toCharArray();
    private static final int WALKS = 30;
    private static final int CALLS = 12;
    private static final List<String> ALGORITHMS = List.of("SHA256withRSA", "SHA512withRSA", "RSASSA-PSS",
            "NONEwithRSA", "SHA256withECDSA", "SHA384withECDSAinP1363Format", "NONEwithECDSA",
            "1.2.840.113549.1.1.10", "1.2.840.10045.4.3.2");
    private static final List<AlgorithmParameterSpec> PARAMETERS = new ArrayList<>();

    static {
        PARAMETERS.add(null);
        PARAMETERS.add(new ECGenParameterSpec("secp256r1"));
        PARAMETERS.add(pss("SHA-1", MGF1ParameterSpec.SHA1, 20));
        PARAMETERS.add(pss("SHA-256", MGF1ParameterSpec.SHA256, 32));
        PARAMETERS.add(pss("SHA-256", MGF1ParameterSpec.SHA1, 20));
        PARAMETERS.add(pss("SHA-512", MGF1ParameterSpec.SHA512, 64));
        PARAMETERS.add(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 2));
    }

    private final Path folder;
    private final Path file;
    private final char[] password;
    private final KeyPair rsa;
    private final KeyPair ec;
    /** Signed by RSASSA-PSS, as the certificate of its issuer is. */
    private final List<X509Certificate> chain;

    /** Makes a battery with the keys of a key store. */
    JcaBattery(Path file, char[] password) throws Exception {
        this.folder = file.getParent();
        this.file = file;
        this.password = password;
        KeyStore keys = KeyStore.getInstance(file.toFile(), password);
        rsa = pair(keys, KeyDomain.RSA_2048);
        ec = pair(keys, KeyDomain.EC_P256);
        KeyPair authority = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        chain = List.of(certificate("CN=localhost", rsa.getPublic(), authority),
                certificate("CN=authority", authority.getPublic(), authority));
    }

    private KeyPair pair(KeyStore keys, String alias) throws Exception {
        return new KeyPair(keys.getCertificate(alias).getPublicKey(), (PrivateKey) keys.getKey(alias, password));
    }

    private static PSSParameterSpec pss(String digest, MGF1ParameterSpec mask, int salt) {
        return new PSSParameterSpec(digest, "MGF1", mask, salt, 1);
    }

    private static X509Certificate certificate(String subject, PublicKey key, KeyPair authority) throws Exception {
        Instant now = Instant.now();
        byte[] made = new JcaX509v3CertificateBuilder(new X500Principal("CN=authority"),
                BigInteger.valueOf(subject.hashCode()), Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(Duration.ofHours(1))), new X500Principal(subject), key)
                .build(new JcaContentSignerBuilder("SHA256withRSAandMGF1").setProvider(new BouncyCastleProvider())
                        .build(authority.getPrivate())).getEncoded();
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(made));
    }

    /** An action whose outcome is described. */
    private interface Use {
        Object run() throws Exception;
    }

    private static String outcome(Use use) {
        try {
            return String.valueOf(use.run());
        } catch (Exception e) {
            return e.getClass().getName();
        }
    }

    /** Uses each service as programs do; none should fail. */
    Map<String, String> run() {
        Map<String, Use> uses = new LinkedHashMap<>();
        uses.put("chain", () -> {
            PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(chain.get(1), null)));
            parameters.setRevocationEnabled(false);
            CertPathValidator.getInstance("PKIX").validate(CertificateFactory.getInstance("X.509")
                    .generateCertPath(chain.subList(0, 1)), parameters);
            chain.get(0).verify(chain.get(1).getPublicKey());
            return "valid";
        });
        for (String version : List.of("TLSv1.2", "TLSv1.3")) {
            uses.put(version, () -> handshake(version));
        }
        for (String algorithm : List.of("SHA256withRSA", "RSASSA-PSS")) {
            uses.put("JAR by " + algorithm, () -> jar(algorithm));
        }
        uses.put("PSS key", JcaBattery::pssKey);
        uses.put("key factory", () -> {
            KeyFactory factory = KeyFactory.getInstance("RSA");
            factory.generatePublic(new X509EncodedKeySpec(rsa.getPublic().getEncoded()));
            return factory.generatePrivate(new PKCS8EncodedKeySpec(rsa.getPrivate().getEncoded())).getClass();
        });
        uses.put("key store", () -> KeyStore.getInstance(file.toFile(), password).getProvider() + " "
                + KeyStore.getInstance(KeyStore.getDefaultType()).getProvider());
        uses.put("key managers", () -> KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm())
                .getProvider());
        uses.put("random numbers", () -> new SecureRandom().getAlgorithm());
        uses.put("parameters", () -> {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("RSASSA-PSS");
            parameters.init(PARAMETERS.get(3));
            return parameters;
        });
        Map<String, String> outcomes = new LinkedHashMap<>();
        uses.forEach((name, use) -> outcomes.put(name, outcome(use)));
        return outcomes;
    }

    private static String pssKey() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSASSA-PSS");
        generator.initialize(new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4, PARAMETERS.get(3)));
        KeyPair pair = generator.generateKeyPair();
        Signature signature = Signature.getInstance("RSASSA-PSS");
        signature.setParameter(PARAMETERS.get(3));
        signature.initSign(pair.getPrivate());
        signature.update(ByteBuffer.wrap(MESSAGE));
        byte[] signed = new byte[300];
        int length = signature.sign(signed, 10, 256);
        signature.initVerify(pair.getPublic());
        signature.update(MESSAGE);
        return String.valueOf(signature.verify(signed, 10, length));
    }

    private String handshake(String version) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", rsa.getPrivate(), PASSWORD, chain.toArray(X509Certificate[]::new));
        store.setCertificateEntry("authority", chain.get(1));
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance(version);
        context.init(managers.getKeyManagers(), trust.getTrustManagers(), null);
        try (SSLServerSocket listening = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0)) {
            CompletableFuture<String> server = CompletableFuture.supplyAsync(() -> outcome(() -> {
                try (SSLSocket socket = (SSLSocket) listening.accept()) {
                    socket.getOutputStream().write(1);
                    return "served";
                }
            }));
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost",
                    listening.getLocalPort())) {
                return socket.getInputStream().read() + " " + server.get() + " " + socket.getSession().getProtocol();
            }
        }
    }

    private String jar(String algorithm) throws Exception {
        Path jar = folder.resolve("battery.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("content"));
            out.write(MESSAGE);
        }
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        try (ZipFile unsigned = new ZipFile(jar.toFile())) {
            new JarSigner.Builder(rsa.getPrivate(), CertificateFactory.getInstance("X.509").generateCertPath(chain))
                    .signatureAlgorithm(algorithm).build().sign(unsigned, signed);
        }
        Files.write(jar, signed.toByteArray());
        try (JarFile verified = new JarFile(jar.toFile(), true)) {
            JarEntry entry = verified.getJarEntry("content");
            verified.getInputStream(entry).readAllBytes();
            return entry.getCertificates().length + " certificates";
        }
    }

    /** Calls signatures of each algorithm in random orders that are the same each time. */
    Map<String, List<String>> randomCalls() {
        Map<String, List<String>> traces = new LinkedHashMap<>();
        for (String algorithm : ALGORITHMS) {
            for (int walk = 0; walk < WALKS; walk++) {
                traces.put(algorithm + " " + walk, new Walk(algorithm, new Random(walk)).trace());
            }
        }
        return traces;
    }

    /** One object and the calls to it. */
    private final class Walk {
        private final String algorithm;
        private final Random random;
        private byte[] signed = new byte[256];

        Walk(String algorithm, Random random) {
            this.algorithm = algorithm;
            this.random = random;
        }

        List<String> trace() {
            List<String> trace = new ArrayList<>();
            Signature signature;
            try {
                signature = Signature.getInstance(algorithm);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            for (int i = 0; i < CALLS; i++) {
                int call = random.nextInt(17);
                AlgorithmParameterSpec parameters = PARAMETERS.get(random.nextInt(PARAMETERS.size()));
                trace.add(outcome(() -> call(signature, call, parameters)));
            }
            return trace;
        }

        private String call(Signature signature, int call, AlgorithmParameterSpec parameters) throws Exception {
            boolean isRsa = algorithm.contains("RSA") || algorithm.contains("113549.1.1");
            KeyPair fitting = isRsa ? rsa : ec;
            KeyPair other = isRsa ? ec : rsa;
            switch (call) {
                case 0, 1 -> signature.initSign(fitting.getPrivate());
                case 2, 3 -> signature.initVerify(fitting.getPublic());
                case 4 -> signature.initSign(other.getPrivate());
                case 5, 6, 7 -> signature.setParameter(parameters);
                case 8 -> signature.update(MESSAGE);
                case 9 -> {
                    return "parameters " + signature.getParameters();
                }
                case 10, 11 -> {
                    signature.initSign(fitting.getPrivate());
                    signature.update(MESSAGE);
                    signed = signature.sign();
                    return "sign " + (isRsa ? signed.length : "");
                }
                case 12, 13, 14 -> {
                    signature.initVerify(fitting.getPublic());
                    signature.update(MESSAGE);
                    return "verify " + signature.verify(signed);
                }
                case 15 -> {
                    return "verify " + signature.verify(signed);
                }
                default -> {
                    signed = signature.sign();
                    return "sign " + (isRsa ? signed.length : "");
                }
            }
            return "call " + call;
        }
    }
}
