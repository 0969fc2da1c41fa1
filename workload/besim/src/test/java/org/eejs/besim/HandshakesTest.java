package org.eejs.besim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eejs.banking.BesimStats;
import org.eejs.banking.TlsProfile.NamedGroup;
import org.eejs.banking.TlsProfile;
import org.eejs.role.OpenSslClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HandshakesTest {
    private static final String CALL = "/besim?1&1&5";

    @TempDir
    private Path folder;

    /** Starts the simulator. JSSE reads its named groups once per process, and here many profiles follow each other. */
    private static TestBackEnd start(TlsProfile profile) throws Exception {
        return profile.isInBoringSsl() || profile.groups().isEmpty() ? TestBackEnd.start(profile, false)
                : TestBackEnd.startProcess(profile);
    }

    @ParameterizedTest
    @MethodSource("org.eejs.role.OpenSslClient#profiles")
    void negotiatesExactlyTheProfile(TlsProfile profile) throws Exception {
        try (TestBackEnd besim = start(profile)) {
            String said = openSsl(besim).get(CALL, OpenSslClient.optionsFor(profile));
            assertTrue(said.contains("HTTP/1.1 200 OK"), said);
            if (profile.groups().contains(NamedGroup.X25519)) {
                assertTrue(said.contains("Server Temp Key: X25519"), said);
            } else if (profile.groups().contains(NamedGroup.SECP256R1)) {
                assertTrue(said.contains("Server Temp Key: ECDH, prime256v1"), said);
            }
            BesimStats stats = besim.stats();
            assertEquals(profile.protocol(), stats.protocol());
            assertEquals(profile.cipherSuite(), stats.cipherSuite());
            assertEquals(1, stats.fullHandshakes());
        }
    }

    @ParameterizedTest
    @MethodSource("org.eejs.role.OpenSslClient#profiles")
    void refusesAnythingElse(TlsProfile profile) throws Exception {
        List<List<String>> others = new ArrayList<>();
        others.add(List.of(profile.protocol().equals("TLSv1.3") ? "-no_tls1_3" : "-tls1_3"));
        others.add(profile.protocol().equals("TLSv1.3")
                ? List.of("-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384")
                : List.of("-tls1_2", "-cipher", "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384"));
        if (!profile.groups().isEmpty()) {
            List<String> otherGroup = new ArrayList<>(OpenSslClient.optionsFor(profile));
            otherGroup.set(otherGroup.size() - 1, "P-384");
            others.add(otherGroup);
        }
        try (TestBackEnd besim = start(profile)) {
            for (List<String> options : others) {
                String said = openSsl(besim).get(CALL, options);
                assertTrue(!said.contains("HTTP/1.1"), said);
            }
            waitForFailures(besim, others.size());
            assertEquals(0, besim.stats().fullHandshakes());
            assertEquals(0, besim.stats().calls());
        }
    }

    /** A bank that starts under full load needs more than ten seconds for a handshake; Netty would cut it off then. */
    @Test
    void waitsForSlowClients() throws Exception {
        // BoringSSL serves one profile, the JDK the other.
        for (TlsProfile profile : List.of(TlsProfile.MODERN, TlsProfile.of("eejs-2016"))) {
            try (BesimTls tls = new BesimTls(profile, TestBackEnd.pki(), false)) {
                SslHandler handler = tls.newHandler(ByteBufAllocator.DEFAULT);
                assertEquals(60_000, handler.getHandshakeTimeoutMillis(), tls.engineName());
                ReferenceCountUtil.release(handler.engine());
            }
        }
    }

    @Test
    @Tag("long")
    void stillServesAClientThatSendsNothingForElevenSeconds() throws Exception {
        try (TestBackEnd besim = TestBackEnd.start(TlsProfile.MODERN, false);
                Socket slow = new Socket("localhost", besim.port())) {
            slow.setSoTimeout(11_000);
            assertThrows(SocketTimeoutException.class, () -> slow.getInputStream().read());
            assertEquals(0, besim.stats().failedHandshakes());
        }
    }

    @ParameterizedTest
    @CsvSource({"modern", "ecdhe-rsa", "eejs-2016"})
    void tellsResumedHandshakesFromFullOnes(TlsProfile profile) throws Exception {
        try (TestBackEnd besim = TestBackEnd.start(profile, true)) {
            assertEquals(List.of("New", "Reused", "Reused"), connectThrice(besim, profile));
            assertEquals(1, besim.stats().fullHandshakes());
            assertEquals(2, besim.stats().resumedHandshakes());
        }
    }

    @ParameterizedTest
    @CsvSource({"modern", "ecdhe-rsa", "eejs-2016"})
    void resumesOnlyIfConfigured(TlsProfile profile) throws Exception {
        try (TestBackEnd besim = TestBackEnd.start(profile, false)) {
            assertEquals(List.of("New", "New", "New"), connectThrice(besim, profile));
            assertEquals(3, besim.stats().fullHandshakes());
            assertEquals(0, besim.stats().resumedHandshakes());
        }
    }

    @Test
    void countsAConnectionAsFailedOnlyIfTheClientSentSomething() throws Exception {
        try (TestBackEnd besim = TestBackEnd.start(TlsProfile.MODERN, false)) {
            new Socket("localhost", besim.port()).close();
            try (Socket talking = new Socket("localhost", besim.port())) {
                talking.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                talking.getInputStream().readAllBytes();
            }
            assertEquals(0, besim.ask("1&1&5").status());
            waitForFailures(besim, 1);
            assertEquals(1, besim.stats().fullHandshakes());
        }
    }

    private List<String> connectThrice(TestBackEnd besim, TlsProfile profile) throws Exception {
        String session = folder.resolve("session").toString();
        List<String> kinds = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            List<String> options = new ArrayList<>(OpenSslClient.optionsFor(profile));
            options.addAll(List.of("-sess_out", session));
            if (folder.resolve("session").toFile().exists()) {
                options.addAll(List.of("-sess_in", session));
            }
            String said = openSsl(besim).get(CALL, options);
            assertTrue(said.contains("HTTP/1.1 200 OK"), said);
            kinds.add(said.contains("\nReused, ") ? "Reused" : "New");
        }
        return kinds;
    }

    private static OpenSslClient openSsl(TestBackEnd besim) {
        return new OpenSslClient(TestBackEnd.pki(), besim.address);
    }

    private static void waitForFailures(TestBackEnd besim, long expected) throws InterruptedException {
        for (int i = 0; i < 100 && besim.stats().failedHandshakes() < expected; i++) {
            Thread.sleep(20);
        }
        assertEquals(expected, besim.stats().failedHandshakes());
    }
}
