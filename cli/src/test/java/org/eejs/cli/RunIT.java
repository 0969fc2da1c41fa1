package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.machine.Jdk;
import org.eejs.result.BankingFigures;
import org.eejs.result.CpuCategory;
import org.eejs.result.CpuProfile;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs with real processes, as a user starts them. */
class RunIT {
    /** What is left to `./verify -Plong`. */
    private static final String LONG = "long";

    @TempDir
    private Path folder;

    private EejsProcess start(String... words) throws Exception {
        return new EejsProcess(folder, words);
    }

    /** What is wrong with a run is the best message. */
    private static String explain(EejsProcess eejs) throws Exception {
        return eejs.err() + eejs.out();
    }

    @Test
    void aRunLeavesAValidResult() throws Exception {
        try (EejsProcess eejs = start("run", "--sessions", "30", "--think-time", "1s", "--phases", "3s,12s,10s,2s",
                "--json", "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), explain(eejs));
            Result result = eejs.result();
            Result.Run run = result.runs().get(0);
            assertTrue(run.valid(), run.invalidReasons().toString());
            BankingFigures figures = run.banking();
            assertTrue(figures.qos().met());
            assertEquals(0, figures.load().failedPages(), figures.load().failures().toString());
            assertTrue(figures.load().pages() > 100, figures.load().pages() + " pages");

            Result.Handshakes all = figures.tls().handshakesWholeRun();
            assertEquals(all.client(), all.bank());
            assertEquals(all.backEndClient(), all.backend());
            assertTrue(all.client().full() >= 30, "each session makes a full handshake");
            assertEquals(all.client().full(), all.client().resumed(), "and one that resumes it");
            assertTrue(all.backend().full() > figures.load().pages(), "each back-end call makes a full handshake");
            assertEquals(0, all.backend().resumed());

            Result.Tls tls = result.disclosure().tls();
            assertEquals(TlsProfile.MODERN.protocol(), tls.protocol());
            assertEquals(TlsProfile.MODERN.cipherSuite(), tls.cipherSuite());
            assertEquals("x25519", tls.namedGroup());
            assertEquals(TlsProfile.MODERN.cipherSuite(), tls.backEndCipherSuite());
            assertEquals(List.of("bank", "besim", "driver"), List.copyOf(tls.engines().keySet()));
            assertFalse(result.disclosure().providers().isEmpty());
            Map<String, List<String>> flags = result.disclosure().finalFlags();
            assertEquals(tls.engines().keySet(), flags.keySet());
            assertTrue(flags.get("bank").contains("-XX:MaxHeapSize=1073741824"), flags.toString());
            assertTrue(flags.get("driver").contains("-XX:+UseSerialGC"), flags.toString());
            Map<String, String> placement = result.disclosure().placement();
            assertEquals(placement.get("driver"), placement.get("lab"), "the lab is where the bank is not");
            assertTrue(figures.usage().cpuSeconds().get("bank").user() > 0);
            assertTrue(figures.usage().cpuMsPerPage() > 0.1);
            assertTrue(figures.usage().allocatedBytesPerPage() > 1_000);
            assertEquals(28, figures.timeSeries().size(), "every second of the phases, and what followed them");

            assertProfile(figures);
            assertEquals(List.of(), schema().validate(eejs.out(), InputFormat.JSON));
            for (String file : List.of("report.html", "report.md", "timeseries.csv", "pages.csv", "logs/bank.log",
                    "bank.jfr", "flame-graph.html")) {
                assertTrue(Files.exists(folder.resolve("out").resolve(file)), file);
            }
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains("QoS"));
        }
    }

