package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.bank.BankProcess.Launch;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsProfile.NamedGroup;
import org.eejs.besim.BesimServer;
import org.eejs.besim.BesimSettings;
import org.eejs.role.OpenSslClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bank as a separate process, because it sets JSSE's properties for a whole process. */
class BankProcessTest {
    @TempDir
    private Path folder;

    /** One of each protocol, kind of key exchange and mode of records. */
    @ParameterizedTest
    @ValueSource(strings = {"modern", "ecdsa-tls13-p256", "ecdhe-rsa-cbc", "eejs-2016"})
    void negotiatesExactlyTheProfile(TlsProfile profile) throws Exception {
        negotiates(profile);
    }

    @ParameterizedTest
    @MethodSource
    @Tag("long")
    void negotiatesTheOtherProfilesToo(TlsProfile profile) throws Exception {
        negotiates(profile);
    }

    static Stream<TlsProfile> negotiatesTheOtherProfilesToo() {
        return OpenSslClient.profiles().filter(profile -> profile.forUsers() && !List.of("modern", "classical",
                "ecdsa-tls13-p256", "ecdhe-rsa-cbc", "eejs-2016", "ecdhe-rsa-tls13").contains(profile.id()));
    }

    private void negotiates(TlsProfile profile) throws Exception {
        BesimServer besim = new BesimServer(
                new BesimSettings("localhost", 0, 1, false, false, profile, TestFolder.PKI.folder()));
        String backEnd = besim.start();
        try (BankProcess bank = BankProcess.serve(Launch.plain(), folder,
                List.of("--tls", profile.id(), "--besim", backEnd))) {
            assertTrue(bank.address.matches("localhost:\\d+"), bank.address);
            OpenSslClient client = new OpenSslClient(TestFolder.PKI, bank.address);
            String said = client.get("/images/3.gif", OpenSslClient.optionsFor(profile));
            assertTrue(said.contains("GIF89a"), said);
            if (profile.groups().contains(NamedGroup.X25519)) {
                assertTrue(said.contains("Server Temp Key: X25519"), said);
            } else if (profile.groups().contains(NamedGroup.SECP256R1)) {
                assertTrue(said.contains("Server Temp Key: ECDH, prime256v1"), said);
            }
            if (!profile.groups().isEmpty()) {
                List<String> otherGroup = new ArrayList<>(OpenSslClient.optionsFor(profile));
                otherGroup.set(otherGroup.size() - 1, "P-384");
                assertFalse(client.get("/images/3.gif", otherGroup).contains("GIF89a"));
            }
            JsonNode stats = bank.stats();
            assertEquals(1, stats.get("fullHandshakes").asLong());
            assertEquals(profile.protocol(), stats.get("protocol").asText());
            assertEquals(profile.cipherSuite(), stats.get("cipherSuite").asText());
            assertEquals(profile.protocol(), stats.get("backEndProtocol").asText());
            assertEquals(profile.cipherSuite(), stats.get("backEndCipherSuite").asText());
            assertEquals(profile.cipherSuite(), besim.stats().cipherSuite());
            assertEquals(1, stats.get("backEndFullHandshakes").asLong());
            assertTrue(stats.get("tlsEngine").asText().startsWith("SunJSSE "), stats::toString);
            assertNoFiles();
            assertEquals(0, bank.stop());
            assertNoFiles();
        } finally {
            besim.stop();
        }
    }

    /**
     * Asserts that there are no files: the folder is the bank's working directory and the one for its temporary files.
     */
    private void assertNoFiles() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void reportsInOneLineThatItsPortIsInUse() throws Exception {
        BesimServer besim = new BesimServer(
                new BesimSettings("localhost", 0, 1, false, false, TlsProfile.MODERN, TestFolder.PKI.folder()));
        String backEnd = besim.start();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            String port = String.valueOf(taken.getLocalPort());
            JsonNode failed = BankProcess.event(Launch.plain(), 1, folder, List.of("--besim", backEnd, "--port", port));
            assertEquals("failed", failed.get("event").asText());
            assertEquals("port " + port + " is in use; choose another with --port, or 0 for any free one",
                    failed.get("data").get("message").asText());
        } finally {
            besim.stop();
        }
    }

    @Test
    void reportsInOneLineWhatIsWrongWithAnOption() throws Exception {
        assertBadInput("'plaid' is not a back-end policy; there are new-context, new-connection, pooled, plain",
                "--besim", "localhost:1", "--back-end", "plaid");
        assertBadInput("'localhost' is not HOST:PORT, such as localhost:9443", "--besim", "localhost");
        assertBadInput("--besim", "--port", "0");
        assertBadInput("--port '65536': must be a port up to 65535, or 0 for any free one",
                "--besim", "localhost:1", "--port", "65536");
    }

    private void assertBadInput(String message, String... options) throws IOException, InterruptedException {
        String said = BankProcess.complaint(Launch.plain(), folder, List.of(options));
        assertTrue(said.contains(message), said);
    }
}
