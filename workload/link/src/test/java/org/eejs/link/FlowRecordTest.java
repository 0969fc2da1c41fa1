package org.eejs.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The records of handshakes, compared with what OpenSSL and curl measure at the same time. */
@Isolated
@Timeout(60)
class FlowRecordTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern READ = Pattern.compile("SSL handshake has read (\\d+) bytes and written (\\d+) bytes");
    private static final int ROUND_TRIP = 40;

    @TempDir
    private Path folder;
    private final List<Process> processes = new ArrayList<>();
    private Ends ends;
    private BufferedReader records;

    @BeforeEach
    void connect() throws Exception {
        assumeTrue(Ends.arePossible(), "needs root and /dev/net/tun");
        ends = new Ends();
        Process link = start(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                System.getProperty("java.class.path"), "org.eejs.link.LinkMain", "--json", "--flows", "--users",
                ends.users().toString(), "--servers", ends.servers().toString(), "--round-trip", ROUND_TRIP + "ms"));
        records = link.errorReader();
        String ready = link.inputReader().readLine();
        assertTrue(ready.contains("\"ready\""), ready);
        Ends.run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key(), "-out", certificate(),
                "-days", "2", "-subj", "/CN=link");
    }

    private String key() {
        return folder.resolve("key.pem").toString();
    }

    private String certificate() {
        return folder.resolve("certificate.pem").toString();
    }

    private Process start(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        processes.add(process);
        return process;
    }

    /** Starts a server, and waits until it answers through the link. */
    private void serve(String... options) throws IOException {
        List<String> command = new ArrayList<>(Ends.in(ends.servers(), "openssl", "s_server", "-accept",
                Ends.SERVERS + ":8443", "-www", "-quiet", "-key", key(), "-cert", certificate()));
        command.addAll(List.of(options));
        start(command);
        Ends.run(Ends.in(ends.users(), "curl", "-sk", "--retry", "50", "--retry-all-errors", "--retry-delay", "0",
                "--retry-max-time", "20", "-o", "/dev/null", "https://" + Ends.SERVERS + ":8443/"));
        next();
    }

    private JsonNode next() throws IOException {
        return JSON.readTree(records.readLine());
    }

    private String handshake(boolean request, String... options) throws IOException {
        List<String> command = new ArrayList<>(Ends.in(ends.users(), "openssl", "s_client", "-connect",
                Ends.SERVERS + ":8443"));
        command.addAll(List.of(options));
        // The server answers a request after its tickets, and closes the connection.
        return Ends.run(command, request ? "GET / HTTP/1.0\r\n\r\n" : "");
    }

    @AfterEach
    void disconnect() throws Exception {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        if (ends != null) {
            ends.close();
        }
    }

    @Test
    void curlMeasuresTheSameTime() throws Exception {
        serve();
        double[] differences = new double[9];
        for (int i = 0; i < differences.length; i++) {
            double seconds = Double.parseDouble(Ends.run(Ends.in(ends.users(), "curl", "-sk", "-o", "/dev/null", "-w",
                    "%{time_appconnect}", "https://" + Ends.SERVERS + ":8443/")));
            JsonNode record = next();
            assertEquals(2, record.path("roundTrips").asInt(), record.toString());
            assertTrue(record.path("micros").asLong() >= 2_000 * ROUND_TRIP, record.toString());
            differences[i] = Math.abs(record.path("micros").asLong() / 1e6 / seconds - 1);
        }
        Arrays.sort(differences);
        assertTrue(differences[differences.length / 2] < 0.1, Arrays.toString(differences));
    }

    @Test
    void opensslCountsTheSameBytes() throws Exception {
        serve();
        String session = folder.resolve("session").toString();
        long[] read = bytes(handshake(false));
        JsonNode full = next();
        assertEquals("full", full.path("kind").asText());
        assertEquals(read[0], full.path("serverFlightBytes").asLong());
        // The client also sends a change of ciphers, and its Finished with a hash of 48 bytes.
        assertEquals(read[1] - 6 - 74, full.path("clientHelloBytes").asLong());
        assertFalse(full.path("helloRetry").asBoolean());

        handshake(true, "-ign_eof", "-sess_out", session);
        assertEquals("full", next().path("kind").asText());
        handshake(false, "-sess_in", session);
        JsonNode resumed = next();
        assertEquals("resumed", resumed.path("kind").asText());
        assertTrue(resumed.path("serverFlightBytes").asLong() < full.path("serverFlightBytes").asLong() / 3,
                resumed.toString());
    }

    @Test
    void aRequestForAnotherHelloTakesARoundTrip() throws Exception {
        serve("-groups", "P-384");
        long[] read = bytes(handshake(false, "-groups", "X25519:P-384"));
        JsonNode record = next();
        assertTrue(record.path("helloRetry").asBoolean(), record.toString());
        assertEquals(3, record.path("roundTrips").asInt(), record.toString());
        assertEquals(read[0], record.path("serverFlightBytes").asLong());
        assertEquals(2, record.path("clientHelloSegments").asInt(), record.toString());
    }

    @Test
    void tls12TakesAnotherRoundTrip() throws Exception {
        serve("-tls1_2");
        Ends.run(Ends.in(ends.users(), "curl", "-sk", "-o", "/dev/null", "https://" + Ends.SERVERS + ":8443/"));
        JsonNode full = next();
        assertEquals("full", full.path("kind").asText());
        assertEquals(3, full.path("roundTrips").asInt(), full.toString());
    }

    private static long[] bytes(String printed) {
        Matcher found = READ.matcher(printed);
        assertTrue(found.find(), printed);
        return new long[] {Long.parseLong(found.group(1)), Long.parseLong(found.group(2))};
    }
}
