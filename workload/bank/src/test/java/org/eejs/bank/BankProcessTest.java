package org.eejs.bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eejs.bank.BankProcess.Launch;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsProfile.NamedGroup;
import org.eejs.besim.BesimServer;
import org.eejs.besim.BesimSettings;
import org.eejs.role.OpenSslClient;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The bank as a process of its own, where it pins what JSSE takes for a whole process. */
class BankProcessTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    /** All but the one that is the same as another. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "ECDHE_RSA_TLS13")
    void negotiatesExactlyTheProfile(TlsProfile profile) throws Exception {
        Assumptions.assumeTrue(OpenSslClient.isInstalled(), "openssl is not installed");
        BesimServer besim = new BesimServer(
                new BesimSettings("localhost", 0, 1, false, false, profile, TestFolder.PKI.folder()));
        String backEnd = besim.start();
        Process bank = bank("--tls", profile.id(), "--besim", backEnd);
        try (BufferedReader out = bank.inputReader(StandardCharsets.UTF_8);
                PrintStream in = new PrintStream(bank.getOutputStream(), true, StandardCharsets.UTF_8)) {
            JsonNode ready = JSON.readTree(out.readLine());
            assertEquals("ready", ready.get("event").asText(), ready::toString);
            String address = ready.get("data").get("address").asText();
            assertTrue(address.matches("localhost:\\d+"), address);
            OpenSslClient client = new OpenSslClient(TestFolder.PKI, address);
            String said = client.get("/images/3.gif", OpenSslClient.optionsFor(profile));
            assertTrue(said.contains("GIF89a"), said);
            if (profile.namedGroup() == NamedGroup.X25519) {
                assertTrue(said.contains("Server Temp Key: X25519"), said);
            } else if (profile.namedGroup() == NamedGroup.SECP256R1) {
                assertTrue(said.contains("Server Temp Key: ECDH, prime256v1"), said);
            }
            if (profile.namedGroup() != NamedGroup.NONE) {
                List<String> otherGroup = new ArrayList<>(OpenSslClient.optionsFor(profile));
                otherGroup.set(otherGroup.size() - 1, "P-384");
                assertFalse(client.get("/images/3.gif", otherGroup).contains("GIF89a"));
            }
            in.println("stats");
            JsonNode stats = JSON.readTree(out.readLine()).get("data");
            assertEquals(1, stats.get("fullHandshakes").asLong());
            assertEquals(profile.protocol(), stats.get("protocol").asText());
            assertEquals(profile.cipherSuite(), stats.get("cipherSuite").asText());
            assertEquals(profile.protocol(), stats.get("backEndProtocol").asText());
            assertEquals(profile.cipherSuite(), stats.get("backEndCipherSuite").asText());
            assertEquals(profile.cipherSuite(), besim.stats().cipherSuite());
            assertEquals(1, stats.get("backEndFullHandshakes").asLong());
            assertTrue(stats.get("tlsEngine").asText().startsWith("SunJSSE "), stats::toString);
            assertNoFiles();
            in.println("stop");
            assertTrue(bank.waitFor(20, TimeUnit.SECONDS));
            assertEquals(0, bank.exitValue());
            assertNoFiles();
        } finally {
            bank.destroyForcibly();
            besim.stop();
        }
    }

    /** The folder is the bank's working directory and that for its temporary files. */
    private void assertNoFiles() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void saysInOneLineThatItsPortIsInUse() throws Exception {
        BesimServer besim = new BesimServer(
                new BesimSettings("localhost", 0, 1, false, false, TlsProfile.MODERN, TestFolder.PKI.folder()));
        String backEnd = besim.start();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
            String port = String.valueOf(taken.getLocalPort());
            assertEquals(List.of("1", "port " + port + " is in use; choose another with --port, or 0 for any free one"),
                    failure("--besim", backEnd, "--port", port));
        } finally {
            besim.stop();
        }
    }

    /** The exit code and the message of a bank that cannot start; nothing else must be said. */
    private List<String> failure(String... options) throws IOException, InterruptedException {
        Process bank = bank(options);
        bank.getOutputStream().flush();
        JsonNode failed = JSON.readTree(bank.getInputStream().readAllBytes());
        assertEquals("failed", failed.get("event").asText());
        assertEquals("", new String(bank.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        return List.of(String.valueOf(bank.waitFor()), failed.get("data").get("message").asText());
    }

    @Test
    void saysInOneLineWhatIsWrongWithAnOption() throws Exception {
        assertBadInput("'plaid' is not a back-end policy; there are new-context, new-connection, pooled, plain",
                "--besim", "localhost:1", "--back-end", "plaid");
        assertBadInput("'localhost' is not HOST:PORT, such as localhost:9443", "--besim", "localhost");
        assertBadInput("--besim", "--port", "0");
        assertBadInput("--port 65536 is not a port; give 0 to 65535", "--besim", "localhost:1", "--port", "65536");
    }

    private void assertBadInput(String message, String... options) throws IOException, InterruptedException {
        Process bank = bank(options);
        String said = new String(bank.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(said.contains(message), said);
        assertEquals(1, said.lines().count(), said);
        assertEquals(2, bank.waitFor());
    }

    private Process bank(String... options) throws IOException {
        return Launch.plain().start(folder, List.of(options));
    }
}
