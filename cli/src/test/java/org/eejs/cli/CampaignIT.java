package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import org.eejs.result.Experiment.CapacitiesSought;
import org.eejs.result.Experiment;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.Xml;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons and searches for capacity with real processes, as a user starts them. */
class CampaignIT {
    /** Light enough that a busy machine, too, has the driver and the back end stay below their limits. */
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

    private static String explain(EejsProcess eejs) throws Exception {
        return eejs.err() + eejs.out();
    }

    @Test
    void configurationsAreComparedAndSkippedWithTheirReason() throws Exception {
        experiment("""
                baseline: tomcat
                configurations:
                  - name: gone
                    bankJvmOptions: [-XX:+AggressiveOpts]
                  - {name: tomcat}
                  - {name: jetty, container: jetty, provider: "rsa=BC, aes=SunJCE", diseases: locked-random}
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
            assertEquals(3, eejs.awaitExit(), explain(eejs));
            assertTrue(eejs.err().contains("the JVMs will still be compiling: what differs by less than about "),
                    explain(eejs));
            assertTrue(eejs.err().contains("--back-end plain --warm-up auto ("), explain(eejs));
            Result result = eejs.result();
            assertEquals(4, result.runs().size());
            for (Result.Run run : result.runs()) {
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
            int listed = err.indexOf("the configurations turned out to differ in");
            assertTrue(listed >= 0 && listed < err.indexOf("block 2 of 2"), err);
            assertTrue(err.contains("    setting provider: tomcat –; jetty "), err);

            Result.Comparison cpu = result.comparisons().get(0);
            assertEquals("appCpuMsPerPage", cpu.metric());
            assertEquals("jetty", cpu.configuration());
            assertEquals(2, cpu.runs());
            assertEquals(cpu.mean() / cpu.baselineMean(), cpu.ratio(), 1e-9);

            Result.Run jetty = result.runs().stream().filter(run -> run.configuration().equals("jetty")).findFirst()
                    .orElseThrow();
            List<Result.ServiceProof> services = jetty.banking().served().services();
            assertEquals(List.of("BC"), services.get(0).asAsked(), services.toString());
            Experiment experiment = (Experiment) result.measured();
            assertTrue(experiment.configurations().get(2).disclosure().providers().get(0).startsWith("EEJS-8u60 "));
            Result.Published published = experiment.published();
            assertEquals(1, published.figures().size());
            assertEquals(2, published.figures().get(0).runs());
            assertTrue(Files.readString(folder.resolve("out/runs/1-jetty/bank/java.security")).contains(
                    "Signature.RSASSA-PSS:BC"));
            assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(RunDirectory.class.getResourceAsStream("eejs-result-1.schema.json")
                            .readAllBytes(), StandardCharsets.UTF_8))
                    .validate(eejs.out(), InputFormat.JSON));
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains("Relative to tomcat"));
        }
    }

    /** A letter for each second until the end of the steady state; a dot for one of the warm-up that follows it. */
    private static String phases(Result.Run run) {
        StringBuilder letters = new StringBuilder();
        run.banking().timeSeries().stream().map(Result.Second::phase).filter(phase -> !phase.equals("rampDown"))
                .forEach(phase -> letters.append(phase.equals("warmUp") && letters.length() > 1 ? '.'
                        : phase.charAt(0)));
        return letters.toString();
    }

    private static String skipped(Result result, String name) {
        return ((Experiment) result.measured()).configurations().stream()
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
            assertEquals(130, eejs.awaitExit(), explain(eejs));
            assertEquals("eejs: the measurement was stopped by a signal", eejs.lastError());
            before = eejs.result();
            assertEquals(2, before.runs().size(), "the run that was broken off does not count");
        }
        try (EejsProcess eejs = new EejsProcess(folder, "compare", "--resume", "out")) {
            assertEquals(0, eejs.awaitExit(), explain(eejs));
            Result after = eejs.result();
            assertEquals(before.startedAt(), after.startedAt());
            assertEquals(before.runs(), after.runs().subList(0, 2));
            assertEquals(4, after.runs().size());
            assertEquals(List.of(1, 1, 2, 2), after.runs().stream().map(Result.Run::repetition).toList());
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
            assertEquals(3, eejs.awaitExit(), explain(eejs));
            List<Result.Run> killed = eejs.result().runs().stream().filter(run -> run.invalidReasons().stream()
                    .anyMatch(reason -> reason.contains("the bank was killed by signal 9"))).toList();
            assertEquals(1, killed.size(), explain(eejs));
            assertFalse(killed.get(0).valid());
            assertEquals(4, eejs.result().runs().size());
        }
    }

    @Test
    void aSearchForCapacityProbesInFreshProcesses() throws Exception {
        try (EejsProcess eejs = start("capacity", "--max-runs", "2", EejsProcess.BANK_COMPILES_LITTLE, "--out",
                "out")) {
            assertEquals(3, eejs.awaitExit(), "two probes settle nothing: " + explain(eejs));
            Result.Capacity capacity = ((CapacitiesSought) eejs.result().measured()).capacities().get(0);
            assertFalse(capacity.settled());
            // On a machine busy with something else a probe may fail, and the search goes down, or be invalid, and is
            // made again, or with fewer sessions if driver and back end were at their limit.
            assertEquals(10, capacity.probes().get(0).sessions());
            Result.Probe before = null;
            for (Result.Probe probe : capacity.probes()) {
                if (before != null) {
                    int step = Integer.signum(probe.sessions() - before.sessions());
                    assertTrue(before.passed() == null ? step <= 0 : step == (before.passed() ? 1 : -1), explain(eejs));
                }
                before = probe;
            }
            long answers = capacity.probes().stream().filter(probe -> probe.passed() != null).count();
            assertTrue(answers == 2 || before.passed() == null, explain(eejs));
            assertArrayEquals(capacity.probes().stream().mapToDouble(Result.Probe::sessions).toArray(),
                    eejs.result().runs().stream().mapToDouble(run -> run.banking().load().sessions()).toArray());
            assertTrue(Files.exists(folder.resolve("out/capacity.csv")));
        }
    }

    @Test
    void xmlConfigurationsAreCompared() throws Exception {
        experiment("""
                xml: {transaction: stax-parse, size: 1KB}
                phases: 0s,0s,1s,0s
                configurations:
                  - {name: jdk}
                  - {name: woodstox, xml: {library: woodstox}}
                  - {name: gone, xml: {jvmOptions: [-XX:+AggressiveOpts]}}
                """);
        try (EejsProcess eejs = new EejsProcess(folder, "compare", "--experiment", "x.yaml", "--min-runs", "2",
                "--max-runs", "2", "--json", "--out", "out")) {
            assertEquals(3, eejs.awaitExit(), explain(eejs));
            Result result = eejs.result();
            assertEquals(4, result.runs().size());
            for (Result.Run run : result.runs()) {
                assertTrue(run.valid() && ((Xml.Round) run.figures()).cpuMicrosPerTransaction() > 0, explain(eejs));
            }
            assertTrue(skipped(result, "gone").contains("x.yaml, line 6, key 'configurations[2].xml.jvmOptions': the JVM "
                    + "does not start: Unrecognized VM option 'AggressiveOpts'"), skipped(result, "gone"));
            assertEquals(List.of("cpuMicrosPerTransaction", "transactionsPerSecond", "allocatedBytesPerTransaction"),
                    result.comparisons().stream().map(Result.Comparison::metric).toList());
            assertEquals("cpuMicrosPerTransaction", ((Experiment) result.measured()).procedure().metric());
            assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(RunDirectory.class.getResourceAsStream("eejs-result-1.schema.json")
                            .readAllBytes(), StandardCharsets.UTF_8))
                    .validate(eejs.out(), InputFormat.JSON));
            assertEquals(5, Files.readAllLines(folder.resolve("out/transaction-runs.csv")).size());
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains("CPU, µs/transaction"));
            assertFalse(Files.exists(folder.resolve("out/pages.csv")));
        }
    }

    /** Returns a comparison of four blocks; the second configuration costs this multiple of the first. */
    private void compared(String name, double... ratios) throws Exception {
        List<Result.Run> runs = new ArrayList<>();
        for (int block = 1; block <= ratios.length; block++) {
            double base = 600 + block % 2;
            for (double cpu : new double[] {base, ratios[block - 1] * base}) {
                runs.add(new Result.Run(cpu == base ? "base" : "other", block, List.of(), true,
                        new Result.PhaseSeconds(0, 0, 1, 0), new Xml.Round(1e6 / cpu, cpu, 1, 0, 0, true,
                                List.of(1e6 / cpu))));
            }
        }
        RunSettings settings = RunSettings.of(Map.of("xml", Map.of("transaction", "stax-parse", "size", "1KB")));
        new RunDirectory(Files.createDirectories(folder.resolve(name))).write(new Result("compare",
                "2026-11-01T00:00:00Z", settings, null, new Experiment.RunsCompared(new Result.Procedure("base",
                        "cpuMicrosPerTransaction", 0, 0.05, ratios.length, ratios.length, 0.95, null, null), List.of(
                                new Result.Configuration("base", RunSettings.unsaid(), null, null),
                                new Result.Configuration("other", RunSettings.unsaid(), null, null)), runs, List.of(),
                        null)));
    }

    /** The runs are there, so nothing of this depends on how fast a machine is. */
    @Test
    void aGateJudgesTheIntervalOfTheRunsThereAre() throws Exception {
        compared("kept", 1.02, 1.021, 1.019, 1.02);
        compared("failed", 1.2, 1.21, 1.19, 1.2);
        compared("undecided", 1.04, 1.08, 1.01, 1.03);
        for (Map.Entry<String, Integer> code : Map.of("kept", 0, "failed", 3, "undecided", 4).entrySet()) {
            try (EejsProcess eejs = new EejsProcess(folder, "compare", "--resume", code.getKey(), "--gate", "5%")) {
                assertEquals(code.getValue(), eejs.awaitExit(), explain(eejs));
                assertTrue(eejs.out().contains("Gate: " + code.getKey() + ": the cpuMicrosPerTransaction of other "
                        + "differs by +"), explain(eejs));
            }
        }
    }
}
