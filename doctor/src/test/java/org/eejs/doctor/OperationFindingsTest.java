package org.eejs.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.Port;
import org.eejs.doctor.evidence.Traffic;
import org.eejs.result.Diagnosis;
import org.eejs.result.Hellos;
import org.eejs.result.Diagnosis.Finding;
import org.eejs.result.Diagnosis.Operation;
import org.junit.jupiter.api.Test;

class OperationFindingsTest {
    private static final String[] KEY = Seen.below("sun.security.rsa.RSACore.crtCrypt", Seen.below(
            "java.security.Signature.sign", Seen.SERVER));
    private static final Port RSA = new Port(8443, "TLSv1.3", "TLS_AES_256_GCM_SHA384", "x25519", "RSA", 2_048, 1, 900,
            true, new Hellos("port 8443", List.of()));

    private static Diagnosis diagnosis(Seen seen, Traffic traffic, Port... ports) {
        JvmEvidence evidence = seen.samples(400, "java.util.HashMap.put").evidence().with(traffic, List.of(ports));
        return Doctor.examine(evidence, Doctor.LEAST, Doctor.THRESHOLD);
    }

    private static Traffic accepted(Map<String, Long> hosts) {
        return new Traffic(Seen.SECONDS, hosts, Map.of(), 0, 0, 0, 0);
    }

    private static List<String> ids(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(Finding::rule).toList();
    }

    @Test
    void handshakesOfClientsThatComeBackNameEachWayWithItsSaving() {
        Diagnosis diagnosis = diagnosis(new Seen().samples(300, KEY).samples(300, Seen.SERVER), accepted(Map.of(
                "10.0.0.7", 3_000L)), RSA);
        assertEquals(List.of("handshakes-as-server"), ids(diagnosis));
        Finding finding = diagnosis.findings().get(0);
        assertEquals(0.6, finding.cpuShare(), 1e-9);
        assertTrue(finding.evidence().contains("100.0 handshakes per second, counted, 6.00 ms of CPU each"), finding.toString());
        assertTrue(finding.cure().words().contains("keep connections, which saves up to 54% of the CPU; let them resume "
                + "sessions, which saves up to 30%; use a certificate with a P-256 key instead of RSA-2048, which saves "
                + "about "), finding.toString());
        Operation first = diagnosis.operations().get(0);
        assertEquals("full handshake as server", first.name());
        assertEquals(100, first.perSecond(), 1e-9);
        assertEquals(0.3, first.floor(), 1e-9, "half of it");
    }

    @Test
    void aServerThatDoesNotResumeHasToBeginWithIt() {
        Port port = new Port(8443, "TLSv1.3", "TLS_AES_256_GCM_SHA384", "x25519", "EC", 256, 1, 900, false,
                new Hellos("port 8443", List.of()));
        String words = diagnosis(new Seen().samples(600, KEY), accepted(Map.of("10.0.0.7", 3_000L)), port).findings()
                .get(0).cure().words();
        assertTrue(words.contains("let the server resume sessions, which it does not do now, which saves"), words);
    }

    /** Some servers decrypt, and wait for the socket, while they parse. */
    @Test
    void onlyParsingShowsHowManyRequestsAConnectionHas() {
        String parse = "io.helidon.webserver.http1.Http1Prologue.doRead";
        assertEquals(List.of("handshakes-as-server"), ids(diagnosis(new Seen().samples(300, KEY)
                .samples(200, "sun.security.ssl.SSLCipher.decrypt", "sun.security.ssl.SSLSocketImpl$AppInputStream.read",
                parse).samples(200, "sun.nio.ch.SocketDispatcher.read0", parse), accepted(Map.of("10.0.0.7", 3_000L)),
                RSA)));
    }

    @Test
    void clientsThatComeOnceHaveNothingToKeep() {
        Map<String, Long> strangers = IntStream.range(0, 200).boxed().collect(Collectors.toMap(i -> "10.0.1." + i,
                i -> 1L));
        assertEquals(List.of(), ids(diagnosis(new Seen().samples(600, KEY), accepted(strangers), RSA)));
    }

    /** Connections that end by a reset leave no trace in the kernel's tables. */
    @Test
    void connectionsThatTheKernelDoesNotShowAreNoProofOfKeptOnes() {
        Traffic none = new Traffic(Seen.SECONDS, Map.of(), Map.of(), 0, 0, 0, 0);
        assertEquals(List.of("connection-per-call"), ids(diagnosis(new Seen().samples(600, Seen.CLIENT).samples(50,
                "sun.nio.ch.Net.connect"), none)));
    }

    /** Engines in memory, for example. The cost is known, the saving is not. */
    @Test
    void handshakesWithoutAnySocketAreUndecided() {
        Traffic none = new Traffic(Seen.SECONDS, Map.of(), Map.of(), 0, 0, 0, 0);
        assertEquals(List.of(), ids(diagnosis(new Seen().samples(600, "sun.security.ssl.SSLContextImpl.createSSLEngine"),
                none)), "an engine without a key exchange");
        String[] exchange = Seen.below("sun.security.util.math.intpoly.IntegerPolynomial25519.mult", Seen.below(
                "sun.security.ssl.XDHKeyExchange$XDHEPossession.<init>", Seen.CLIENT));
        Diagnosis diagnosis = diagnosis(new Seen().samples(500, Seen.CLIENT).samples(100, exchange), none);
        assertEquals("connection-per-call", diagnosis.undecided().orElseThrow().rule());
        assertEquals(0, diagnosis.savedShare());
        assertNull(diagnosis.grade());
    }

