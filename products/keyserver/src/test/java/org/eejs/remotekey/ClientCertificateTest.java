package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.pki.files.FaultyFileException;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.files.Notice;
import org.eejs.remotekey.protocol.KeysGrpc;
import org.eejs.remotekey.server.KeyServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that identify a client: those that the policy names, made for clients, and not revoked. */
@Tag("costly")
class ClientCertificateTest {
    private static final String OTHER_NAME = "CN=\uff43\uff4c\uff49\uff45\uff4e\uff54-\uff11,O=EEJS";

    @TempDir
    Path folder;
    private Identity authority;
    private X509Certificate own;
    private String granted;

    @BeforeEach
    void domain() throws Exception {
        Domains.copy(folder);
        granted = Files.readString(folder.resolve("policy.yaml"));
        authority = Domains.shared().issuer();
        own = Identity.read(folder.resolve("client.pem"), folder.resolve("client.key")).certificate();
        identity("second", CertificateBuilder.client(KeyDomain.CLIENT));
    }

    private X509Certificate identity(String name, CertificateBuilder certificate) throws Exception {
        Identity identity = certificate.key("EC", 256).issuedBy(authority);
        identity.writePem(folder, name);
        return identity.certificate();
    }

    private static void assertSigns(KeysGrpc.KeysBlockingStub client) {
        assertEquals(256, client.sign(Served.request().build()).getSignature().size());
    }

