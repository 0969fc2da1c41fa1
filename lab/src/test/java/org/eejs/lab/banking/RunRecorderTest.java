package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eejs.banking.BankStats;
import org.eejs.banking.BesimStats;
import org.eejs.banking.ProfileKind;
import org.eejs.banking.RoleName;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.settings.RunPlan;
import org.eejs.link.protocol.LinkStats;
import org.eejs.result.BankFigures;
import org.eejs.result.Cell;
import org.eejs.result.CollectedFigures;
import org.eejs.result.Evidence.PhaseFailures;
import org.eejs.result.Evidence;
import org.eejs.result.HostFigures;
import org.eejs.result.InputException;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.Published;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecorderTest {
    /** Processors used by all roles and by foreign programs. */
    private static final double OWN = 1.55;
    private static final double FOREIGN = 0.4;

    @TempDir
    private Path folder;

    private final RunPlan plan = RunPlan.of(RunSettings.only("sessions", 10)
            .or(RunSettings.only("phases", "1s,1s,2s,1s")).or(RunSettings.only("placement", Placement.NONE)));
    private RunRecorder recorder = new RunRecorder(plan);

    private static Tick tick(int second, Map<String, Tick.PageTick> pages) {
        return new Tick(second, false, 10, 12, 3, 4_000, 30, pages, new int[] {900}, new int[] {400}, 1, 1,
                new Tick.Negotiated("TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", null, "BoringSSL", false), 0);
    }

    private static Map<String, Tick.PageTick> page(String id, Map<String, Integer> failures, int... micros) {
        return Map.of(id, new Tick.PageTick(micros, failures));
    }

    private static Map<RoleName, ProcessUsage> usage(double seconds) {
        return Map.of(RoleName.BANK, new ProcessUsage(seconds, seconds / 10, seconds / 2, seconds / 20, 1 << 20),
                RoleName.BESIM, new ProcessUsage(seconds / 4, 0, 0, 0, 1 << 20),
                RoleName.DRIVER, new ProcessUsage(seconds / 5, 0, 0, 0, 1 << 20));
    }

    private static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    private CounterReading reading(double seconds, long handshakes) {
        return new CounterReading(usage(seconds), new BankStats(0, 0, 0, 2 * handshakes, handshakes, handshakes, 0,
                4_010 * handshakes, handshakes, 0, "TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", "TLSv1.3",
                "TLS_AES_128_GCM_SHA256", 1, handshakes, 1_000 * handshakes, 0, "JSSE 17", List.of("SUN"), List.of(), null, "SUN"),
                new BesimStats(handshakes, handshakes, 0, 0, "TLSv1.3", "TLS_AES_128_GCM_SHA256", null, "BoringSSL"),
                Map.of("", new MachineTime(FOREIGN * seconds, 0.02 * seconds, 4),
                        "alpha", new MachineTime(3 * seconds, 0.06 * seconds, 2)),
                Map.of("", OWN * seconds, "alpha", OWN * seconds), nanos(seconds), LinkStats.ZERO);
    }

    /** Records second 0 as ramp-up, 1 as warm-up, 2 and 3 as steady state, and 4 as ramp-down. */
    private Observation wholeRun() {
        recorder.begin(reading(0, 0));
        recorder.add(tick(0, page("login", Map.of("wrongData", 5), 9_000_000)), usage(1), nanos(1));
        recorder.add(tick(1, page("login", Map.of(), 1_000)), usage(2), nanos(2));
        recorder.sliceBegins(reading(2, 2));
        recorder.add(tick(2, page("login", Map.of("timeOut", 1), 1_000, 2_000_000, 2_000_001)), usage(3), nanos(3));
        recorder.add(tick(3, page("account_summary", Map.of("connectionLost", 2), 4_000_000, 4_000_001)), usage(4),
                nanos(4));
        recorder.sliceEnds(reading(4, 4));
        recorder.add(tick(4, page("login", Map.of(), 9_000_000)), usage(5), nanos(5));
        recorder.read(reading(5, 5));
        return recorder.soFar();
    }

    @Test
    void onlyTheSteadyStateCounts() {
        Observation run = wholeRun();
        assertEquals(8, run.count("pages"));
        assertEquals(4, run.value("pagesPerSecond"));
        assertEquals(24, run.count("httpRequests"));
        assertEquals(6, run.count("notModified"));
        assertEquals(10, run.value("sessions"));
        assertEquals(2, run.count("handshakes.client.full"));
        assertEquals(2, run.count("handshakes.bank.full"));
        assertEquals(5, run.count("handshakesWholeRun.client.full"));
        assertEquals(5, run.count("handshakesWholeRun.bank.full"));
        assertEquals(2, run.value("cpuSeconds.bank.user"), 1e-9);
        assertEquals(2.2 * 1_000 / 8, run.value("cpuMsPerPage"), 1e-9);
        assertEquals(4, run.count("backEndCalls"));
        assertEquals(5, run.evidence().everySecond().size());
    }

    @Test
    void whatCompilingCostIsNotTheApplications() {
        Observation run = wholeRun();
        assertEquals(1.2 * 1_000 / 8, run.value("appCpuMsPerPage"), 1e-9);
        assertEquals(1.1 * 1_000 / 8, run.value("cpuMsPerPageBy.app"), 1e-9);
        assertEquals(1.0 * 1_000 / 8, run.value("cpuMsPerPageBy.jit"), 1e-9);
        assertEquals(0.1 * 1_000 / 8, run.value("cpuMsPerPageBy.gc"), 1e-9);
        assertFalse(run.evidence().settled(), "four seconds cannot show it");
        assertEquals(2.0, run.value("settling.jitCpuSeconds"), 1e-9,
                "from the start of the JVM to the end of the steady state");
    }

    @Test
    void thresholdsAreCountedExactly() {
        Observation run = wholeRun();
        assertEquals(2 / 8.0, run.value("good"), "0.001 s and exactly 2 s are good, a microsecond more is not");
        assertEquals(4 / 8.0, run.value("tolerable"), "exactly 4 s is tolerable, a microsecond more is not");
        assertEquals(4, run.count("failedPages"));
        assertEquals(List.of(1L, 2L, 1L), List.of(run.count("failures.timeOut"), run.count("failures.connectionLost"),
                run.count("failures.slow")));
        assertFalse(run.evidence().qos().met());
    }

    @Test
    void thresholdsAndSharesAreThoseThatWereAskedFor() {
        recorder = new RunRecorder(RunPlan.of(RunSettings.only("timeGood", "2.000001s")
                .or(RunSettings.only("timeTolerable", "4.000001s")).or(RunSettings.only("goodShare", "37.5%"))
                .or(RunSettings.only("tolerableShare", "62.5%")).or(plan.settings())));
        Observation figures = wholeRun();
        assertEquals(3 / 8.0, figures.value("good"));
        assertEquals(5 / 8.0, figures.value("tolerable"));
        assertEquals(0, figures.count("failures.slow"), "none was slow");
        assertEquals(2, figures.evidence().everySecond().get(3).failedPages(), "nor in its second");
        assertTrue(figures.evidence().qos().met());
        assertEquals(new Evidence.QosVerdict(true, false, 2_000.001, 4_000.001, 0.375, 0.625), figures.evidence()
                .qos());
    }

    @Test
    void fullHandshakesAreSharesOfTheirDenominators() {
        Observation run = wholeRun();
        assertEquals(2, run.count("fullHandshakes.pages"));
        assertEquals(2 / 8.0, run.value("fullHandshakes.ofPages"));
        assertEquals(2 / 24.0, run.value("fullHandshakes.ofHttpRequests"));
        assertEquals(4 / 6.0, run.value("fullHandshakes.ofConnections"));
        assertEquals(5, run.count("fullHandshakes.unplanned"));
    }

    @Test
    void pagesThatFailedHaveNoResponseTime() {
        Observation run = wholeRun();
        assertEquals(5, run.count("responseTimeMs.count"));
        assertEquals(4_000, run.value("responseTimeMs.max"), 1e-2);
        assertEquals(4_000, run.value("perPage.account_summary.responseTimeMs.p90"), 1e-2);
        assertEquals(4_000, run.evidence().everySecond().get(3).p95Ms(), 1e-2, "two lost connections and two answers");
    }

    @Test
    void aRunThatNeverBeganIsEmptyButWhole() {
        Observation run = recorder.soFar();
        assertEquals(0, run.count("pages"));
        assertTrue(Double.isNaN(run.value("responseTimeMs.p99")), "nobody waited");
        assertFalse(run.evidence().qos().met());
    }

    @Test
    void resultsSurviveTheirFileAndFitTheSchema() throws Exception {
        Result result = Result.of("compare", "2026-01-15T12:00:00Z", plan.settings(),
                new Result.Disclosure(Map.of("bank", new Result.JdkInfo("17", "x", "/jdk")), "Linux",
                        new Result.Cpu("x", 2, 1), new Result.Memory(1), List.of("SUN"),
                        Map.of("bank", List.of("-Xmx1g")), Map.of("bank", "1"),
                        new Result.Tls("modern", "TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", null, "RSA_2048", null,
                                null, null,
                                Map.of("bank", "JSSE 17")), new Result.Seeds(1), List.of("short")),
                new Result.Procedure("E", "cpuMsPerPage", 0.03, 0.03, 5, 12, 0.975, null,
                        null), List.of(new Result.Configuration("E", RunSettings.unsaid(), null, null)),
                        List.of(wholeRun(), recorder.soFar().invalid(Arrays.stream(InvalidReason.Kind.values())
                                .map(kind -> new InvalidReason(kind, "why")).toList())),
                        List.of(new Result.Comparison("cpuMsPerPage", Cell.ofConfiguration("B"),
                                Cell.ofConfiguration("E"), 1.1, List.of(1.05, 1.15), "worse", 5, 2.0, 2.2, 1.08)), null,
                        new Result.Published("a paper", List.of(new PublishedFigure(
                                new Published.Row("pages", "B", "E", 1.345, null, "of all"), 1.4, List.of(1.3, 1.5),
                                        5))));
        RunDirectory directory = RunDirectory.create(folder.resolve("out"), "run");
        directory.write(result);
        assertEquals(result, RunDirectory.read(directory.path()));
        try (var files = Files.list(directory.path())) {
            assertEquals(2, files.count(), "the result and the folder of logs, nothing else");
        }

        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(
                new String(RunDirectory.class.getResourceAsStream("eejs-result-2.schema.json").readAllBytes(),
                        StandardCharsets.UTF_8), InputFormat.JSON);
        assertEquals(List.of(), schema.validate(RunDirectory.json(result), InputFormat.JSON));
        String broken = RunDirectory.json(result).replace("\"observations\"", "\"perceptions\"");
        assertFalse(schema.validate(broken, InputFormat.JSON).isEmpty(), "the schema must notice a wrong name");
    }

    @Test
    void validityNamesWhatIsWrong() {
        Observation run = wholeRun();
        Tick.Negotiated other = new Tick.Negotiated("TLSv1.2", "TLS_RSA_WITH_AES_128_CBC_SHA256", null, null, "JSSE", false);
        List<InvalidReason> reasons = Validity.reasons(plan, run, other, reading(5, 5).bank(), Map.of());
        assertTrue(reasons.stream().anyMatch(reason -> reason.text().contains("agreed on TLSv1.2")),
                reasons.toString());
        assertTrue(reasons.stream().anyMatch(reason -> reason.text().contains("1 pages timed out")),
                reasons.toString());
        assertFalse(reasons.stream().anyMatch(reason -> reason.text().contains("disagree")), reasons.toString());

        recorder.read(reading(5, 6));
        reasons = Validity.reasons(plan, recorder.soFar(), tick(0, Map.of()).tls(),
                reading(5, 6).bank(), Map.of());
        assertTrue(reasons.stream().anyMatch(reason -> reason.text().contains("driver and bank disagree")),
                reasons.toString());
    }

    @Test
    void curesThatWereNotThereMakeARunInvalid() {
        RunPlan cured = RunPlan.of(RunSettings.only("cures", List.of("random", "keys")));
        List<InvalidReason> reasons = Validity.reasons(cured, wholeRun(), null, bank("SUN", "SUN 17"),
                Map.of());
        assertTrue(reasons.contains(new InvalidReason(InvalidReason.Kind.PROVIDERS,
                "the fixes [random, keys] were requested, but the bank's JVM had no provider EEJS")),
                reasons.toString());
        assertTrue(reasons.contains(new InvalidReason(InvalidReason.Kind.PROVIDERS,
                "random was requested from EEJS, but the JVM's SecureRandom is from SUN")),
                reasons.toString());
        reasons = Validity.reasons(cured, wholeRun(), null, bank("EEJS", "EEJS 0.1", "SUN 17"), Map.of());
        assertFalse(reasons.toString().contains("EEJS"), reasons.toString());

        RunPlan slowed = RunPlan.of(RunSettings.only("diseases", List.of("locked-random")));
        reasons = Validity.reasons(slowed, wholeRun(), null, bank("SUN", "EEJS 0.1", "SUN 17"), Map.of());
        assertTrue(reasons.toString().contains("the bottlenecks [locked-random] were requested"), reasons.toString());
        assertTrue(reasons.toString().contains("random was requested from EEJS-8u60"), reasons.toString());
        reasons = Validity.reasons(slowed, wholeRun(), null, bank("EEJS-8u60", "EEJS-8u60 1"), Map.of());
        assertFalse(reasons.toString().contains("EEJS"), reasons.toString());
    }

    private static BankStats bank(String random, String... providers) {
        return new BankStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, null, null, 0, 0, 0, 0, null, List.of(providers),
                List.of(), null, random);
    }

    @Test
    void aDriverThatIsTooBusyMakesTheRunInvalid() {
        recorder.begin(CounterReading.ZERO);
        recorder.sliceBegins(CounterReading.ZERO);
        double nearlyAll = 0.9 * Runtime.getRuntime().availableProcessors();
        recorder.add(tick(2, page("login", Map.of(), 1_000)), Map.of(), nanos(1));
        recorder.sliceEnds(new CounterReading(Map.of(RoleName.DRIVER, new ProcessUsage(nearlyAll, 0, 0, 0, 1)),
                BankStats.ZERO, BesimStats.ZERO, Map.of(), Map.of(), nanos(1), LinkStats.ZERO));
        List<InvalidReason> reasons = Validity.reasons(plan, recorder.soFar(), null,
                BankStats.ZERO, Map.of());
        assertTrue(reasons.stream().anyMatch(reason -> reason.kind() == InvalidReason.Kind.LOAD_LIMIT
                && reason.text().contains("used 90% of the processors")), reasons.toString());
    }

    @Test
    void onHostsTheirProcessorsAreJudgedAndNotThoseOfTheLab() {
        Observation run = wholeRun();
        List<InvalidReason> reasons = Validity.reasons(plan, run, new Validity.Processors(1,
                Map.of("the driver on alpha", 0.85, "the host beta", 0.1)), null, BankStats.ZERO, Map.of());
        assertTrue(reasons.stream().anyMatch(reason -> reason.kind() == InvalidReason.Kind.LOAD_LIMIT
                && reason.text().startsWith("the driver on alpha used 85%")), reasons.toString());
        assertFalse(reasons.toString().contains("pages timed out"), "the bank was busy: " + reasons);
        assertTrue(Validity.reasons(plan, run, new Validity.Processors(64, Map.of()), null, BankStats.ZERO, Map.of())
                .toString().contains("1 pages timed out"));
    }

    @Test
    void aClockThatMovesMakesARunInvalid() {
        assertEquals(List.of(), clocks(-499_000));
        assertEquals(List.of("the clock of the host beta moved by -0.7 s against the lab's (limit 0.5 s); "
                + "set both by NTP before a run"), clocks(-700_000));
    }

    private List<String> clocks(long moved) {
        HostFigures beta = new HostFigures("beta", List.of("driver"), LocalStage.ofThisMachine(),
                new HostFigures.Link(100, null, 100, 50, moved), HostFigures.Use.NONE);
        recorder.hosts(List.of(beta));
        return Validity.reasons(plan, recorder.soFar(), null, BankStats.ZERO, Map.of()).stream()
                .filter(reason -> reason.kind() == InvalidReason.Kind.CLOCKS).map(InvalidReason::text).toList();
    }

    @Test
    void whatOthersHadIsThatOfTheBanksHost() {
        recorder = new RunRecorder(plan, 1, ProfileKind.OFF, "alpha");
        Observation usage = wholeRun();
        assertEquals(3.0 / 2, usage.value("foreignCpu"), 1e-9);
        assertEquals(0.06 / 2, usage.value("stolenCpu"), 1e-9);
        recorder = new RunRecorder(plan, 1, ProfileKind.OFF, "beta");
        usage = wholeRun();
        assertTrue(BankFigures.STOLEN.in(usage).isEmpty(), "beta did not say it, which is not none");
        assertTrue(BankFigures.FOREIGN.in(usage).isEmpty());
    }

    @Test
    void whatOthersHadOfTheMachineIsAShareOfIt() {
        Observation usage = wholeRun();
        assertEquals(FOREIGN / 4, usage.value("foreignCpu"), 1e-9);
        assertEquals(0.02 / 4, usage.value("stolenCpu"), 1e-9);
    }

    @Test
    void whileASliceIsMeasuredItIsNotKnownWhatOthersUsed() {
        recorder.begin(reading(0, 0));
        recorder.sliceBegins(reading(1, 0));
        recorder.add(tick(2, page("login", Map.of(), 1_000)), usage(2), nanos(2));
        assertTrue(BankFigures.FOREIGN.in(recorder.soFar()).isEmpty());
    }

    @Test
    void ofAMachineThatIsReadLateTheyHadNoMore() {
        recorder.begin(reading(0, 0));
        recorder.sliceBegins(reading(1, 0));
        recorder.add(tick(2, page("login", Map.of(), 1_000)), usage(2), nanos(2));
        recorder.sliceEnds(reading(4, 0));
        assertEquals(FOREIGN / 4, recorder.soFar().value("foreignCpu"), 1e-9);
    }

    @Test
    void pagesThatFailedHaveReasonsInEachPhase() {
        assertEquals(List.of(new PhaseFailures("rampUp", 6, Map.of("slow", 1L, "wrongData", 5L)),
                new PhaseFailures("steady", 8, Map.of("timeOut", 1L, "connectionLost", 2L, "slow", 1L)),
                new PhaseFailures("rampDown", 1, Map.of("slow", 1L))),
                wholeRun().evidence().failures());
    }

    @Test
    void theLastPartOfASecondIsRatedOverATimeInWhichItCanBeMeasured() {
        recorder.begin(reading(0, 0));
        recorder.add(tick(0, page("login", Map.of(), 1_000)), usage(1), nanos(1));
        assertEquals(1.1, recorder.add(tick(1, Map.of()), usage(2), nanos(2)).bankCpu(), 1e-9);
        Result.Second row = recorder.add(tick(2, Map.of()).at(2, true, 0), usage(2.01), nanos(2.002));
        assertEquals(1.1 * 1.01 / 1.002, row.bankCpu(), 1e-3, "a hundredth of a second, seen after two thousandths");
    }

    @Test
    void aSecondThatWasReadLateLasts() {
        recorder.begin(reading(0, 0));
        recorder.add(tick(0, page("login", Map.of(), 1_000)), usage(1), nanos(1));
        assertEquals(1.1, recorder.add(tick(1, Map.of()), usage(2.5), nanos(2.5)).bankCpu(), 1e-9);
    }

    @Test
    void aShortRunHasNoFirmVerdictAndIsNotSteady() {
        Observation run = wholeRun();
        assertFalse(run.evidence().qos().firm());
        assertFalse(run.evidence().steady());
    }

    @Test
    void aRunOfEnoughSecondsAndPagesHasAFirmVerdict() {
        recorder = new RunRecorder(RunPlan.of(RunSettings.only("phases", "1s,1s,20s,1s").or(plan.settings())));
        recorder.begin(reading(0, 0));
        for (int second = 0; second < 22; second++) {
            if (second == 2) {
                recorder.sliceBegins(warm(second));
            }
            recorder.add(tick(second, page("login", Map.of(), new int[15])), warm(second + 1).usage(),
                    nanos(second + 1));
        }
        recorder.sliceEnds(warm(22));
        Observation run = recorder.soFar();
        assertTrue(run.evidence().qos().firm());
        assertTrue(run.evidence().steady());
    }

    /** Returns the counters of a bank whose compiler does little. */
    private CounterReading warm(double seconds) {
        return new CounterReading(Map.of(RoleName.BANK, new ProcessUsage(seconds, 0, seconds / 10, 0, 1)),
                BankStats.ZERO, BesimStats.ZERO, Map.of(), Map.of(), nanos(seconds), LinkStats.ZERO);
    }

    @Test
    void aFolderThatHoldsAResultIsNotOverwritten() throws Exception {
        Path taken = Files.createDirectories(folder.resolve("taken"));
        Files.writeString(taken.resolve("result.json"), "{}");
        InputException e = assertThrows(InputException.class,
                () -> RunDirectory.create(taken, "run"));
        assertTrue(e.getMessage().contains("already holds a result"), e.getMessage());
    }

    private static CounterReading over(LinkStats link) {
        return new CounterReading(Map.of(), BankStats.ZERO, BesimStats.ZERO, Map.of(), Map.of(), 0, link);
    }

    private static LinkStats link(long bytes, Map<Integer, Long> helloBytes) {
        return new LinkStats("cubic", 0, new LinkStats.Way(20, bytes, 20, 1, 0, 0), LinkStats.Way.ZERO, 2, 0,
                Map.of(LinkStats.FULL, Map.of("clientHelloBytes", new TreeMap<>(helloBytes))));
    }

    @Test
    void theLinkIsCountedBetweenReadings() {
        CollectedFigures figures = new CollectedFigures();
        CounterWindow window = new CounterWindow(List.of(
                new CounterWindow.Part(over(link(1_000, Map.of(900, 7L))),
                        over(link(3_000, Map.of(900, 7L, 180, 1L, 175, 1L)))),
                new CounterWindow.Part(over(LinkStats.ZERO), over(link(500, Map.of(175, 1L))))));
        window.addLink(figures, 10);
        assertEquals(250, figures.get("wire.bytesPerPage"));
        assertEquals(2, figures.get("wire.segmentsPerPage"));
        assertEquals(3, figures.get("wire.handshakes.full"));
        assertEquals(175, figures.get("wire.clientHelloBytes.full"));
        assertFalse(figures.all().containsKey("wire.clientHelloBytes.resumed"));
        CollectedFigures without = new CollectedFigures();
        new CounterWindow(CounterReading.ZERO, CounterReading.ZERO).addLink(without, 10);
        assertEquals(Map.of(), without.all());
    }
}
