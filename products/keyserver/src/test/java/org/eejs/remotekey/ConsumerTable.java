package org.eejs.remotekey;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.Provider;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.jcp.xml.dsig.internal.dom.XMLDSigRI;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.eejs.remotekey.cluster.ServerCounts;
import org.eejs.remotekey.domain.KeyDomain;
import org.w3c.dom.Document;

/**
 * A program that uses remote keys as ordinary programs do, each way with each kind of key and version of TLS. It prints
 * a line for each: key, version, consumer, and the number of signatures that were made remotely, or the error. Only the
 * JVM's properties name the key store and the provider. Its argument is the folder of the domain, whose policy it
 * changes from one kind of key to the next.
 */
final class ConsumerTable {
    private static final List<String> VERSIONS = List.of("TLSv1.2", "TLSv1.3");

    private final Path domain;
    private final KeyStore keys = KeyStore.getInstance("EEJS-REMOTE");
    private final SSLContext context = SSLContext.getInstance("TLS");
    private int tomcat;

    /** A way to use a key. */
    private interface Use {
        void run() throws Exception;
    }

    private ConsumerTable(Path domain) throws Exception {
        this.domain = domain;
        keys.load(null, null);
        KeyManagerFactory factory = KeyManagerFactory.getInstance("EEJSRemote");
        factory.init(keys, null);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init((KeyStore) null);
        context.init(factory.getKeyManagers(), trust.getTrustManagers(), null);
    }

    public static void main(String... arguments) {
        int status = 1;
        try {
            fill(Path.of(arguments[0]));
            status = 0;
        } catch (Throwable e) {
            e.printStackTrace();
        }
        // Tomcat's threads would keep the JVM alive.
        Runtime.getRuntime().halt(status);
    }

    private static void fill(Path domain) throws Exception {
        grant(domain, "rsa-2048", "RSA_PKCS1_SHA256");
        ConsumerTable table = new ConsumerTable(domain);
        table.row("RSA-2048, PKCS#1 only", "rsa-2048", "RSA_PKCS1_SHA256");
        table.row("RSA-2048", "rsa-2048", "RSA_PKCS1_SHA256", "RSA_PSS_SHA256");
        table.row("P-256", "ec-p256", "ECDSA_SHA256");
        table.row("P-384", "ec-p384", "ECDSA_SHA384");
        System.out.println("done");
    }

    private void row(String kind, String key, String... algorithms) throws Exception {
        grant(domain, key, algorithms);
        await(() -> Collections.list(keys.aliases()).equals(List.of(key))
                && ((RemotePrivateKey) keys.getKey(key, null)).granted().size() == algorithms.length);
        // Tomcat keeps the name of the first key that it finds.
        Tomcat server = tomcat(domain);
        tomcat = server.getConnector().getLocalPort();
        for (String version : VERSIONS) {
            cell(kind, version, "SSLEngine, both sides", () -> engines(version));
            cell(kind, version, "HttpsURLConnection", () -> page(version, key, ConsumerTable::urlConnection));
            cell(kind, version, "java.net.http", () -> page(version, key, ConsumerTable::httpClient));
            cell(kind, version, "Tomcat", () -> opensslClient(version, key));
        }
        server.stop();
        server.destroy();
        String method = "http://www.w3.org/2001/04/xmldsig-more#"
                + (key.startsWith("rsa") ? "rsa-sha256" : "ecdsa-sha" + key.substring(key.length() - 3));
        cell(kind, "XML", "JDK JSR-105", () -> xml(XMLSignatureFactory.getInstance("DOM"), method, key));
        cell(kind, "XML", "Santuario", () -> xml(XMLSignatureFactory.getInstance("DOM", new XMLDSigRI()), method, key));
    }

    private static void cell(String kind, String version, String who, Use use) {
        long before = calls();
        String outcome;
        try {
            use.run();
            outcome = Long.toString(calls() - before);
        } catch (Exception e) {
            outcome = calls() - before + " " + e;
        }
        System.out.println(String.join("\t", kind, version, who, outcome.replaceAll("\\s+", " ")));
    }

    private static long calls() {
        Provider provider = Security.getProvider("EEJSRemote");
        return ((RemoteKeyProvider) provider).counts().stream().mapToLong(ServerCounts::calls).sum();
    }

