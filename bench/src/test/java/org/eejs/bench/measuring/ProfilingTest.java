package org.eejs.bench.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eejs.bench.random.RandomBytes;
import org.eejs.lab.machine.Jdk;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A profile of a benchmark is made on each JDK; where that fails, one line gives the reason and the figures stay. */
class ProfilingTest {
    private static final String CELL = "random nextBytes DRBG 32 B JDK 17/25";

    @TempDir
    private Path folder;

    static Collection<Jdk> oneOfEachRelease() {
        Map<Integer, Jdk> jdks = new TreeMap<>();
        Jdk.all().stream().filter(jdk -> jdk.feature() >= 17).forEach(jdk -> jdks.putIfAbsent(jdk.feature(), jdk));
        return jdks.values();
    }

    @ParameterizedTest
    @MethodSource("oneOfEachRelease")
    @Tag("long")
    void aCellHasAFlameGraphAndAnAllocation(Jdk jdk) throws Exception {
        Profiling profiling = Profiling.in(folder);
        // A machine may forbid every kind of sampling; then there is only the reason.
        assumeTrue(profiling.problem(jdk) == null, profiling.problem(jdk));
        RunResult result = measured(profiling, jdk);

        Path graph = flameGraphs().get(0);
        String html = Files.readString(graph);
        assertTrue(html.contains("RandomBytes"), "the benchmark's own frames are in it");
        assertTrue(html.contains("DRBG"), "and those of what it measures");
        Double allocated = Profiling.allocatedBytesPerOp(result);
        // A hash of the DRBG makes a few arrays and no megabytes.
        assertTrue(allocated > 16 && allocated < 100_000, "allocated " + allocated);
    }

    @Test
    void withoutTheLibraryAllButTheFlameGraphIsThere() throws Exception {
        Profiling without = Profiling.in(folder).with(folder.resolve("libasyncProfiler.so"));
        assertLine("is missing; build with mvn package", without.problem(Jdk.running()));
        RunResult result = measured(without, Jdk.running());
        assertTrue(Profiling.allocatedBytesPerOp(result) > 16);
        assertEquals(List.of(), flameGraphs());
    }

    @Test
    void aLibraryThatDoesNotLoadIsNoReasonToFail() throws Exception {
        Path broken = Files.writeString(folder.resolve("libasyncProfiler.so"), "no library");
        assertLine("async-profiler samples neither cpu nor", Profiling.in(folder).with(broken).problem(Jdk.running()));
    }

    @Test
    void aFolderThatJmhDoesNotTakeIsReported() {
        assertLine("semicolon", Profiling.in(folder.resolve("a;b")).problem(Jdk.running()));
    }

    private List<Path> flameGraphs() throws IOException {
        Path flames = folder.resolve(Profiling.FOLDER);
        if (!Files.exists(flames)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(flames)) {
            return found.filter(file -> file.getFileName().toString().matches("flame-.*-forward\\.html")).toList();
        }
    }

    private static void assertLine(String part, String line) {
        assertTrue(line.contains(part), line);
        assertEquals(1, line.lines().count());
    }

    private static RunResult measured(Profiling profiling, Jdk jdk) throws Exception {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + RandomBytes.class.getName() + "\\.nextBytes$")
                .param("provider", "SUN").param("algorithm", "DRBG").param("bytes", "32").forks(1)
                .jvm(jdk.java().toString())
                .warmupIterations(1).warmupTime(TimeValue.milliseconds(100))
                .measurementIterations(1).measurementTime(TimeValue.milliseconds(500)).shouldFailOnError(true);
        profiling.addTo(options, jdk, CELL);
        Collection<RunResult> results = new Runner(options.build(), OutputFormatFactory.createFormatInstance(
                new PrintStream(PrintStream.nullOutputStream()), VerboseMode.SILENT)).run();
        return results.iterator().next();
    }
}
