package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.remotekey.cluster.ServerCounts;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.server.KeyServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bouncy Castle's TLS signs with remote keys, as server and as client, with the JDK at the other end. It asks for
 * signatures of digests, and for RSASSA-PSS by its own names.
 */
@Tag("costly")
class BouncyCastleTlsTest {
    private static final List<String> KEYS = List.of(KeyDomain.RSA_2048, KeyDomain.EC_P256, KeyDomain.EC_P384);
    private static final int PATIENCE_MS = 60_000;

    @TempDir
    private static Path folder;
    private static final BouncyCastleJsseProvider BCJSSE = new BouncyCastleJsseProvider();
    private static KeyDomain domain;
    private static KeyServer server;
    private static RemoteKeyProvider provider;

    @BeforeAll
    static void start() throws Exception {
        domain = Domains.changeable(folder);
        // A client for each key: Bouncy Castle takes the first key that fits.
        StringBuilder policy = new StringBuilder("clients:\n");
        for (String key : KEYS) {
            String subject = "CN=user of " + key + ",O=EEJS";
            CertificateBuilder.client(subject).key("EC", 256).keyIdentifiers().issuedBy(domain.issuer())
                    .writePem(folder, key + "-user");
            policy.append("- subject: ").append(subject).append("\n  keys:\n    ").append(key).append(": [")
                    .append(grants(key)).append("]\n");
        }
        Files.writeString(domain.policy(), policy);
        server = KeyServer.start(domain.server(1));
        RemoteClient.cluster(domain, server.port());
        provider = new RemoteKeyProvider();
        Security.addProvider(new BouncyCastleProvider());
        Security.addProvider(provider);
    }

    private static String grants(String key) {
        return (key.startsWith("rsa") ? Stream.of("RSA_PKCS1_SHA", "RSA_PSS_SHA") : Stream.of("ECDSA_SHA"))
                .flatMap(scheme -> Stream.of("256", "384", "512").map(scheme::concat))
                .collect(Collectors.joining(", "));
    }

    @AfterAll
    static void stop() {
        Security.removeProvider(RemoteKeyProvider.NAME);
        Security.removeProvider(BouncyCastleProvider.PROVIDER_NAME);
        if (provider != null) {
            provider.close();
        }
        if (server != null) {
            server.close();
        }
    }

    static Stream<Arguments> everyWay() {
        return Stream.of("TLSv1.2", "TLSv1.3").flatMap(version -> KEYS.stream().flatMap(key ->
                Stream.of("X.509 of BCJSSE", "EEJSRemote").map(managers -> Arguments.of(version, key, managers))));
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void aServerSigns(String version, String key, String managers) throws Exception {
        handshake(version, bouncyCastle(key, managers), jdk(), key, true);
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void aClientSigns(String version, String key, String managers) throws Exception {
        handshake(version, jdk(), bouncyCastle(key, managers), key, false);
    }

    private static void handshake(String version, SSLContext server, SSLContext client, String key, boolean bySigner)
            throws Exception {
        long before = calls();
        try (SSLServerSocket listening = (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0)) {
            listening.setEnabledProtocols(new String[] {version});
            listening.setNeedClientAuth(!bySigner);
            listening.setSoTimeout(PATIENCE_MS);
            CompletableFuture<X509Certificate> seen = CompletableFuture.supplyAsync(() -> served(listening));
            X509Certificate certificate;
            try (SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("localhost",
                    listening.getLocalPort())) {
                socket.setSoTimeout(PATIENCE_MS);
                socket.setEnabledProtocols(new String[] {version});
                socket.startHandshake();
                assertEquals('!', socket.getInputStream().read());
                assertEquals(version, socket.getSession().getProtocol());
                certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            }
            assertEquals("CN=" + key + ",O=EEJS", (bySigner ? certificate : seen.get()).getSubjectX500Principal()
                    .getName());
        }
        assertEquals(1, calls() - before);
    }

    /** Returns the client's certificate, or {@code null} if it has none. */
    private static X509Certificate served(SSLServerSocket listening) {
        try (SSLSocket socket = (SSLSocket) listening.accept()) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.startHandshake();
            socket.getOutputStream().write('!');
            socket.getOutputStream().flush();
            return listening.getNeedClientAuth()
                    ? (X509Certificate) socket.getSession().getPeerCertificates()[0] : null;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long calls() {
        return provider.counts().stream().mapToLong(ServerCounts::calls).sum();
    }

    private static SSLContext bouncyCastle(String key, String managers) throws Exception {
        KeyStore keys = KeyStore.getInstance("EEJS-REMOTE", provider);
        String cluster = Files.readString(domain.cluster()).replace("client.", key + "-user.");
        try (InputStream in = new ByteArrayInputStream(cluster.getBytes(StandardCharsets.UTF_8))) {
            keys.load(in, null);
        }
        KeyManagerFactory factory = managers.startsWith("X.509") ? KeyManagerFactory.getInstance("X.509", BCJSSE)
                : KeyManagerFactory.getInstance(managers, provider);
        factory.init(keys, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS", BCJSSE);
        context.init(factory.getKeyManagers(), trust(TrustManagerFactory.getInstance("PKIX", BCJSSE)), null);
        return context;
    }

    /** Returns the TLS of the JDK with a local key. */
    private static SSLContext jdk() throws Exception {
        Identity peer = CertificateBuilder.server("CN=localhost", "localhost").key("EC", 256).keyIdentifiers()
                .issuedBy(domain.issuer());
        KeyStore own = Identity.emptyStore("PKCS12");
        peer.addTo(own, "peer", new char[0]);
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", "SunJSSE");
        factory.init(own, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS", "SunJSSE");
        context.init(factory.getKeyManagers(), trust(TrustManagerFactory.getInstance("PKIX", "SunJSSE")), null);
        return context;
    }

    private static TrustManager[] trust(TrustManagerFactory factory) throws Exception {
        KeyStore trusted = Identity.emptyStore("PKCS12");
        trusted.setCertificateEntry("authority", domain.issuer().chain().get(0));
        factory.init(trusted);
        return factory.getTrustManagers();
    }
}