    private static void grant(Path domain, String key, String... algorithms) throws IOException {
        Path policy = Files.writeString(domain.resolve("policy.new"), """
                clients:
                  - subject: "%s"
                    keys: {%s: [%s]}
                """.formatted(KeyDomain.CLIENT, key, String.join(", ", algorithms)));
        Files.move(policy, domain.resolve("policy.yaml"), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** A condition. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("not within 30 s");
            }
            Thread.sleep(10);
        }
    }

    private void engines(String version) throws Exception {
        SSLEngine client = context.createSSLEngine();
        client.setUseClientMode(true);
        SSLEngine server = context.createSSLEngine();
        server.setUseClientMode(false);
        SSLParameters parameters = server.getSSLParameters();
        parameters.setNeedClientAuth(true);
        parameters.setProtocols(new String[] {version});
        server.setSSLParameters(parameters);
        client.beginHandshake();
        server.beginHandshake();
        ByteBuffer toServer = ByteBuffer.allocate(1 << 16);
        ByteBuffer toClient = ByteBuffer.allocate(1 << 16);
        // Until neither has data to send: TLS 1.3 sends tickets after the handshake.
        for (int idle = 0; idle < 3;) {
            boolean moved = wrap(client, toServer) | unwrap(server, toServer) | wrap(server, toClient)
                    | unwrap(client, toClient);
            idle = moved ? 0 : idle + 1;
        }
        if (!server.getSession().getProtocol().equals(version)) {
            throw new IllegalStateException("spoke " + server.getSession().getProtocol());
        }
        server.getSession().getPeerCertificates();
    }

    private static boolean wrap(SSLEngine engine, ByteBuffer out) throws Exception {
        runTasks(engine);
        return engine.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP
                && engine.wrap(ByteBuffer.allocate(0), out).bytesProduced() > 0;
    }

    private static boolean unwrap(SSLEngine engine, ByteBuffer in) throws Exception {
        in.flip();
        boolean moved = in.hasRemaining() && engine.unwrap(in, ByteBuffer.allocate(1 << 16)).bytesConsumed() > 0;
        in.compact();
        runTasks(engine);
        return moved;
    }

    private static void runTasks(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** A client that gets a page. */
    private interface Client {
        String get(URI page) throws Exception;
    }

    /**
     * Gets a page from a separate server, which closes connections when it likes, and serves one client after the
     * other.
     */
    private void page(String version, String key, Client client) throws Exception {
        try (OpensslServer server = OpensslServer.start(domain, option(version))) {
            String page = client.get(URI.create("https://localhost:" + server.port() + "/"));
            if (!page.contains("CN=" + key) && !page.contains("CN = " + key)) {
                throw new IllegalStateException("the server did not see the certificate: " + page);
            }
        }
    }

    private static String option(String version) {
        return version.equals("TLSv1.2") ? "-tls1_2" : "-tls1_3";
    }

    private static String urlConnection(URI page) throws Exception {
        HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
        try {
            return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            connection.disconnect();
        }
    }

    /** Reads a page, but not to its end: the JDK 17's client does not recognize TLS 1.3's end of the connection. */
    private static String httpClient(URI page) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(page).version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(60)).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines()).body()
                .filter(line -> line.contains("Subject:") && line.contains("CN")).findFirst().orElse("");
    }

    private void opensslClient(String version, String key) throws Exception {
        String said = Program.run(List.of("openssl", "s_client", "-connect", "127.0.0.1:" + tomcat, "-CAfile",
                domain.resolve("ca.pem").toString(), "-verify_return_error", "-brief", option(version)));
        if (!said.startsWith("0 ") || !said.contains("CN = " + key) || !said.contains(version)) {
            throw new IllegalStateException(said);
        }
    }

    private static Tomcat tomcat(Path domain) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(domain.resolve("tomcat").toString());
        tomcat.setSilent(true);
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("SSLEnabled", "true");
        connector.setSecure(true);
        connector.setScheme("https");
        SSLHostConfig host = new SSLHostConfig();
        host.setProtocols("TLSv1.2+TLSv1.3");
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateKeystoreType("EEJS-REMOTE");
        certificate.setCertificateKeystoreFile(domain.resolve("cluster.yaml").toString());
        host.addCertificate(certificate);
        connector.addSslHostConfig(host);
        tomcat.setConnector(connector);
        tomcat.addContext("", domain.toString());
        tomcat.start();
        return tomcat;
    }

    private void xml(XMLSignatureFactory xml, String method, String key) throws Exception {
        DocumentBuilderFactory documents = DocumentBuilderFactory.newInstance();
        documents.setNamespaceAware(true);
        Document document = documents.newDocumentBuilder().parse(
                new ByteArrayInputStream("<payment><amount>1.00</amount></payment>".getBytes(StandardCharsets.UTF_8)));
        Reference reference = xml.newReference("", xml.newDigestMethod(DigestMethod.SHA256, null),
                List.of(xml.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null)), null, null);
        SignedInfo signed = xml.newSignedInfo(xml.newCanonicalizationMethod(CanonicalizationMethod.EXCLUSIVE,
                (C14NMethodParameterSpec) null), xml.newSignatureMethod(method, null), List.of(reference));
        xml.newXMLSignature(signed, null).sign(new DOMSignContext(keys.getKey(key, null),
                document.getDocumentElement()));
        X509Certificate certificate = (X509Certificate) keys.getCertificate(key);
        XMLSignature found = XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(
                new DOMValidateContext(certificate.getPublicKey(), document.getDocumentElement().getLastChild()));
        if (!found.validate(new DOMValidateContext(certificate.getPublicKey(),
                document.getDocumentElement().getLastChild()))) {
            throw new IllegalStateException("the signature is not valid");
        }
    }
}
