package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eejs.result.Bench;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exit code of a comparison of two results, on which builds rely. */
class BenchCompareIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws Exception {
        write("before", 100);
        write("same", 100.5);
        write("slower", 80);
    }

    @Test
    void aResultThatIsSlowerFailsTheGate() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "bench", "compare", "before", "slower", "--out", "out")) {
            assertEquals(3, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.out().contains("FAILS   -20.0%"), eejs.out());
            Result result = eejs.result();
            assertEquals("bench compare", result.command());
            assertEquals(0.8, result.comparisons().get(0).ratio(), 1e-6);
            assertTrue(Files.exists(folder.resolve("out/report.html")));
        }
    }

    @Test
    void oneThatIsNotPasses() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "bench", "compare", "before", "same", "--json")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.out().startsWith("{") && eejs.out().contains("\"comparisons\""), eejs.out());
        }
    }

    @Test
    void aWiderGateLetsMoreThrough() throws Exception {
        try (EejsProcess eejs = new EejsProcess(folder, "bench", "compare", "before", "slower", "--gate", "25%")) {
            assertEquals(0, eejs.awaitExit(), eejs.err());
            assertTrue(eejs.out().contains("The gate passes."), eejs.out());
        }
    }

    private void write(String name, double rate) throws Exception {
        Bench.Cell cell = new Bench.Cell("gcm", "encrypt", "AES-128-GCM", 16, Map.of(), "17.0.9", "SunJCE", true, 1);
        List<Observation> forks = IntStream.rangeClosed(1, 3).mapToObj(round -> new Observation(cell.facets(), round,
                List.of(), Map.of("opsPerSecond", rate * (1 + (round - 2) / 1000.0)), null, null)).toList();
        Bench bench = new Bench(new Bench.Settings(false, 3, 1, 1, 1, 1, List.of(1), List.of()), List.of(), List.of(),
                Map.of(), Map.of());
        new RunDirectory(Files.createDirectories(folder.resolve(name))).write(Result.of("bench",
                "2026-11-01T00:00:00Z", new Result.Disclosure(Map.of(), "Linux",
                        new Result.Cpu("any", 2, 1), new Result.Memory(1), List.of(), Map.of(), Map.of(), null, null,
                        List.of()), bench, forks, List.of()));
    }
}
