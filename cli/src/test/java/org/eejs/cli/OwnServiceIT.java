package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.eejs.result.Hellos;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.ServiceFigures;
import org.eejs.role.PkiDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A user's service that does not know EEJS, measured in full. */
class OwnServiceIT {
    private static final String PASSWORD = "open&sesame";
    private static final String CONNECT = """
            connect: {trust: state/pki/ca.pem, perUser: 2}
            """;
    private static final String SCENARIOS = """
            users: users.csv
            scenarios:
              - name: buy
                weight: 3
                steps:
                  - name: form
                    get: /login
                    take: {csrf: {regex: 'name="csrf" value="([^"]+)"'}}
                    together: [{get: /picture}, {get: /picture}]
                  - name: account
                    post: /login
                    form: {csrf: "${csrf}", name: "${name}", password: "${password}"}
                    check: {status: 200, json: {$.user: "${name}"}}
              - name: look
                steps: [{name: health, get: /health}]
            """;
    private static final String LOAD = """
            sessions: 8
            thinkTime: 200ms
            phases: 1s,2s,5s,1s
            """;

    @TempDir
    private Path folder;
    private PkiDirectory pki;

    @BeforeEach
    void prepare() throws Exception {
        pki = EejsProcess.certify(folder.resolve("state/pki"));
        // The class path of tests is longer than the part of a command line that the kernel shows.
        Files.writeString(folder.resolve("shop.args"), "-cp " + System.getProperty("java.class.path"));
        Files.writeString(folder.resolve("users.csv"), "name,password\nada,%1$s\ngrace,%1$s\n".formatted(PASSWORD));
    }

    private String started() {
        return """
                name: The shop
                url: https://localhost:{port}
                start:
                  command: java {jvmOptions} -XX:TieredStopAtLevel=1 @shop.args org.eejs.cli.Shop {port} state/pki
                  ready: /health
                application: [org.eejs.cli]
                """;
    }

    private EejsProcess run(String service, String... words) throws IOException {
        Files.writeString(folder.resolve("service.yaml"), service);
        if (Files.exists(folder.resolve("out"))) {
            Files.move(folder.resolve("out"), folder.resolve("before"));
        }
        return new EejsProcess(folder, Stream.concat(Stream.of("run", "--service", "service.yaml", "--out", "out"),
                Stream.of(words)).toArray(String[]::new));
    }

    @Test
    void aServiceThatIsStartedIsMeasuredLikeTheBank() throws Exception {
        try (EejsProcess eejs = run(started() + CONNECT + SCENARIOS + LOAD, "--cures", "all")) {
            eejs.awaitExit();
            Result result = eejs.result();
            Observation run = result.observations().get(0);
            assertTrue(run.valid(), run.invalidReasons() + eejs.err());
            Observation figures = run;
            assertEquals(0, figures.count("failedPages"), figures.figures() + " " + figures.evidence().service());
            assertEquals(List.of("buy/account", "buy/form", "look/health"),
                    figures.figures().keySet().stream().filter(id -> id.startsWith("perPage.") && id.endsWith(".count"))
                            .map(id -> id.replaceAll("^perPage\\.|\\.count$", "")).sorted().toList());
            assertTrue(figures.value("cpuMsPerPageBy.app") > 0.1, figures.figures()::toString);
            assertFalse(figures.figures().containsKey("cpuSeconds.besim.user"));
            long full = figures.count("handshakesWholeRun.client.full");
            long resumed = figures.count("handshakesWholeRun.client.resumed");
            assertTrue(full > 0 && resumed > 0, full + " and " + resumed);
            ServiceFigures service = figures.evidence().service();
            assertTrue(service.handshakes() >= full + resumed, service + " and " + full + ", " + resumed);
            assertTrue(service.proofs().stream().anyMatch(proof -> proof.contains("EEJS")), service.proofs()::toString);
            Hellos hellos = service.hellos().get(0);
            assertTrue(hellos.isAnswered() && hellos.trouble().isEmpty(), hellos::toString);
            assertTrue(eejs.err().contains(hellos.target() + ": hello of 1,5"), eejs.err());
            assertTrue(eejs.out().contains(hellos.target() + ": hello of 1,5"), eejs.out());
            assertTrue(figures.evidence().profile().isKnown(), figures.evidence().profile().profile()::toString);
            assertTrue(eejs.err().contains("https://localhost:") && eejs.err().contains("127.0.0.1"), eejs.err());
            assertTrue(eejs.out().contains("The shop"), eejs.out());
            assertFalse(eejs.out().contains("the bank"), eejs.out());
            assertNoSecretIsKept();
            assertEquals(List.of(), shops().toList(), "nothing goes on");
        }
    }