    /** The field of P-256 also computes ECDSA, and clients offer keys of groups that servers do not choose. */
    @Test
    void handshakesAreEstimatedByTheGroupThatIsUsed() {
        String exchange = "sun.security.ssl.KeyShareExtension$SHKeyShareProducer.produce";
        String[] x25519 = Seen.below("sun.security.util.math.intpoly.IntegerPolynomial25519.mult", Seen.below(
                "sun.security.ssl.XDHKeyExchange$XDHEPossession.<init>", Seen.below(exchange, Seen.SERVER)));
        String[] ecdsa = Seen.below("sun.security.util.math.intpoly.IntegerPolynomialP256.mult", Seen.below(
                "java.security.Signature.sign", Seen.SERVER));
        double alone = diagnosis(new Seen().samples(100, x25519).samples(500, Seen.SERVER), Traffic.UNKNOWN)
                .operations().get(0).perSecond();
        double signed = diagnosis(new Seen().samples(100, x25519).samples(500, ecdsa), Traffic.UNKNOWN)
                .operations().stream().filter(each -> each.name().equals("full handshake as server"))
                .mapToDouble(Operation::perSecond).sum();
        assertTrue(alone > 0);
        assertEquals(alone, signed, 1e-6 * alone);
    }

    @Test
    void connectionsWithManyRequestsAreKeptByMostClients() {
        String[] parses = {"org.apache.coyote.http11.Http11InputBuffer.parseHeaders"};
        Diagnosis diagnosis = diagnosis(new Seen().samples(200, KEY).samples(40, parses), accepted(Map.of(
                "10.0.0.7", 3_000L)), RSA);
        assertEquals("handshakes-as-server", diagnosis.undecided().orElseThrow().rule());
        assertEquals(0, diagnosis.savedShare());
        // This server does the handshake when it reads the request.
        assertEquals(List.of("handshakes-as-server"), ids(diagnosis(new Seen().samples(200, Seen.below(KEY[0], KEY[1],
                KEY[2], KEY[3], KEY[4], "sun.net.httpserver.Request.readLine")), accepted(Map.of("10.0.0.7", 3_000L)),
                RSA)));
    }

    @Test
    void recordsOfBlockingSocketsAreSmallIfTheirWritesAre() {
        String[] writes = {"sun.security.ssl.SSLCipher.encrypt", "sun.security.ssl.SSLSocketOutputRecord.deliver",
            "sun.security.ssl.SSLSocketImpl$AppOutputStream.write"};
        Traffic small = new Traffic(Seen.SECONDS, Map.of(), Map.of(), 3_000_000, 90_000_000, 1_000, 1_000_000);
        assertEquals(List.of("small-records"), ids(diagnosis(new Seen().samples(600, writes), small)));
        Traffic large = new Traffic(Seen.SECONDS, Map.of(), Map.of(), 3_000_000, 9_000_000_000L, 1_000, 1_000_000);
        assertEquals(List.of(), ids(diagnosis(new Seen().samples(600, writes), large)));
        Traffic few = new Traffic(Seen.SECONDS, Map.of(), Map.of(), 3_000, 90_000, 1_000, 1_000_000);
        assertEquals(List.of(), ids(diagnosis(new Seen().samples(600, writes), few)), "the writes are not the records");
        String[] loop = {"sun.security.ssl.SSLCipher.encrypt", "sun.security.ssl.SSLEngineImpl.wrap"};
        assertEquals(List.of(), ids(diagnosis(new Seen().samples(600, loop), small)), "an event loop wakes itself");
    }

    @Test
    void eachLibraryHasItsSettingThatKeepsConnections() {
        for (Map.Entry<String, String> each : Map.of("okhttp3.internal.connection.RealCall.execute", "ConnectionPool(",
                "org.postgresql.Driver.connect", "HikariDataSource", "com.sun.jndi.ldap.LdapCtx.connect",
                "com.sun.jndi.ldap.connect.pool", "com.sun.mail.smtp.SMTPTransport.connect", "getTransport")
                .entrySet()) {
            Finding finding = diagnosis(new Seen().samples(600, Seen.below(Seen.CLIENT[0], Seen.CLIENT[1],
                    Seen.CLIENT[2], each.getKey())), Traffic.UNKNOWN).findings().get(0);
            assertEquals("connection-per-call", finding.rule());
            assertTrue(finding.cure().lines().toString().contains(each.getValue()), finding.toString());
            assertEquals("com.example.Pay.call", finding.caller());
        }
    }

    @Test
    void theLibraryOfFixesIsNotPrintedWhereItDoesNothing() {
        Seen seen = new Seen().samples(500, "javax.net.ssl.SSLContext.init").services(300, "SSLContext", "TLS", "SunJSSE");
        assertTrue(diagnosis(seen, Traffic.UNKNOWN).findings().get(0).cure().lines().toString().contains("eejs-jsse"));
        Finding finding = diagnosis(seen.heap("com.example.PinningTrustManager", 3), Traffic.UNKNOWN).findings().get(0);
        assertEquals("context-per-call", finding.rule());
        assertEquals(List.of(), finding.cure().lines(), finding.toString());
        assertTrue(finding.cure().words().endsWith("a trust or key manager of the service’s own prevents sharing"),
                finding.toString());
    }
}