    private static Status.Code refused(KeysGrpc.KeysBlockingStub client) {
        return assertThrows(StatusRuntimeException.class, () -> client.sign(Served.request().build())).getStatus()
                .getCode();
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    private void policyNames(String identity) throws IOException {
        Path policy = folder.resolve("policy.yaml");
        String line = granted.lines().filter(each -> each.contains("subject:")).findFirst().orElseThrow();
        Files.writeString(policy, granted.replace(line, line.substring(0, line.indexOf("subject:")) + identity));
    }

    @Test
    void oneCertificateOfSeveralOfASubject() throws Exception {
        String colons = sha256(own.getEncoded()).toUpperCase(Locale.ROOT).replaceAll("..(?!$)", "$0:");
        for (String identity : new String[] {
            "certificateSha256: " + colons,
            "keySha256: " + sha256(own.getPublicKey().getEncoded()),
            "subject: \"" + KeyDomain.CLIENT + "\"\n  issuer: \"" + own.getIssuerX500Principal().getName()
                + "\"\n  serial: \"" + own.getSerialNumber().toString(16) + "\""}) {
            policyNames(identity);
            try (Served served = new Served(folder, "")) {
                assertSigns(served.client("client"));
                assertEquals(Status.Code.PERMISSION_DENIED, refused(served.client("second")), identity);
            }
        }
    }

    @Test
    void aNameOfCharactersThatLookAlike() throws Exception {
        identity("wide", CertificateBuilder.client(OTHER_NAME));
        identity("spaced", CertificateBuilder.client("CN=CLIENT-1,O=eejs"));
        try (Served served = new Served(folder, "")) {
            assertEquals(Status.Code.PERMISSION_DENIED, refused(served.client("wide")));
            assertSigns(served.client("spaced"));
        }
    }

    @Test
    void aCertificateThatIsNotForClients() throws Exception {
        X509Certificate other = identity("other", CertificateBuilder.signer(KeyDomain.CLIENT));
        try (Served served = new Served(folder, "")) {
            assertEquals(Status.Code.UNAVAILABLE, refused(served.client("other")));
            served.awaitLog("NO_TLS", "not for clients", "\"serial\":\"" + other.getSerialNumber().toString(16),
                    sha256(other.getEncoded()));
        }
    }

    private String refusedOnOpening(CertificateBuilder certificate) throws Exception {
        X509Certificate made = identity("client", certificate);
        Path file = KeyDomain.open(folder).cluster(List.of("127.0.0.1:1"));
        String told = assertThrows(FaultyFileException.class, () -> KeyCluster.open(file)).getMessage();
        assertTrue(told.startsWith(folder.resolve("client.pem") + ": ") && told.endsWith("'"
                + made.getSubjectX500Principal().getName() + "'") && told.lines().count() == 1, told);
        return told;
    }

    /** No server is running: the client finds the fault before it connects. */
    @Test
    void aClientNamesWhatIsWrongWithItsOwnCertificate() throws Exception {
        String name = KeyDomain.CLIENT;
        assertTrue(refusedOnOpening(CertificateBuilder.client(name).valid(Duration.ofDays(1), Duration.ofDays(2)))
                .contains("the certificate is not valid before "));
        assertTrue(refusedOnOpening(CertificateBuilder.client(name).valid(Duration.ofDays(-2), Duration.ofDays(-1)))
                .contains("the certificate ended at "));
        assertTrue(refusedOnOpening(CertificateBuilder.signer(name))
                .contains("its extended key usage lacks clientAuth"));
        assertTrue(refusedOnOpening(CertificateBuilder.server(name, "localhost"))
                .contains("its extended key usage lacks clientAuth"));
        assertTrue(refusedOnOpening(CertificateBuilder.client(name).usage(KeyUsage.keyEncipherment))
                .contains("its key usage lacks digitalSignature"));
    }

    /** Key and certificates in one file with a byte order mark, on both sides. */
    @Test
    @Tag("long")
    void filesOfEditorsAreRead() throws Exception {
        for (String each : List.of("client", "server-1")) {
            String both = "\ufeff" + Files.readString(folder.resolve(each + ".key"))
                    + Files.readString(folder.resolve(each + ".pem"));
            Files.writeString(folder.resolve(each + ".key"), both);
            Files.writeString(folder.resolve(each + ".pem"), both);
        }
        Files.writeString(folder.resolve("ca.pem"), "\ufeff" + Files.readString(folder.resolve("ca.pem")));
        try (Served served = new Served(folder, "");
                KeyCluster cluster = KeyCluster.open(KeyDomain.open(folder).cluster(
                List.of("127.0.0.1:" + served.server.port())))) {
            assertTrue(cluster.keys().containsKey(KeyDomain.RSA_2048));
        }
    }

    /** One name in several spellings, and names that differ from it. */
    @Test
    @Tag("long")
    void aNameInTheSpellingOfOtherPrograms() throws Exception {
        String name = "1.2.840.113549.1.9.1=#16056140622e63,2.5.4.97=#130756415442522d31,2.5.4.4=#0c0553696c7661,"
                + "O=EEJS\\, \\\"Filhos\\\",ST=SP,C=BR";
        identity("spelled", CertificateBuilder.client(name));
        for (String own : List.of(
                "E=a@b.c, OID.2.5.4.97=VATBR-1, SN=Silva, O=\"EEJS, \"\"Filhos\"\"\", S=SP, C=BR",
                "emailAddress=a@b.c,organizationIdentifier=VATBR-1,surname=Silva,O=EEJS\\, \\\"Filhos\\\",ST=SP,C=BR",
                "/C=BR/ST=SP/O=EEJS, \"Filhos\"/SN=Silva/organizationIdentifier=VATBR-1/emailAddress=a@b.c")) {
            assertGranted(own, true);
            assertGranted(own.replace("Silva", "Silvb"), false);
        }
        assertGranted("E=a@b.c, OID.2.5.4.97=VATBR-1, SERIALNUMBER=Silva, O=\"EEJS, \"\"Filhos\"\"\", S=SP, C=BR",
                false);
        policyNames("subject: 'FOO=a,O=EEJS'");
        String told = assertThrows(FaultyFileException.class, () -> new Served(folder, "").close()).getMessage();
        assertTrue(told.contains("there is no type 'FOO'; write its number"), told);
    }

    private void assertGranted(String subject, boolean granting) throws Exception {
        policyNames("subject: '" + subject + "'");
        try (Served served = new Served(folder, "")) {
            if (granting) {
                assertSigns(served.client("spelled"));
            } else {
                assertEquals(Status.Code.PERMISSION_DENIED, refused(served.client("spelled")), subject);
            }
        }
    }

    private void writeList(Identity issuer, Instant end, X509Certificate... revoked) throws Exception {
        X509v2CRLBuilder list = new JcaX509v2CRLBuilder(issuer.certificate().getSubjectX500Principal(),
                Date.from(Instant.now().minus(Duration.ofDays(1)))).setNextUpdate(Date.from(end));
        for (X509Certificate each : revoked) {
            list.addCRLEntry(each.getSerialNumber(), new Date(), CRLReason.keyCompromise);
        }
        try (JcaPEMWriter out = new JcaPEMWriter(Files.newBufferedWriter(folder.resolve("crl.pem")))) {
            out.writeObject(list.build(new JcaContentSignerBuilder("SHA256withECDSA")
                    .build(issuer.keys().getPrivate())));
        }
    }

    private Served serveWithList() throws Exception {
        Path file = folder.resolve("keyserver-1.yaml");
        String text = Files.readString(file);
        String line = text.lines().filter(each -> each.contains("clientAuthority:")).findFirst().orElseThrow();
        Files.writeString(file, text.replace(line, line + "\n  revoked: crl.pem"));
        return new Served(folder, "limits: {reloadMs: 50}\n");
    }

    @Test
    void aRevokedCertificate() throws Exception {
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
        writeList(authority, tomorrow);
        SslContext resuming = GrpcSslContexts.configure(SslContextBuilder.forClient(),
                SslProvider.JDK).trustManager(folder.resolve("ca.pem").toFile())
                .keyManager(folder.resolve("client.pem").toFile(), folder.resolve("client.key").toFile()).build();
        try (Served served = serveWithList()) {
            KeysGrpc.KeysBlockingStub open = served.client("client");
            assertSigns(open);
            ManagedChannel before = channel(served, resuming);
            assertSigns(KeysGrpc.newBlockingStub(before));
            before.shutdownNow();

            writeList(authority, tomorrow, own);
            served.awaitNotice(Notice.Event.RELOADED, "in force");
            assertEquals(Status.Code.UNAUTHENTICATED, refused(open));
            served.awaitLog("UNAUTHENTICATED", "is revoked", own.getSerialNumber().toString(16));
            assertEquals(Status.Code.UNAVAILABLE, refused(served.client("client")));
            served.awaitLog("NO_TLS", "is revoked", sha256(own.getEncoded()));
            ManagedChannel after = channel(served, resuming);
            assertTrue(refused(KeysGrpc.newBlockingStub(after)) != Status.Code.OK);
            after.shutdownNow();
            assertSigns(served.client("second"));
        }
    }

    private static ManagedChannel channel(Served served, SslContext tls) {
        return NettyChannelBuilder.forAddress("localhost", served.server.port()).sslContext(tls).build();
    }

    @Test
    void aListThatDoesNotHold() throws Exception {
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
        writeList(authority, tomorrow, own);
        try (Served served = serveWithList()) {
            writeList(KeyDomain.newAuthority(), tomorrow);
            served.awaitNotice(Notice.Event.REFUSED_RELOAD, "is not signed by an authority");
            writeList(authority, Instant.now().minus(Duration.ofHours(1)));
            served.awaitNotice(Notice.Event.REFUSED_RELOAD, "should have been replaced by");
            assertEquals(Status.Code.UNAVAILABLE, refused(served.client("client")));
            assertSigns(served.client("second"));
        }
        assertFalse(assertThrows(FaultyFileException.class, () -> KeyServer.start(folder.resolve("keyserver-1.yaml"))
                .close()).getMessage().isEmpty());
    }

    @Test
    @Tag("long")
    void aListThatGrowsOld() throws Exception {
        writeList(authority, Instant.now().plus(Duration.ofDays(1)));
        try (Served served = serveWithList()) {
            writeList(authority, Instant.now().plusSeconds(8), own);
            served.awaitNotice(Notice.Event.RELOADED, "in force");
            served.awaitNotice(Notice.Event.STALE_REVOCATIONS, "It stays in force");
            assertEquals(Status.Code.UNAVAILABLE, refused(served.client("client")));
            assertSigns(served.client("second"));
        }
    }
}
