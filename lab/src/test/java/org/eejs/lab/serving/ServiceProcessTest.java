package org.eejs.lab.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.ProcessFiles;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.service.ServiceDescription.Launch;
import org.eejs.lab.service.ServiceDescription.Running;
import org.eejs.lab.settings.RunPlan;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.eejs.profile.AttachedJvm;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;
import org.eejs.role.ControlChannel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceProcessTest {
    private static final Path HOME = Path.of(System.getProperty("eejs.home"));
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String FAILED = "the service failed: ";

    @TempDir
    private static Path shared;
    private static HttpsService made;

    @TempDir
    private Path folder;
    private RoleEvents events = new RoleEvents();

    @BeforeAll
    static void makeService() throws Exception {
        made = HttpsService.in(shared);
    }

    private ServiceProcess start(RunSettings settings, ServiceDescription service) throws Exception {
        return ServiceProcess.start(RunPlan.of(settings.or(RunSettings.only("placement", "none"))), service,
                new Places(HOME, folder.resolve("state"), new RunDirectory(folder), null), events::add);
    }

    private ServiceProcess start(ServiceDescription service) throws Exception {
        return start(RunSettings.unsaid(), service);
    }

    private void ready(ServiceProcess service) throws Exception {
        assertEquals("localhost:" + service.port(), events.await(ControlChannel.READY, service, PATIENCE).data()
                .path("address").asText());
    }

    private String failure(ServiceDescription service) throws Exception {
        // Earlier failures are among the other events.
        events = new RoleEvents();
        try (ServiceProcess process = start(service)) {
            String line = assertThrows(RunFailedException.class, () -> ready(process)).getMessage();
            assertTrue(line.startsWith(FAILED), line);
            return line.substring(FAILED.length());
        }
    }

    /** Sends a request with a separate handshake. */
    private static int get(int port, String path) throws Exception {
        KeyStore store = Identity.emptyStore("PKCS12");
        store.setCertificateEntry("ca", made.authority().certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        HttpsURLConnection connection = (HttpsURLConnection) URI.create("https://localhost:" + port + path).toURL()
                .openConnection();
        connection.setSSLSocketFactory(context.getSocketFactory());
        connection.setRequestProperty("Connection", "close");
        int status = connection.getResponseCode();
        connection.disconnect();
        return status;
    }

    private static String java() {
        return Jdk.running().java().toString();
    }

    @Test
    void aScriptThatLeavesIsCountedAndEndedWithAllThatItStarted() throws Exception {
        Files.writeString(shared.resolve("kc.sh"), "sleep 600 &\n\"$JAVA_HOME/bin/java\" -jar service.jar $1 store.p12 "
                + "--password=geheim &\n");
        Launch launch = made.launch(List.of("sh", "kc.sh", Launch.PORT));
        List<ProcessHandle> all;
        int port;
        try (ServiceProcess service = start(made.description(launch))) {
            ready(service);
            port = service.port();
            double before = service.readUsage().get().cpuSeconds();
            assertEquals(200, get(port, "/work"));
            var usage = service.readUsage().get();
            assertTrue(usage.cpuSeconds() - before > 0.2, before + " and " + usage);
            assertTrue(usage.jitSeconds() > 0, usage.toString());
            String shown = service.programs().toString();
            assertTrue(shown.contains("java -jar service.jar") && shown.contains("sleep"), shown);
            assertFalse((shown + service.command()).contains("geheim"), shown);
            assertTrue(service.finalFlags().get().size() > 5);
            assertTrue(service.waitingCompilations().get().isPresent());
            all = ProcessHandle.allProcesses().filter(each -> shown.contains("process " + each.pid() + " ")).toList();
            assertEquals(2, all.size(), shown);
        }
        all.forEach(each -> assertFalse(each.isAlive()));
        new ServerSocket(port).close();
    }

    @Test
    @Tag("long")
    void itsStopCommandStopsIt() throws Exception {
        Launch plain = made.launch(List.of("sh", "-c", "echo $$ > stop.pid; exec java -jar service.jar {port} "
                + "store.p12"));
        Launch launch = new Launch(plain.command(), plain.directory(), plain.environment(), plain.ready(),
                plain.patience(), List.of("sh", "-c", "echo stopping {port}; kill $(cat stop.pid)"));
        int port;
        RunSettings pinned = RunSettings.only("placement", "bank=0,driver=0,besim=0");
        try (ServiceProcess service = start(pinned, made.description(launch))) {
            ready(service);
            port = service.port();
            assertEquals(Optional.of(BitSet.valueOf(new long[] {1})), service.pinnedTo());
            assertEquals(1, service.processors());
            assertEquals("0", new ProcessFiles(service.pid().getAsLong()).status("Cpus_allowed_list"));
        }
        assertTrue(Files.readString(folder.resolve("logs/service.log")).contains("stopping " + port));
        new ServerSocket(port).close();
    }

    @Test
    void aProgramThatIsNotThereIsNamed() throws Exception {
        for (String program : List.of("no-such-program", "./no-such-program")) {
            String line = assertThrows(RunFailedException.class, () -> start(made.description(made.launch(
                    List.of(program))))).getMessage();
            assertEquals("cannot start the service: " + (program.startsWith(".")
                    ? shared.resolve("no-such-program") + " does not exist or is not executable"
                    : "there is no program 'no-such-program' on the path"), line);
        }
    }

    @Test
    @Tag("long")
    void anOptionWithABlankDoesNotGoThroughAScript() throws Exception {
        Launch plain = made.launch(HttpsService.java());
        Launch script = new Launch(plain.command(), plain.directory(), Map.of("JAVA_OPTS", Launch.JVM_OPTIONS),
                plain.ready(), plain.patience(), List.of());
        String line = assertThrows(RunFailedException.class, () -> start(RunSettings.only("bankJvmOptions",
                List.of("-Dx=a b")), made.description(script))).getMessage();
        assertTrue(line.startsWith("cannot start the service: the script that receives {jvmOptions} would split "
                + "-Dx=a b at its space; "), line);
    }

    @Test
    @Tag("long")
    void aServiceThatDoesNotGetReadyIsReportedWithTheReason() throws Exception {
        String log = "; its log is " + folder.resolve("logs/service.log");
        assertEquals("it ended with exit code 7 before it was ready" + log + ": no database",
                failure(made.description(made.launch(List.of("sh", "-c", "echo no database; exit 7")))));
        String line = failure(made.description(made.launch("/fault", Duration.ofSeconds(5), HttpsService.java())));
        assertEquals("it was not ready within 5 s: it answers 503" + log + ": serving", line);
        line = failure(made.description(made.launch("/", Duration.ofSeconds(1), List.of("sleep", "600"))));
        assertTrue(line.startsWith("it was not ready within 1 s: "), line);
    }

    @Test
    @Tag("long")
    void anotherCertificateIsNamed() throws Exception {
        Launch launch = made.launch(HttpsService.java());
        String line = failure(made.at("127.0.0.1", 0, launch, true));
        assertTrue(line.matches("the certificate of https://127.0.0.1:\\d+/ is for another name: No .*127.0.0.1.*"),
                line);
        line = failure(made.at("localhost", 0, launch, false));
        assertTrue(line.matches("the certificate of https://localhost:\\d+/ is not trusted: .*"), line);
    }

    @Test
    void aPortOfSomebodyElseIsNotTheServices() throws Exception {
        long self = ProcessHandle.current().pid();
        Launch launch = made.launch(HttpsService.java());
        try (ServerSocket other = new ServerSocket(0)) {
            int port = other.getLocalPort();
            String line = assertThrows(RunFailedException.class, () -> start(made.at("localhost", port, launch, true)))
                    .getMessage();
            assertTrue(line.matches("cannot start the service: process " + self + " \\(.*java.*\\) listens on its "
                    + "port " + port + " already; .*"), line);
        }
        // One that runs, while another is named.
        Process named = new ProcessBuilder("sleep", "600").start();
        try (ServiceProcess service = start(made.description(launch))) {
            ready(service);
            String line = failure(made.at("localhost", service.port(), new Running(named.pid()), true));
            assertTrue(line.matches("process " + named.pid() + " \\(sleep\\) does not listen on port " + service.port()
                    + " of the service's url; process " + service.pid().getAsLong() + " \\(.*java -jar service.jar\\) "
                    + "listens"), line);
            int free = HttpsService.freePort();
            line = failure(made.at("localhost", free, new Running(named.pid()), true));
            assertTrue(line.endsWith("does not listen on port " + free + " of the service's url; no process "
                    + "does"), line);
        } finally {
            named.destroyForcibly().waitFor();
        }
    }

    static Stream<Jdk> jdks() {
        return Jdk.all().stream().filter(jdk -> jdk.feature() >= 17);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void curesProvidersAndOptionsAreAroundAnyJar(Jdk jdk) throws Exception {
        RunSettings settings = RunSettings.only("jdk", jdk.home().toString())
                .or(RunSettings.only("cures", List.of("keys", "trust")))
                .or(RunSettings.only("provider", "rsa=ACCP, digest=BC"))
                .or(RunSettings.only("cryptoIntrinsics", false))
                .or(RunSettings.only("bankJvmOptions", List.of("-Xmx200m")));
        Launch plain = made.launch(HttpsService.java());
        // As in kc.sh, whose variables contain the options.
        Map<String, String> environment = new HashMap<>(plain.environment());
        environment.put("JAVA_OPTS", "-Xms20m " + Launch.JVM_OPTIONS);
        Launch script = new Launch(List.of("sh", "-c", "java $JAVA_OPTS -jar service.jar {port} store.p12; true"),
                plain.directory(), environment, plain.ready(), plain.patience(), List.of());
        // Options reach the JVM in the same way on all JDKs, so other JDKs run one command only.
        List<Launch> launches = jdk.equals(Jdk.running()) ? List.of(script,
                made.launch(HttpsService.java(Launch.JVM_OPTIONS))) : List.of(plain);
        for (Launch launch : launches) {
            try (ServiceProcess service = start(settings, made.description(launch))) {
                ready(service);
                service.beginLoad();
                int handshakes = 7;
                for (int i = 0; i < handshakes; i++) {
                    assertEquals(200, get(service.port(), "/"));
                }
                service.endLoad();
                String log = service.describeLog();
                assertEquals(List.of(), service.notes(), log);
                assertEquals(List.of(), service.contradictions(), log);
                assertEquals(OptionalLong.of(handshakes), service.handshakes());
                JvmReport report = service.report().orElseThrow();
                assertEquals(jdk.version(), report.jdk().version());
                assertEquals("EEJS", report.providers().get(0));
                assertEquals("Provider.Service.newInstance", report.counting());
                assertEquals(handshakes, report.algorithms().stream().filter(each -> each.type().equals("Signature")
                        && each.provider().equals("AmazonCorrettoCryptoProvider")).mapToLong(each -> each.count())
                        .sum(), report.algorithms().toString());
                String proofs = service.proofs().toString();
                assertTrue(proofs.contains("rsa was served by AmazonCorrettoCryptoProvider ("), proofs);
                String flags = service.finalFlags().get().toString();
                assertTrue(flags.contains("-XX:MaxHeapSize=209715200") && flags.contains("-XX:-UseAES"), flags);
                assertFalse(Files.readString(folder.resolve("logs/service.log")).contains("WARNING"),
                        Files.readString(folder.resolve("logs/service.log")));
            }
        }
    }

    @Test
    void aJvmThatGetsNothingOfItsConfigurationIsContradicted() throws Exception {
        RunSettings settings = RunSettings.only("provider", "ACCP")
                .or(RunSettings.only("cures", List.of("keys")))
                .or(RunSettings.only("bankJvmOptions", List.of("-Xmx200m")));
        List<String> command = HttpsService.java();
        try (ServiceProcess service = start(settings, made.description(made.launch(Stream.concat(
                Stream.of("env", "-u", "JAVA_TOOL_OPTIONS"), command.stream()).toList())))) {
            ready(service);
            List<String> found = service.contradictions();
            assertTrue(found.contains("ACCP was requested, but the JVM has no provider AmazonCorrettoCryptoProvider"),
                    found.toString());
            assertTrue(found.contains("cures were requested, but the JVM's first provider is not EEJS but SUN"),
                    found.toString());
            assertTrue(found.contains("the option -Xmx200m was requested, but the service's JVM was started without "
                    + "it"), found.toString());
        }
    }

    /** An option has no effect if a flag of the service follows it. */
    @Test
    @Tag("long")
    void anOptionThatTheServicesOwnOverridesIsReported() throws Exception {
        try (ServiceProcess service = start(RunSettings.only("bankJvmOptions", List.of("-Xmx200m", "-Deejs.a=b")),
                made.description(made.launch(HttpsService.java("-Xmx64m", "-XX:+UseLargePages"))))) {
            ready(service);
            assertTrue(Files.readString(folder.resolve("logs/service.log")).contains("arge"), "it is warned of");
            assertEquals(List.of("the option -Xmx200m was requested, but the service's own -Xmx64m follows it and "
                    + "takes effect"), service.contradictions());
        }
    }

    @Test
    @Tag("long")
    void aLabThatIsKilledLeavesNothing() throws Exception {
        Process lab = new ProcessBuilder(java(), "-cp", System.getProperty("java.class.path"),
                KilledLab.class.getName(), folder.toString(), HOME.toString())
                .redirectError(folder.resolve("lab.log").toFile()).start();
        ProcessHandle service;
        try {
            String pid = lab.inputReader().readLine();
            assertTrue(pid != null, Files.readString(folder.resolve("lab.log")));
            service = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            assertTrue(service.isAlive());
        } finally {
            lab.destroyForcibly().waitFor();
        }
        service.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void itsEndInMidRunIsAnEvent() throws Exception {
        try (ServiceProcess service = start(made.description(made.launch(HttpsService.java())))) {
            ready(service);
            double before = service.readUsage().get().cpuSeconds();
            assertThrows(IOException.class, () -> get(service.port(), "/die"));
            String line = assertThrows(RunFailedException.class, () -> events.await("nothing", service, PATIENCE))
                    .getMessage();
            assertEquals("the service ended with exit code 3 in mid-run; its log is "
                    + folder.resolve("logs/service.log") + ": serving", line);
            assertTrue(service.readUsage().get().cpuSeconds() >= before && before > 0);
        }
    }

    @Test
    void oneThatRunsIsMeasuredAndGoesOn() throws Exception {
        int port = HttpsService.freePort();
        ProcessBuilder builder = new ProcessBuilder(java(), "-jar", "service.jar", Integer.toString(port),
                "store.p12").directory(shared.toFile()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("own.log").toFile());
        builder.environment().put("STORE_PASSWORD", "changeit");
        Process own = builder.start();
        try {
            while (!Files.readString(folder.resolve("own.log")).contains("serving")) {
                assertTrue(own.isAlive());
                Thread.sleep(20);
            }
            try (ServiceProcess service = start(made.at("localhost", port, new Running(own.pid()), true))) {
                ready(service);
                service.beginLoad();
                boolean keepsCode = Runtime.version().feature() >= 25;
                assertEquals(keepsCode ? List.of() : List.of("the service's handshakes are not counted: its flight "
                        + "recorder was never started"),
                        service.notes().stream().map(note -> note.split("[,.]")[0]).toList());
                service.endLoad();
                new AttachedJvm(own.pid()).answer("JFR.start name=first duration=1s");
                service.beginLoad();
                assertEquals(200, get(port, "/work"));
                service.endLoad();
                assertEquals(OptionalLong.of(1), service.handshakes());
                assertTrue(service.readUsage().get().cpuSeconds() > 0.3);
                assertEquals(List.of(), service.contradictions());
                assertTrue(service.report().orElseThrow().providers().contains("SunJSSE"));
                assertEquals(null, service.report().orElseThrow().counting(), "its code is left alone");
                service.beginLoad();
                assertTrue(new AttachedJvm(own.pid()).answer("JFR.check").contains("eejs-handshakes"));
                service.halt();
            }
            assertFalse(new AttachedJvm(own.pid()).answer("JFR.check").contains("eejs-"));
            assertEquals(200, get(port, "/"));
        } finally {
            own.destroyForcibly().waitFor();
        }
    }

    @Test
    void oneThatIsNoJvmHasItsCpuCounted() throws Exception {
        Path key = folder.resolve("server");
        CertificateBuilder.server("CN=localhost", "localhost").key("RSA", 2048)
                .issuedBy(made.authority()).writePem(folder, "server");
        Launch launch = made.launch(List.of("openssl", "s_server", "-accept", Launch.PORT, "-cert", key + ".pem",
                "-key", key + ".key", "-www", "-quiet"));
        try (ServiceProcess service = start(made.description(launch))) {
            ready(service);
            service.beginLoad();
            service.endLoad();
            assertTrue(service.readUsage().get().peakResidentBytes() > 0);
            assertEquals(OptionalLong.empty(), service.handshakes());
            assertEquals(List.of(), service.finalFlags().get());
            assertEquals(List.of("process " + service.pid().getAsLong() + " is no JVM: its CPU is counted, but not its "
                    + "handshakes"), service.notes());
        }
    }
}
