package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.result.Bench.Verdict;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Benchmarks of primitives with real JVMs, started like a user's. */
@ResourceLock("JMH, of which one measures on a machine")
class BenchIT {
    private static final Path CLASSES = Path.of("target/test-classes").toAbsolutePath();

    @TempDir
    private Path folder;

    private EejsProcess start(String... words) throws Exception {
        return new EejsProcess(folder, words);
    }

    private static String explain(EejsProcess eejs) throws Exception {
        return eejs.err() + eejs.out();
    }

    @Test
    void correctProvidersAreMeasuredAndWrongOnesAreNot() throws Exception {
        String wrong = "org.eejs.cli.WrongDigest@" + CLASSES;
        try (EejsProcess eejs = start("bench", "digest", "--quick", "--algorithm", "SHA-256", "--size", "64",
                "--threads", "1", "--provider", "SUN,BC," + wrong, "--json", "--out", "out")) {
            assertEquals(3, eejs.awaitExit(), explain(eejs));
            assertTrue(eejs.err().contains("WRONG RESULT: " + wrong), eejs.err());
            Result result = eejs.result();
            Bench bench = result.bench();
            List<CellRounds> cells = CellRounds.of(result.observations());
            assertEquals(Set.of("SUN true", "SUN false", "BC true", "null null"), cells.stream()
                    .map(cell -> cell.cell().get("provider") + " " + cell.cell().get("intrinsics"))
                    .collect(Collectors.toSet()), "of native code neither is known");
            for (CellRounds cell : cells) {
                assertNull(cell.error());
                assertEquals(1, cell.rounds().size());
                double rate = cell.mean(BenchFigures.OPS);
                assertEquals(64 * rate / 1e6, cell.mean(BenchFigures.MEGABYTES), 1e-6);
                if (cell.cell().get(Bench.PROGRAM) == null) {
                    List<Double> interval = cell.operations().ci95();
                    assertEquals(bench.settings().measurementIterations(), cell.iterations().size());
                    assertTrue(interval.get(0) < rate && rate < interval.get(1));
                    assertTrue(cell.mean(BenchFigures.CPU) > 0, cell.toString());
                }
            }
            assertEquals(List.of(wrong), bench.checks().stream().filter(check -> check.verdict() == Verdict.MISMATCH)
                    .map(Bench.Check::provider).toList());
            assertEquals(1, bench.overheadNanos().size());
            assertEquals(List.of(), SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(RunDirectory.class.getResourceAsStream("eejs-result-2.schema.json")
                            .readAllBytes(), StandardCharsets.UTF_8)).validate(eejs.out(), InputFormat.JSON));
            assertEquals(cells.size(), new ObjectMapper().readTree(
                    folder.resolve("out/jmh.json").toFile()).size());
            assertTrue(Files.readString(folder.resolve("out/report.html")).contains("SHA-256"));
            assertTrue(Files.readString(folder.resolve("out/bench.csv")).contains("SHA-256"));
        }
    }

    @Test
    void whatWasMeasuredIsKeptWhenItIsStopped() throws Exception {
        try (EejsProcess eejs = start("bench", "digest", "mac", "--quick", "--provider", "JDK", "--out", "out")) {
            EejsProcess.awaitThat("a benchmark that runs", () -> eejs.descendants().stream().anyMatch(process ->
                    EejsProcess.commandLine(process).contains("org.openjdk.jmh.runner.ForkedMain")));
            List<ProcessHandle> started = eejs.descendants();
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), explain(eejs));
            assertEquals("eejs: the measurement was stopped by a signal", eejs.lastError());
            assertFalse(RunDirectory.read(folder.resolve("out")).bench().checks().isEmpty());
            EejsProcess.awaitThat("the end of all that was started", () -> started.stream()
                    .noneMatch(ProcessHandle::isAlive));
        }
    }

    @Test
    @Tag("long")
    void aStopWhileProvidersAreAskedMakesNoneOfThemWrong() throws Exception {
        try (EejsProcess eejs = start("bench", "--quick", "--out", "out")) {
            EejsProcess.awaitThat("a provider that is asked", () -> eejs.descendants().stream().anyMatch(process ->
                    EejsProcess.commandLine(process).contains("org.eejs.bench.campaign.ProviderChecks")));
            List<ProcessHandle> started = eejs.descendants();
            eejs.signal("INT");
            assertEquals(130, eejs.awaitExit(), explain(eejs));
            assertEquals("eejs: the measurement was stopped by a signal", eejs.lastError());
            assertFalse(eejs.err().contains("is not measured"), eejs.err());
            assertEquals(List.of(), RunDirectory.read(folder.resolve("out")).bench().checks());
            EejsProcess.awaitThat("the end of all that was started", () -> started.stream()
                    .noneMatch(ProcessHandle::isAlive));
        }
    }

    @Test
    void whatDoesNotExistIsAnsweredInOneLine() throws Exception {
        try (EejsProcess eejs = start("bench", "handshakes")) {
            assertEquals(2, eejs.awaitExit());
            assertTrue(eejs.lastError().startsWith("eejs: there is no group of benchmarks 'handshakes'; did you mean "
                    + "handshake"), eejs.err());
        }
        try (EejsProcess eejs = start("bench", "gcm", "--jdk", "16")) {
            assertEquals(2, eejs.awaitExit());
            assertTrue(eejs.lastError().startsWith("eejs: --jdk '16' was not found; there are "),
                    eejs.err());
        }
        try (EejsProcess eejs = start("bench", "sign", "--provider", "org.example.Missing@/none.jar", "--quick")) {
            assertEquals(2, eejs.awaitExit());
            assertEquals("eejs: no provider offers what was requested: the provider org.example.Missing is not on this "
                    + "machine: there is no /none.jar", eejs.lastError());
        }
    }

    @Test
    void theListNamesGroupsAlgorithmsAndProviders() throws Exception {
        try (EejsProcess eejs = start("bench", "--list")) {
            assertEquals(0, eejs.awaitExit());
            for (String word : List.of("gcm", "AES-128-GCM", "handshake", "sign", "ML-KEM-768", "ACCP", "random")) {
                assertTrue(eejs.out().contains(word), word + " in " + eejs.out());
            }
        }
    }
}