    /**
     * Returns the shops of this test. They are in separate sessions, so they have no parent after their starter ended.
     */
    private Stream<ProcessHandle> shops() {
        return ProcessHandle.allProcesses().filter(process -> {
            try {
                return EejsProcess.commandLine(process).contains("org.eejs.cli.Shop\0") && folder.toRealPath()
                        .equals(Path.of("/proc/" + process.pid() + "/cwd").toRealPath());
            } catch (IOException e) {
                return false;
            }
        });
    }

    private void assertNoSecretIsKept() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertFalse(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(PASSWORD),
                        file + " has a password");
            }
        }
    }

    @Test
    @Tag("long")
    void withoutAProcessLatencyAndHandshakesAreMeasuredAndTheRestIsReportedMissing() throws Exception {
        try (Shop shop = new Shop(0, pki); EejsProcess eejs = run("url: https://localhost:" + shop.port() + "\n"
                + CONNECT + SCENARIOS + LOAD, "--think-time", "100ms")) {
            eejs.awaitExit();
            Observation run = eejs.result().observations().get(0);
            assertTrue(run.valid(), run.invalidReasons() + eejs.err());
            assertTrue(run.count("responseTimeMs.count") > 50);
            assertTrue(Double.isNaN(run.value("appCpuMsPerPage")));
            assertNull(run.evidence().service().handshakes());
            assertTrue(eejs.out().contains("pid"), eejs.out());
        }
    }

    /** Some proxies read once, and pass short hellos only. Here later connections pass, since tickets are long, too. */
    @Test
    @Tag("long")
    void aProxyThatExpectsShortHellosIsAWarning() throws Exception {
        try (Shop shop = new Shop(0, pki); ReadingOnce proxy = new ReadingOnce(shop.port());
                EejsProcess eejs = run("url: https://localhost:" + proxy.port() + "\n" + CONNECT + SCENARIOS + LOAD)) {
            eejs.awaitExit();
            Observation run = eejs.result().observations().get(0);
            assertTrue(run.valid(), run.invalidReasons() + eejs.err());
            String trouble = run.evidence().service().hellos().get(0).trouble().orElseThrow();
            assertTrue(trouble.matches(".*in two segments: no answer in 3 s.*Clients on JDK 25\\.0\\.5.*"), trouble);
            assertTrue(eejs.err().contains(trouble), eejs.err());
            assertTrue(eejs.out().replaceAll("\\s+", " ").contains(trouble), eejs.out());
        }
    }

    /** A proxy that waits for ever unless one of the first hellos is whole after one read of a segment. */
    private static final class ReadingOnce implements AutoCloseable {
        private static final int SEGMENT = 1_448;
        private static final int FIRST = 5;
        private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicInteger hellos = new AtomicInteger();
        private final int target;

        ReadingOnce(int target) throws IOException {
            this.target = target;
            thread(() -> {
                while (true) {
                    Socket client = listening.accept();
                    thread(() -> pass(client));
                }
            });
        }

        /** Work that ends with an exception when its socket is closed. */
        private interface Work {
            void carryOut() throws IOException;
        }

        private static void thread(Work work) {
            Thread thread = new Thread(() -> {
                try {
                    work.carryOut();
                } catch (IOException e) {
                    // A side has closed.
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        private void pass(Socket client) throws IOException {
            try (client; Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
                byte[] hello = new byte[SEGMENT];
                int read = client.getInputStream().read(hello);
                boolean whole = read > 0 && hellos.getAndIncrement() >= FIRST || read > 9 && read == ((hello[3] & 0xff) << 8 | hello[4] & 0xff) + 5
                        && read == ((hello[7] & 0xff) << 8 | hello[8] & 0xff) + 9;
                if (whole) {
                    server.getOutputStream().write(hello, 0, read);
                    thread(() -> {
                        server.getInputStream().transferTo(client.getOutputStream());
                        client.shutdownOutput();
                    });
                }
                client.getInputStream().transferTo(whole ? server.getOutputStream() : OutputStream.nullOutputStream());
            }
        }

        int port() {
            return listening.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    /** A process that is asked to record first gets a signal, which ends other programs. */
    @Test
    void whatIsNoJvmIsNotAskedToRecord() throws Exception {
        assertEquals(0, openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout",
                "key.pem", "-out", "cert.pem").waitFor());
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process other = openssl("s_server", "-accept", "127.0.0.1:" + port, "-cert", "cert.pem", "-key", "key.pem");
        assertTrue(other.inputReader().lines().anyMatch("ACCEPT"::equals));
        try (EejsProcess eejs = run("url: https://localhost:%d\npid: %d\n".formatted(port, other.pid()) + CONNECT
                + SCENARIOS + LOAD, "--jfr")) {
            assertEquals(1, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.lastError().contains("no JVM; leave out --jfr"), eejs.lastError());
            assertTrue(other.isAlive());
        } finally {
            other.destroyForcibly();
        }
    }

    private Process openssl(String... words) throws IOException {
        return new ProcessBuilder(Stream.concat(Stream.of("openssl"), Stream.of(words)).toList())
                .directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Steps that fail for a single user get no load. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            get: /health, check: {status: 201}               | 201 | 200
            get: /login, take: {id: {json: $.nothing}}       | $.nothing | take
            """)
    void permanentFailuresAreReportedBeforeTheLoad(String step, String first, String second) throws Exception {
        saidBeforeTheLoad(step, first, second);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            get: /health, check: {regex: 'welcome'}          | welcome | check
            get: /nowhere                                    | 500 | below 400
            get: /away                                       | elsewhere.invalid | redirect
            """)
    @Tag("long")
    void soIsWhatElseAlwaysFails(String step, String first, String second) throws Exception {
        saidBeforeTheLoad(step, first, second);
    }

    private void saidBeforeTheLoad(String step, String first, String second) throws Exception {
        try (Shop shop = new Shop(0, pki); EejsProcess eejs = run("""
                url: https://localhost:%d
                connect: {trust: state/pki/ca.pem}
                scenarios:
                  - name: one
                    steps:
                      - {name: step, %s}
                """.formatted(shop.port(), step))) {
            assertEquals(1, eejs.awaitExit());
            String line = eejs.lastError();
            assertTrue(line.contains("service.yaml") && line.contains("line 6") && line.contains(first)
                    && line.contains(second), line);
        }
    }

    @Test
    @Tag("long")
    void refusedHttp2AndAForeignCertificateAreReported() throws Exception {
        try (Shop shop = new Shop(0, pki)) {
            String service = "url: https://localhost:" + shop.port() + "\nscenarios:\n  - name: one\n"
                    + "    steps: [{name: step, get: /health}]\n";
            try (EejsProcess eejs = run(service + "connect: {trust: state/pki/ca.pem, http: 2}\n")) {
                assertEquals(1, eejs.awaitExit());
                assertTrue(eejs.lastError().contains("HTTP/2"), eejs.lastError());
            }
            try (EejsProcess eejs = run(service)) {
                assertEquals(1, eejs.awaitExit());
                assertTrue(eejs.lastError().contains("not trusted") && eejs.lastError().contains("trust"),
                        eejs.lastError());
            }
        }
    }

    @Test
    void aServiceThatDoesNotStartIsReportedWithItsLog() throws Exception {
        try (EejsProcess eejs = run(started().replace("org.eejs.cli.Shop", "org.eejs.cli.NoShop")
                + CONNECT + SCENARIOS + LOAD)) {
            assertEquals(1, eejs.awaitExit());
            assertEquals("eejs: the service failed: it ended with exit code 1 before it was ready; its log is "
                    + "out/logs/service.log", eejs.lastError(), "the log of a service with passwords is not quoted");
            assertTrue(Files.readString(folder.resolve("out/logs/service.log")).contains("NoShop"));
            assertEquals("The shop", eejs.result().observations().get(0).evidence().service().name());
        }
    }

    @Test
    @Tag("long")
    void whatWasMeasuredIsKeptWhenItDiesInMidRun() throws Exception {
        try (EejsProcess eejs = run(started() + CONNECT + SCENARIOS + LOAD.replace("5s", "60s"))) {
            eejs.awaitPages();
            shops().forEach(ProcessHandle::destroyForcibly);
            assertEquals(1, eejs.awaitExit());
            assertTrue(eejs.lastError().contains("killed by signal 9"), eejs.lastError());
            Observation run = eejs.result().observations().get(0);
            assertFalse(run.valid());
            assertTrue(run.count("pages") > 0);
            assertTrue(Files.exists(folder.resolve("out/report.html")));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            get: '/a?x=${nmae}'     | ${nmae} | line 4
            get: https://other.invalid/ | other.invalid | line 4
            gte: /                  | gte | line 4
            """)
    void aFaultyFileEndsInALine(String step, String first, String second) throws Exception {
        try (EejsProcess eejs = run("""
                url: https://localhost:1
                scenarios:
                  - name: one
                    steps: [{name: step, %s}]
                """.formatted(step))) {
            assertEquals(2, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.lastError().contains("service.yaml") && eejs.lastError().contains(first)
                    && eejs.lastError().contains(second), eejs.lastError());
            assertEquals(1, eejs.err().lines().count(), eejs.err());
        }
    }

    @Test
    void loadIsRefusedForForeignServicesElsewhere() throws Exception {
        try (EejsProcess eejs = run("""
                url: https://192.0.2.1
                scenarios:
                  - name: one
                    steps: [{name: step, get: /}]
                """)) {
            assertEquals(2, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.lastError().contains("--i-own-this-host") && eejs.lastError().contains("192.0.2.1"),
                    eejs.lastError());
        }
    }
}
