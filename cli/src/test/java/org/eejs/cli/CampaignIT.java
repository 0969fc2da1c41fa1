package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.result.BenchFigures;
import org.eejs.result.Cell;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Comparisons and searches for capacity with real processes. */
class CampaignIT {
    /** A light load, so that driver and back end stay below their limits even on a busy machine. */
    private static final String[] LOAD = {"--sessions", "10", "--think-time", "200ms", "--phases", "1s,1s,2s,1s",
        "--placement", "none", "--back-end", "plain"};

    @TempDir
    private Path folder;

    private EejsProcess start(String... words) throws Exception {
        String[] all = new String[words.length + LOAD.length];
        System.arraycopy(words, 0, all, 0, words.length);
        System.arraycopy(LOAD, 0, all, words.length, LOAD.length);
        return new EejsProcess(folder, all);
    }

    private void experiment(String yaml) throws Exception {
        Files.writeString(folder.resolve("x.yaml"), yaml);
    }

    @Test
    @Tag("long")
    void configurationsAreComparedAndSkippedWithTheirReason() throws Exception {
        experiment("""
                baseline: tomcat
                configurations:
                  - name: gone
                    bankJvmOptions: [-XX:+AggressiveOpts]
                  - {name: tomcat}
                  - {name: jetty, container: jetty, provider: "digest=BC, aes=SunJCE", diseases: locked-random}
                  - name: no suite
                    tlsStack: conscrypt
                    tls: eejs-2016
                published:
                  source: a paper
                  rows:
                    - {metric: pages, configuration: jetty, relativeTo: tomcat, ratio: 1.345}
                    - {metric: sessions, configuration: jetty, relativeTo: tomcat, ratio: 1.63}
                bankJvmOptions: ["-XX:TieredStopAtLevel=1"]
                """);
        try (EejsProcess eejs = start("compare", "--experiment", "x.yaml", "--min-runs", "2", "--max-runs", "2",
                "--resumed-connections", "0%", "--json", "--out", "out")) {
            assertEquals(3, eejs.awaitExit(), eejs.said());
            assertTrue(eejs.err().contains("the JVMs will still be compiling: differences below about "),
                    eejs.said());
            assertTrue(eejs.err().contains("--back-end plain --warm-up auto ("), eejs.said());
            Result result = eejs.result();
            assertEquals(4, result.observations().size());
            for (Observation run : result.observations()) {
                assertTrue(run.valid(), run.configuration() + ": " + run.invalidReasons());
                assertEquals("rw.s.s..", phases(run),
                        "two slices, each after a second that is not measured, and one for samples");
            }
            assertTrue(skipped(result, "gone").contains("x.yaml, line 4, key 'configurations[0].bankJvmOptions': the JVM "
                    + "does not start: Unrecognized VM option 'AggressiveOpts'"), skipped(result, "gone"));
            assertTrue(skipped(result, "no suite").contains("x.yaml, line 8, key 'configurations[3].tls"),
                    skipped(result, "no suite"));
            assertNull(skipped(result, "tomcat"));

            String err = eejs.err();
            int listed = err.indexOf("the configurations differ in");
            assertTrue(listed >= 0 && listed < err.indexOf("block 2 of 2"), err);
            assertTrue(err.contains("    setting provider: tomcat –; jetty "), err);

            Result.Comparison cpu = result.comparisons().get(0);
            assertEquals("appCpuMsPerPage", cpu.figure());
            assertEquals("jetty", cpu.name());
            assertEquals(2, cpu.runs());
            assertEquals(cpu.mean() / cpu.baselineMean(), cpu.ratio(), 1e-9);

            Observation jetty = result.observations().stream().filter(run -> run.configuration().equals("jetty"))
                    .findFirst()
                    .orElseThrow();
            List<Result.AlgorithmProof> algorithms = jetty.evidence().algorithms();
            assertEquals(List.of("BC"), algorithms.stream().filter(each -> each.family().equals("digest")).findFirst()
                    .orElseThrow().asAsked(), algorithms.toString());
            assertTrue(result.configurations().get(2).disclosure().providers().get(0).startsWith("EEJS-8u60 "));
            Result.Published published = result.published();
            assertEquals(1, published.figures().size());
            assertEquals(2, published.figures().get(0).runs());
            assertTrue(Files.readString(folder.resolve("out/runs/1-jetty/bank/java.security")).contains(
                    "MessageDigest.SHA-256:BC"));
            eejs.assertResultPrinted();
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains("Relative to tomcat"));
        }
    }

    /**
     * Returns a letter per second until the end of the steady state; a dot is the warm-up that follows it.
     */
    private static String phases(Observation run) {
        StringBuilder letters = new StringBuilder();
        run.evidence().everySecond().stream().map(Result.Second::phase).filter(phase -> !phase.equals("rampDown"))
                .forEach(phase -> letters.append(phase.equals("warmUp") && letters.length() > 1 ? '.'
                        : phase.charAt(0)));
        return letters.toString();
    }

    private static String skipped(Result result, String name) {
        return result.configurations().stream()
                .filter(configuration -> configuration.name().equals(name)).findFirst()
                .orElseThrow().skipped();
    }

    @Test
    @Tag("long")
    void aComparisonThatWasStoppedGoesOnWithTheRunsItHas() throws Exception {
        Result before;
        try (EejsProcess eejs = start("compare", "--aa", "--min-runs", "2", "--max-runs", "2",
                EejsProcess.BANK_COMPILES_LITTLE, "--out", "out")) {
            eejs.awaitProgress("block 2 of 2, in turns");
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), eejs.said());
            assertEquals("eejs: the measurement was stopped by a signal", eejs.lastError());
            before = eejs.result();
            assertEquals(2, before.observations().size(), "the run that was broken off does not count");
        }
        try (EejsProcess eejs = new EejsProcess(folder, "compare", "--resume", "out")) {
            assertEquals(0, eejs.awaitExit(), eejs.said());
            Result after = eejs.result();
            assertEquals(before.startedAt(), after.startedAt());
            assertEquals(before.observations(), after.observations().subList(0, 2));
            assertEquals(4, after.observations().size());
            assertEquals(List.of(1, 1, 2, 2), after.observations().stream().map(Observation::round).toList());
            assertFalse(eejs.err().contains("block 1"), eejs.err());
            assertNotEquals(0, after.comparisons().size());
        }
    }

    @Test
    @Tag("long")
    void aBankThatIsKilledIsReportedAndTheOthersGoOn() throws Exception {
        experiment("configurations: [{name: one}, {name: other}]\n");
        try (EejsProcess eejs = start("compare", "--experiment", "x.yaml", "--min-runs", "2", "--max-runs", "2",
                "--out", "out")) {
            eejs.awaitProgress("block 2 of 2, in turns");
            EejsProcess.awaitThat("a bank of the second block", () -> eejs.descendants().stream()
                    .anyMatch(process -> process.info().commandLine().orElse("").contains("DriverMain")));
            EejsProcess.signal("KILL", eejs.role("org.eejs.bank.BankMain").pid());
            assertEquals(3, eejs.awaitExit(), eejs.said());
            List<Observation> killed = eejs.result().observations().stream().filter(run -> run.invalidReasons().stream()
                    .anyMatch(reason -> reason.contains("the bank was killed by signal 9"))).toList();
            assertEquals(1, killed.size(), eejs.said());
            assertFalse(killed.get(0).valid());
            assertEquals(4, eejs.result().observations().size());
        }
    }

    @Test
    @Tag("long")
    void aSearchForCapacityProbesInFreshProcesses() throws Exception {
        try (EejsProcess eejs = start("capacity", "--max-runs", "2", EejsProcess.BANK_COMPILES_LITTLE, "--out",
                "out")) {
            assertEquals(3, eejs.awaitExit(), "two probes settle nothing: " + eejs.said());
            Result.Capacity capacity = eejs.result().capacities().get(0);
            assertFalse(capacity.settled());
            // On a busy machine a probe may fail, so the search goes down. A probe may also be invalid; then it is
            // repeated, with fewer sessions if driver or back end were at their limit.
            assertEquals(10, capacity.probes().get(0).sessions());
            Result.Probe before = null;
            for (Result.Probe probe : capacity.probes()) {
                if (before != null) {
                    int step = Integer.signum(probe.sessions() - before.sessions());
                    assertTrue(before.passed() == null ? step <= 0 : step == (before.passed() ? 1 : -1), eejs.said());
                }
                before = probe;
            }
            long answers = capacity.probes().stream().filter(probe -> probe.passed() != null).count();
            assertTrue(answers == 2 || before.passed() == null, eejs.said());
            assertEquals(capacity.probes().size(), eejs.result().observations().size());
            assertTrue(Files.exists(folder.resolve("out/capacity.csv")));
        }
    }

    @Test
    @ResourceLock("JMH, of which one measures on a machine")
    @Tag("long")
    void xmlConfigurationsAreCompared() throws Exception {
        experiment("""
                xml: {transaction: stax-parse, size: 1KB}
                phases: 0s,0s,1s,0s
                configurations:
                  - {name: jdk}
                  - {name: woodstox, xml: {library: woodstox}}
                  - {name: gone, xml: {jvmOptions: [-XX:+AggressiveOpts]}}
                """);
        try (EejsProcess eejs = new EejsProcess(folder, "compare", "--experiment", "x.yaml", "--max-runs", "2",
                "--json", "--out", "out")) {
            assertEquals(3, eejs.awaitExit(), eejs.said());
            for (CellRounds each : CellRounds.of(eejs.result().observations())) {
                if (each.cell().get("configuration").equals("gone")) {
                    assertEquals("the JVM does not start: Unrecognized VM option 'AggressiveOpts'", each.error());
                } else {
                    assertTrue(each.mean(BenchFigures.OPS) > 0 && each.mean(BenchFigures.CPU) > 0
                            && each.mean(BenchFigures.ALLOCATED) > 0, each.toString());
                    assertEquals(2, each.rounds().size());
                }
            }
            assertEquals(Set.of("woodstox"), eejs.result().comparisons().stream()
                    .map(each -> each.cell().get("configuration")).collect(Collectors.toSet()));
            assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(RunDirectory.class.getResourceAsStream("eejs-result-2.schema.json")
                            .readAllBytes(), StandardCharsets.UTF_8))
                    .validate(eejs.out(), InputFormat.JSON));
            assertFalse(Files.exists(folder.resolve("out/pages.csv")));
        }
    }

    /** Creates a comparison of four rounds; the second configuration costs this multiple of the first. */
    private void compared(String name, double... ratios) throws Exception {
        List<Observation> runs = new ArrayList<>();
        for (int block = 1; block <= ratios.length; block++) {
            double base = 600 + block % 2;
            for (double cpu : new double[] {base, ratios[block - 1] * base}) {
                runs.add(new Observation(Cell.ofConfiguration(cpu == base ? "base" : "other"), block, List.of(),
                        Map.of("pages", 1_000.0, "appCpuMsPerPage", cpu, "cpuMsPerPage", cpu), null, null));
            }
        }
        new RunDirectory(Files.createDirectories(folder.resolve(name))).write(Result.of("compare",
                "2026-11-01T00:00:00Z", RunSettings.unsaid(), null, new Result.Procedure("base",
                        "appCpuMsPerPage", 0, 0.05, ratios.length, ratios.length, 0.95, null, null), List.of(
                                new Result.Configuration("base", RunSettings.unsaid(), null, null),
                                new Result.Configuration("other", RunSettings.unsaid(), null, null)), runs, List.of(),
                        null, null));
    }

    /** The runs already exist, so the speed of the machine does not matter. */
    @Test
    void aGateJudgesTheIntervalOfTheRunsThereAre() throws Exception {
        judged("failed", 3, 1.2, 1.21, 1.19, 1.2);
    }

    @Test
    @Tag("long")
    void itAlsoJudgesWhatIsKeptOrUndecided() throws Exception {
        judged("kept", 0, 1.02, 1.021, 1.019, 1.02);
        judged("undecided", 4, 1.04, 1.08, 1.01, 1.03);
    }

    private void judged(String verdict, int code, double... ratios) throws Exception {
        compared(verdict, ratios);
        try (EejsProcess eejs = new EejsProcess(folder, "compare", "--resume", verdict, "--gate", "5%")) {
            assertEquals(code, eejs.awaitExit(), eejs.said());
            assertTrue(eejs.out().contains("Gate: " + verdict + ": the appCpuMsPerPage of other differs by +"),
                    eejs.said());
        }
    }
}
