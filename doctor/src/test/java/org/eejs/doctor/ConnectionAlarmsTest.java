package org.eejs.doctor;

import static org.eejs.doctor.Seen.CLIENT;
import static org.eejs.doctor.Seen.FINISHED;
import static org.eejs.doctor.Seen.SERVER;
import static org.eejs.doctor.Seen.SUITE;
import static org.eejs.doctor.Seen.below;
import static org.eejs.doctor.Seen.seen;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.result.Diagnosis.NotSeen;
import org.junit.jupiter.api.Test;

/** False alarms about connections, and missed ones, each with a small capture. */
class ConnectionAlarmsTest {
    private static final String[] APACHE = {"sun.security.ssl.SSLSocketImpl.startHandshake",
        "org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy.upgrade"};
    private static final String[] HTTP_CLIENT = {"sun.security.ssl.SSLHandshake.consume",
        "jdk.internal.net.http.common.SSLFlowDelegate.processHandshake"};
    private static final String CHECK = "sun.security.ssl.X509TrustManagerImpl.checkServerTrusted";
    private static final String OLD_SUITE = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";

    @Test
    void aClientOfApacheThatReconnectsHasNoClientCertificate() {
        // The JVM is also a server, so it has a key.
        Seen anew = seen().samples(400, APACHE).handshakes(120, "worker", "backend", SUITE, APACHE)
                .heap("sun.security.ssl.SunX509KeyManagerImpl", 1);
        assertEquals(List.of(), anew.rules());
        assertEquals(List.of(), anew.samples(9, below(
                "sun.security.ssl.SunX509KeyManagerImpl.chooseEngineServerAlias", SERVER)).samples(9, below(
                "sun.security.ssl.CertificateVerify$T13CertificateVerifyProducer.produce", SERVER)).rules());
        assertEquals(List.of("mtls-pool-state"), anew.samples(9, below(
                "sun.security.ssl.SunX509KeyManagerImpl.chooseClientAlias", APACHE)).rules());
    }

    @Test
    void reusedClientsConnectNowAndThen() {
        // The servers close idle connections, and each client connects again.
        Seen kept = seen().samples(400, HTTP_CLIENT).handshakes(40, "HttpClient-%d-Worker-0", "backend%d", SUITE,
                HTTP_CLIENT);
        for (int i = 1; i <= 40; i++) {
            kept.samplesOf("HttpClient-" + i + "-SelectorManager", 9, "java.util.HashMap.put");
        }
        assertEquals(List.of(), kept.rules());
        assertEquals(List.of(), seen().seconds(5).handshakes(5, "HttpClient-%d-Worker-0", "backend", SUITE, HTTP_CLIENT)
                .rules(), "a short look");
    }

    @Test
    void creationOfClientsWithAnExecutorIsSeen() {
        Seen own = seen().samples(400, HTTP_CLIENT).handshakes(120, "pool-%d-thread-1", "backend", SUITE, HTTP_CLIENT);
        assertEquals(List.of(), own.rules(), "one that its server disconnects");
        assertEquals(List.of("http-client-per-call"), own.samples(20, "jdk.internal.net.http.HttpClientImpl.create")
                .rules());
    }

    @Test
    void chainsOfOthersThanServersAreNoProofOfFullHandshakes() {
        Seen resuming = seen().samples(400, CLIENT).handshakes(120, "worker", "backend", SUITE, FINISHED).chains(10);
        assertEquals(List.of(), resuming.rules());
        assertEquals(List.of(), resuming.chains(120, 9, "sun.security.ssl.X509TrustManagerImpl.checkClientTrusted")
                .chains(120, 9, "java.util.jar.JarFile.getInputStream").rules());
        assertEquals(List.of("client-never-resumes"), resuming.chains(110).rules());
    }

    @Test
    void whetherClientsOfOlderTlsResumeIsNotKnown() {
        String gap = "client-never-resumes";
        Seen full = seen().samples(400, CLIENT).handshakes(120, "worker", "backend", OLD_SUITE)
                .chains(120, 1, CHECK, "sun.security.ssl.CertificateMessage$T12CertificateConsumer.consume");
        assertEquals(List.of(), full.rules());
        assertTrue(full.diagnosis().notSeen().stream().map(NotSeen::rule).anyMatch(gap::equals));
        // A server that resumes sessions recorded these handshakes.
        Seen server = seen().samples(400, SERVER).handshakes(120, "worker", "10.0.0.7", OLD_SUITE).chains(120, 9,
                "java.util.jar.JarFile.getInputStream");
        assertEquals(List.of(), server.rules());
        assertTrue(server.diagnosis().notSeen().stream().map(NotSeen::rule).noneMatch(gap::equals));
    }

    @Test
    void usersBehindABalancerAreNotReturningUsers() {
        assertEquals(List.of(), seen().samples(900, SERVER).handshakes(60, "worker", "10.0.0.7", SUITE)
                .handshakes(60, "worker", "10.0.0.8", SUITE).rules());
    }
}
