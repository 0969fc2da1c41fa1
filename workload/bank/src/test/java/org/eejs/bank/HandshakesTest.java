package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eejs.banking.BackEndPolicy;
import org.eejs.banking.TlsProfile;
import org.eejs.role.OpenSslClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandshakesTest {
    private static final String IMAGE = "/images/3.gif";

    @TempDir
    private Path folder;

    /** By a ticket of TLS 1.3, by a ticket of TLS 1.2, and by the id of a session of TLS 1.2. */
    @ParameterizedTest
    @CsvSource({"modern, ''", "ecdhe-rsa, ''", "ecdhe-rsa, -no_ticket", "eejs-2016, ''"})
    void tellsResumedHandshakesFromFullOnes(TlsProfile profile, String option) throws Exception {
        try (TestBank bank = TestBank.start(profile, BackEndPolicy.POOLED, false)) {
            List<String> kinds = new ArrayList<>();
            Path session = folder.resolve("session");
            for (int i = 0; i < 4; i++) {
                List<String> options = new ArrayList<>(OpenSslClient.optionsFor(profile));
                options.addAll(List.of("-sess_out", session.toString()));
                if (session.toFile().exists()) {
                    options.addAll(List.of("-sess_in", session.toString()));
                }
                if (!option.isEmpty()) {
                    options.add(option);
                }
                String said = openSsl(bank).get(IMAGE, options);
                assertTrue(said.contains("GIF89a"), said);
                kinds.add(said.contains("\nReused, ") ? "Reused" : "New");
            }
            assertEquals(List.of("New", "Reused", "Reused", "Reused"), kinds);
            assertEquals(1, bank.stats().fullHandshakes());
            assertEquals(3, bank.stats().resumedHandshakes());
            assertEquals(0, bank.stats().failedHandshakes());
            assertEquals(profile.protocol(), bank.stats().protocol());
            assertEquals(profile.cipherSuite(), bank.stats().cipherSuite());
        }
    }

    @Test
    void countsFailedHandshakes() throws Exception {
        try (TestBank bank = TestBank.start()) {
            openSsl(bank).get(IMAGE, List.of("-tls1_2"));
            waitForFailures(bank, 1);
            openSsl(bank).get(IMAGE, List.of("-tls1_3", "-ciphersuites", "TLS_AES_256_GCM_SHA384"));
            waitForFailures(bank, 2);
            assertEquals(0, bank.stats().fullHandshakes());
        }
    }

    @Test
    void countsAClientThatLeavesAmidTheHandshake() throws Exception {
        try (TestBank bank = TestBank.start()) {
            // A client that finds that the certificate is of another host.
            String said = openSsl(bank).get(IMAGE, List.of("-tls1_3", "-ciphersuites", "TLS_AES_128_GCM_SHA256",
                    "-verify_hostname", "bank.example"));
            assertTrue(said.contains("hostname mismatch"), said);
            waitForFailures(bank, 1);
            assertEquals(0, bank.stats().fullHandshakes());
        }
    }

    @Test
    void doesNotCountWhatIsNoHandshake() throws Exception {
        try (TestBank bank = TestBank.start()) {
            new Socket("localhost", bank.port()).close();
            try (Socket plain = new Socket("localhost", bank.port())) {
                plain.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertTrue(new String(plain.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                        .startsWith("HTTP/1.1 400"));
            }
            new Browser(bank.address).get(IMAGE);
            assertEquals(1, bank.stats().fullHandshakes());
            assertEquals(0, bank.stats().failedHandshakes());
        }
    }

    private static OpenSslClient openSsl(TestBank bank) {
        return new OpenSslClient(TestFolder.PKI, bank.address);
    }

    private static void waitForFailures(TestBank bank, long expected) throws InterruptedException {
        for (int i = 0; i < 100 && bank.stats().failedHandshakes() < expected; i++) {
            Thread.sleep(20);
        }
        assertEquals(expected, bank.stats().failedHandshakes());
    }
}