    private static void assertProfile(BankingFigures figures) {
        Result.CpuSeconds bank = figures.usage().cpuSeconds().get("bank");
        double rows = figures.timeSeries().stream().filter(second -> second.phase().equals(Result.STEADY))
                .mapToDouble(Result.Second::bankCpu).sum();
        assertEquals(rows, bank.user() + bank.system(), 0.1 * rows, "starting to sample holds nobody up");
        CpuProfile profile = figures.cpuProfile();
        assertEquals("asyncProfiler", profile.profile().source(), profile.profile().problems().toString());
        double all = figures.usage().cpuMsPerPage();
        assertEquals(all, profile.millis(Set.of(CpuCategory.values())), 0.02 * all, "the books close");
        for (CpuCategory part : List.of(CpuCategory.HANDSHAKES_AS_SERVER, CpuCategory.HANDSHAKES_AS_CLIENT,
                CpuCategory.HTTP_SERVER, CpuCategory.HTTP_CLIENT, CpuCategory.APPLICATION, CpuCategory.JIT)) {
            assertTrue(profile.millis(part) > 0.005 * all, part + " in " + profile.attribution());
        }
        assertTrue(profile.millis(CpuCategory.UNKNOWN) < 0.05 * all, profile.attribution().toString());
        assertEquals(List.of("fullHandshakeOfUser", "privateKeyOfUser", "resumedHandshakeOfUser", "megabyteOfUsers",
                "backEndHandshake", "backEndCall"), profile.events().stream().map(CpuProfile.Event::event).toList());
        double walking = profile.profile().cost().walkShare();
        assertTrue(walking > 0 && walking < 0.1, "walking stacks took " + walking);
        BankingFigures.CarriedBytes bytes = figures.tls().userBytes();
        assertEquals(bytes.client(), bytes.bank(), 0.02 * bytes.client(), "both ends carried the same");
    }

    @Test
    void withoutTlsAndWithABankThatCannotBeAttachedToARunIsValidAndSaysSo() throws Exception {
        try (EejsProcess eejs = start("run", "--sessions", "20", "--think-time", "500ms", "--phases", "1s,1s,5s,1s",
                "--tls", "plain", "--bank-jvm-options", "-XX:+DisableAttachMechanism", "--json", "--out", "out")) {
            assertEquals(0, eejs.awaitExit(), explain(eejs));
            Result result = eejs.result();
            BankingFigures figures = result.runs().get(0).banking();
            assertTrue(result.runs().get(0).valid(), result.runs().get(0).invalidReasons().toString());
            assertEquals(0, figures.tls().handshakesWholeRun().client().full());
            assertEquals("none", result.disclosure().tls().engines().get("bank"));
            assertTrue(figures.tls().handshakesWholeRun().backend().full() > 0, "the back end has TLS");
            assertEquals("none", figures.cpuProfile().profile().source());
            assertTrue(figures.cpuProfile().profile().problems().get(0).contains("cannot be attached to"));
            assertTrue(Files.readString(folder.resolve("out/report.md")).contains("stacks were not sampled"));
        }
    }

    private static Schema schema() throws Exception {
        try (var in = Result.class.getResourceAsStream("eejs-result-1.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
        }
    }

    /** In both models a stall of the bank must be seen in full by the users whom it kept waiting. */
    @Test
    void aStallOfTheBankIsSeenInFull() throws Exception {
        aStallIsSeenInFull("--sessions", "25");
    }

    @Test
    @Tag(LONG)
    void aStallIsSeenInFullByArrivingSessionsToo() throws Exception {
        aStallIsSeenInFull("--arrival-rate", "5");
    }

    private void aStallIsSeenInFull(String model, String load) throws Exception {
        try (EejsProcess eejs = start("run", model, load, "--think-time", "1s", "--phases", "3s,11s,10s,1s",
                "--profile", "locks", "--out", "out")) {
            eejs.awaitProgress("steady state   20/25 s");
            long bank = eejs.role("org.eejs.bank.BankMain").pid();
            EejsProcess.signal("STOP", bank);
            Thread.sleep(1_000);
            EejsProcess.signal("CONT", bank);
            eejs.awaitExit();
            BankingFigures figures = eejs.result().runs().get(0).banking();
            Result.Times times = figures.times().responseTimeMs();
            assertTrue(figures.waits().hasLocks() && figures.waits().threadDumps() > 1, String.valueOf(figures.waits()));
            assertTrue(times.max() >= 990, "max " + times.max() + " ms");
            assertTrue(times.p99() >= 700, "p99 " + times.p99() + " ms");
            assertTrue(times.p50() < 500, "p50 " + times.p50() + " ms");
            assertEquals(figures.tls().handshakesWholeRun().client(), figures.tls().handshakesWholeRun().bank());
        }
    }

    @ParameterizedTest
    @CsvSource("eejs-2016,pooled")
    void profilesAndPoliciesAreWhatTheySay(String profile, String policy) throws Exception {
        profileAndPolicyAreWhatTheySay(profile, policy);
    }

    @ParameterizedTest
    @CsvSource({"ecdsa-tls13,new-context", "ecdhe-rsa-cbc,plain", "ecdhe-rsa,plain", "ecdsa,new-connection"})
    @Tag(LONG)
    void theOtherProfilesAreWhatTheySay(String profile, String policy) throws Exception {
        profileAndPolicyAreWhatTheySay(profile, policy);
    }

    private void profileAndPolicyAreWhatTheySay(String profile, String policy) throws Exception {
        Jdk newest = Jdk.all().stream().max(Comparator.comparingInt(Jdk::feature)).orElseThrow();
        try (EejsProcess eejs = start("run", "--tls", profile, "--back-end", policy, "--jdk",
                newest.home().toString(), "--sessions", "10", "--think-time", "1s", "--phases", "1s,6s,4s,1s",
                "--profile", "wall", "--pages-per-connection", "1", "--resumed-connections", "0%", "--line-speed",
                "100000", "--time-tolerable", "30s", "--besim-threads", "2", "--besim-jvm-options", "-Xmx200m",
                "--out", "out")) {
            eejs.awaitExit();
            Result result = eejs.result();
            Result.Run run = result.runs().get(0);
            assertTrue(run.valid(), run.invalidReasons() + explain(eejs));
            TlsProfile expected = BankingSettings.TLS.value(profile);
            assertEquals(expected.cipherSuite(), result.disclosure().tls().cipherSuite());
            assertEquals(newest.version(), result.disclosure().jdks().get("bank").version());
            Result.HandshakeCount users = run.banking().tls().handshakesWholeRun().client();
            assertEquals(0, users.resumed(), "no connection was to resume");
            assertTrue(users.full() > 20, users.full() + " handshakes although connections carry one page");
            assertEquals(0, run.banking().tls().fullHandshakes().unplanned());
            assertTrue(run.banking().tls().fullHandshakes().ofPages() > 0.5, run.banking().tls()::toString);
            assertEquals(30_000, run.banking().qos().limits().tolerableMs());
            assertTrue(result.disclosure().flags().get("besim").contains("-Xmx200m"));
            Result.HandshakeCount counted = run.banking().tls().handshakesWholeRun().backend();
            long backEnd = counted.full() + counted.resumed();
            switch (policy) {
                case "plain" -> assertEquals(0, backEnd);
                case "pooled" -> assertTrue(backEnd <= 40, backEnd + " handshakes although connections are kept");
                default -> assertTrue(backEnd >= run.banking().usage().backEndCalls(), backEnd + " handshakes");
            }
            assertTrue(run.banking().waits().threadTime().stream().anyMatch(time -> time.cause().equals("running")),
                    run.banking().waits()::toString);
            boolean disabled = result.disclosure().deviations().stream().anyMatch(line -> line.contains("disables"));
            assertEquals(newest.feature() >= 24 && profile.equals("eejs-2016"), disabled,
                    result.disclosure().deviations().toString());
        }
    }

    @Test
    void aBankThatDiesEndsTheRunAndWhatWasMeasuredIsKept() throws Exception {
        aDeathEndsTheRunAndWhatWasMeasuredIsKept("org.eejs.bank.BankMain", "the bank was killed by signal 9");
    }

    @ParameterizedTest
    @CsvSource({"org.eejs.besim.BesimMain,the besim was killed by signal 9",
        "org.eejs.driver.DriverMain,the driver was killed by signal 9"})
    @Tag(LONG)
    void theOtherRolesDeathsDoSoToo(String role, String said) throws Exception {
        aDeathEndsTheRunAndWhatWasMeasuredIsKept(role, said);
    }

    private void aDeathEndsTheRunAndWhatWasMeasuredIsKept(String role, String said) throws Exception {
        try (EejsProcess eejs = start("run", "--sessions", "20", "--think-time", "500ms", "--phases", "1s,1s,30s,1s",
                "--out", "out")) {
            eejs.awaitProgress("steady state    5/33 s");
            List<ProcessHandle> processes = eejs.descendants();
            EejsProcess.signal("KILL", eejs.role(role).pid());
            assertEquals(1, eejs.awaitExit(), explain(eejs));
            assertTrue(eejs.lastError().contains(said), eejs.lastError());
            assertKept(eejs, said);
            assertNoneLeft(processes);
        }
    }

    @Test
    void anInterruptEndsTheRunInOrder() throws Exception {
        aSignalEndsTheRunInOrder("INT", 130);
    }

    /** On a machine that is busy with other things all takes longer, which starting a JVM shows. */
    @Test
    void anInterruptOfAHundredSessionsIsAnsweredAtOnce() throws Exception {
        long started = System.nanoTime();
        try (EejsProcess version = start("--version")) {
            assertEquals(0, version.awaitExit());
        }
        long patience = Math.max(TimeUnit.SECONDS.toNanos(2), 3 * (System.nanoTime() - started));
        try (EejsProcess eejs = start("run", "--sessions", "100", "--phases", "3s,5s,60s,1s", "--out", "out")) {
            eejs.awaitProgress("steady state   15/69 s");
            List<ProcessHandle> processes = eejs.descendants();
            long signalled = System.nanoTime();
            eejs.signal("INT");
            eejs.awaitProgress("stopping ...");
            long answered = System.nanoTime() - signalled;
            assertEquals(130, eejs.awaitExit());
            long ended = System.nanoTime() - signalled;
            assertTrue(answered < patience && ended < patience, "answered after %.1f s, ended after %.1f s, %.1f s given"
                    .formatted(answered / 1e9, ended / 1e9, patience / 1e9));
            assertNoneLeft(processes);
            assertKept(eejs, "stopped by a signal");
            assertTrue(eejs.out().contains(": INVALID: do not use these figures."), eejs.out());
            assertFalse(eejs.out().matches("(?s).*(QoS|Quality of service) .*met.*"), eejs.out());
        }
    }

    @Test
    @Tag(LONG)
    void aTerminationEndsTheRunInOrderToo() throws Exception {
        aSignalEndsTheRunInOrder("TERM", 143);
    }

    private void aSignalEndsTheRunInOrder(String signal, int exit) throws Exception {
        try (EejsProcess eejs = start("run", "--sessions", "20", "--think-time", "500ms", "--phases", "1s,1s,30s,1s",
                "--out", "out")) {
            eejs.awaitProgress("steady state    5/33 s");
            List<ProcessHandle> processes = eejs.descendants();
            eejs.signal(signal);
            assertEquals(exit, eejs.awaitExit());
            assertKept(eejs, "stopped by a signal");
            assertNoneLeft(processes);
        }
    }

    @Test
    void nothingIsLeftWhenTheParentIsKilled() throws Exception {
        try (EejsProcess eejs = start("run", "--sessions", "20", "--think-time", "500ms", "--phases", "1s,1s,30s,1s",
                "--out", "out")) {
            eejs.awaitProgress("steady state   10/33 s");
            List<ProcessHandle> processes = eejs.descendants();
            assertTrue(processes.size() >= 3, "three roles: " + processes);
            eejs.signal("KILL");
            eejs.awaitExit();
            assertNoneLeft(processes);
            assertKept(eejs, "did not come to its end");
        }
    }

    private static void assertKept(EejsProcess eejs, String reason) {
        Result.Run run = eejs.result().runs().get(0);
        assertFalse(run.valid());
        assertTrue(run.invalidReasons().get(0).contains(reason), run.invalidReasons().toString());
        assertTrue(run.banking().load().pages() > 0, "pages measured before the end are kept");
        assertTrue(run.banking().usage().cpuSeconds().get("bank").user() > 0, "and the CPU that they cost");
    }

    private static void assertNoneLeft(List<ProcessHandle> processes) throws Exception {
        EejsProcess.awaitThat("the end of all processes",
                () -> processes.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void aFullDiskLosesNothing() throws Exception {
        Path small = Files.createDirectory(folder.resolve("small"));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        // A file system of 200 kB in a mount namespace of its own: enough for the result, not for the report.
        String script = "mount -t tmpfs -o size=200k tmpfs " + small + " && exec \"$@\"";
        try (EejsProcess eejs = new EejsProcess(folder, List.of("unshare", "--map-root-user", "--mount", "sh", "-c",
                script, "sh", "env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + elsewhere,
                EejsProcess.command().toString()), "run", "--sessions", "10", "--think-time", "500ms",
                "--phases", "1s,1s,2s,1s", "--out", small + "/out")) {
            int exit = eejs.awaitExit();
            assumeFalse(eejs.err().contains("unshare"), eejs.err());
            assertEquals(1, exit, explain(eejs));
            assertTrue(eejs.err().contains("No space left on device; it is kept in " + elsewhere), eejs.err());
            assertNotNull(RunDirectory.read(elsewhere.resolve("eejs-out")));
            assertTrue(Files.size(elsewhere.resolve("eejs-out/report.html")) > 100_000);
        }
    }
}
