package org.eejs.bench.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.result.Bench;
import org.eejs.result.Cell;
import org.eejs.result.Evidence;
import org.eejs.result.InputException;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slower cells are found, and equal ones seldom fail; results that do not correspond are refused. */
class BenchComparisonTest {
    private static final double GATE = 0.05;

    @TempDir
    private Path folder;

    /** The kind of differences between forks and iterations of one cell when nothing has changed. */
    private enum Noise {
        NORMAL {
            @Override
            double fork(Random random) {
                return 1 + 0.03 * random.nextGaussian();
            }
        },
        /** Sometimes far too slow, as on a machine with other users. */
        SKEWED {
            @Override
            double fork(Random random) {
                return Math.exp(-Math.abs(0.08 * random.nextGaussian()));
            }
        },
        /** One in five JVMs compiles worse, for as long as it runs. */
        TWO_KINDS {
            @Override
            double fork(Random random) {
                return (random.nextInt(5) == 0 ? 0.85 : 1) * (1 + 0.01 * random.nextGaussian());
            }
        };

        abstract double fork(Random random);
    }

    @ParameterizedTest
    @CsvSource({"NORMAL,3", "NORMAL,5", "SKEWED,3", "SKEWED,5", "TWO_KINDS,5", "NORMAL,1", "SKEWED,1"})
    @Tag("long")
    void equalsSeldomFail(Noise noise, int forks) {
        Random random = new Random(7);
        int comparisons = 100;
        int failed = 0;
        int byInterval = 0;
        for (int i = 0; i < comparisons; i++) {
            List<CellPairs.Pair> cells = IntStream.range(0, 300).mapToObj(cell -> new CellPairs.Pair(
                    score(cell(cell), forks, () -> 1e6 * noise.fork(random), random),
                    score(cell(cell), forks, () -> 1e6 * noise.fork(random), random))).toList();
            byInterval += i < 20 && cells.stream().map(Gate::ratio)
                    .anyMatch(ratio -> ratio.ratio() < 1 - GATE && ratio.high() < 1) ? 1 : 0;
            failed += new Gate(GATE).failing(cells).isEmpty() ? 0 : 1;
        }
        // The promise is 5; the tolerance is twice their standard error.
        assertTrue(failed <= 9, failed + " of " + comparisons + " comparisons of equals fail");
        assertTrue(byInterval >= 10, "with separate intervals, more than half of 20 fail: " + byInterval);
    }

    @ParameterizedTest
    @CsvSource({"5,0.10,1", "3,0.10,1", "5,0.10,40", "3,0.25,40", "1,0.20,5", "1,0.20,90"})
    void whatIsSlowerIsFound(int forks, double slower, int slowerCells) {
        Random random = new Random(3);
        List<CellPairs.Pair> cells = IntStream.range(0, 300).mapToObj(cell -> new CellPairs.Pair(
                score(cell(cell), forks, () -> 1e6 * (1 + 0.01 * random.nextGaussian()), random),
                score(cell(cell), forks, () -> (cell < slowerCells ? 1 - slower : 1) * 1e6
                        * (1 + 0.01 * random.nextGaussian()), random))).toList();
        var failing = new Gate(GATE).failing(cells);
        long found = cells.subList(0, slowerCells).stream().filter(failing::contains).count();
        assertTrue(found >= 0.9 * slowerCells, found + " of " + slowerCells + " are found");
        assertTrue(failing.size() - found <= 0.1 * slowerCells, "and not many more: " + failing.size());
    }

    /** With the variance of only its forks, it was found in 8 of 100. */
    @Test
    @Tag("long")
    void oneCellOfHundredsIsFoundByThreeForks() {
        Random random = new Random(11);
        DoubleSupplier noise = () -> 1e6 * (1 + 0.02 * random.nextGaussian());
        int found = 0;
        for (int i = 0; i < 100; i++) {
            List<CellPairs.Pair> cells = IntStream.range(0, 227).mapToObj(cell -> new CellPairs.Pair(
                    score(cell(cell), 3, noise, random), score(cell(cell), 3,
                            () -> (cell == 0 ? 0.9 : 1) * noise.getAsDouble(), random))).toList();
            found += new Gate(GATE).failing(cells).contains(cells.get(0)) ? 1 : 0;
        }
        assertTrue(found >= 95, "found in " + found + " of 100");
    }

    @Test
    void aMachineThatIsSlowerAltogetherIsDistinguished() throws IOException {
        write("before", twenty(cell -> 100));
        write("after", twenty(cell -> cell == 7 ? 87 : 97));
        BenchComparison comparison = compare();
        assertEquals(1, comparison.lines().stream().filter(line -> line.contains("FAILS")).count(),
                comparison.lines().toString());
        assertTrue(comparison.lines().contains(
                "All cells together, by their median: -3.0%. Each is compared with that."),
                comparison.lines().toString());
    }

    @Test
    void whatIsSlowerAltogetherByMoreThanTheGateFails() throws IOException {
        write("before", twenty(cell -> 100));
        write("after", twenty(cell -> 90));
        assertFalse(compare().passes());
    }

    @ParameterizedTest
    @CsvSource({"11, false", "14, false", "15, true", "20, true"})
    void allCellsFailWhereMoreThanHalfAreBeyondTheGateAndNotByChance(int beyond, boolean fails) {
        List<CellPairs.Pair> cells = IntStream.range(0, 20).mapToObj(cell -> new CellPairs.Pair(score(cell(cell), 100),
                score(cell(cell), cell < beyond ? 94 : 96))).toList();
        assertTrue(Gate.common(cells) < 1 - GATE, "as measured they are");
        assertEquals(fails, new Gate(GATE).allAreSlower(cells));
    }

    @Test
    void lessThanTheGateDoesNotFailHoweverSureItIs() {
        List<CellPairs.Pair> cells = List.of(new CellPairs.Pair(score(cell(1), 100), score(cell(1), 96)));
        assertTrue(new Gate(GATE).failing(cells).isEmpty());
        assertFalse(new Gate(0.03).failing(cells).isEmpty());
    }

    @Test
    void aSlowerCellFailsAndComesFirst() throws IOException {
        write("before", bench(score(cell(1), 100), score(cell(2), 100), score(cell(3), 100)));
        write("after", bench(score(cell(1), 100), score(cell(2), 80), score(cell(3), 120)));
        BenchComparison comparison = compare();
        assertFalse(comparison.passes());
        Result.Comparison worst = comparison.result().comparisons().get(0);
        assertEquals(cell(2).toString(), worst.cell().get("cell"));
        assertEquals("worse", worst.verdict());
        assertEquals(0.8, worst.ratio(), 1e-9);
        assertEquals(100, worst.baselineMean());
        assertEquals("before", worst.baseline().get("result"));
        assertEquals("noDifference", comparison.result().comparisons().get(1).verdict());
        assertEquals("better", comparison.result().comparisons().get(2).verdict());
        assertEquals("bench compare", comparison.result().command());
        assertEquals(GATE, comparison.result().procedure().margin());
        String lines = String.join("\n", comparison.lines());
        assertTrue(lines.contains("FAILS   -20.0% (-20.0 to -20.0%)"), lines);
        assertTrue(lines.contains("1 faster, 1 slower, 1 equivalent, 0 inconclusive"), lines);
        assertTrue(lines.indexOf("FAILS") < lines.indexOf("+20.0%"), lines);
    }

    @Test
    void aResultComparedWithItselfIsTheSame() throws IOException {
        write("before", bench(score(cell(1), 100)));
        write("after", bench(score(cell(1), 100)));
        assertTrue(compare().passes());
        BenchComparison itself = BenchComparison.of(folder.resolve("before"), folder.resolve("before"), GATE);
        assertEquals("before again", itself.result().configurations().get(1).name());
    }

    @Test
    void anErrorWhereTheFigureWasFails() throws IOException {
        write("before", bench(score(cell(1), 100), score(cell(2), 100)));
        write("after", bench(score(cell(1), 100), failed(cell(2), "the JVM died")));
        assertFalse(compare().passes());
        assertTrue(String.join("\n", compare().lines()).contains("FAILS   " + cell(2) + ": the JVM died"));

        write("after", bench(score(cell(1), 100), failed(cell(3), "it never worked")));
        assertTrue(compare().passes(), "a cell that is missing warns, and a new one with an error does not matter");
        assertTrue(String.join("\n", compare().lines()).contains("missing in the second result (1): " + cell(2)));
    }

    @Test
    void aProviderThatGaveWrongAnswersFails() throws IOException {
        write("before", bench(score(cell(1), 100), score(cell(2), 100)));
        write("after", bench(List.of(new Bench.Check("gcm", "AES-2", "17.0.9", "SunJCE", "17", Bench.Verdict.MISMATCH,
                null, "expected 3, got 4")), score(cell(1), 100)));
        assertFalse(compare().passes());
        assertTrue(String.join("\n", compare().lines()).contains(cell(2) + ": expected 3, got 4"));
    }

    @Test
    void anUpdateOfTheJdkIsComparedAndNoted() throws IOException {
        write("before", bench(score(cell(1, "17.0.9"), 100), score(cell(1, "21.0.1"), 50)));
        write("after", bench(score(cell(1, "17.0.10"), 100), score(cell(1, "25"), 10)));
        BenchComparison comparison = compare();
        assertEquals(1, comparison.result().comparisons().size());
        assertTrue(comparison.result().disclosure().deviations().contains("JDK 17.0.10 is compared with 17.0.9"));
        assertTrue(comparison.passes());
    }

    /** A machine that is slower on another day does not slow all cells equally. */
    @Test
    void resultsOfDifferentSessionsAreRefused() throws IOException {
        Measured bench = bench(score(cell(1), 100));
        write("before", bench);
        write("after", bench, "2026-11-01T11:59:59Z", "any");
        assertTrue(compare().passes());
        write("after", bench, "2026-11-02T03:00:00Z", "any");
        assertEquals(("%s and %s were measured 27 hours apart. A slower machine does not slow all cells equally; "
                + "measure both again in one session")
                .formatted(folder.resolve("before"), folder.resolve("after")),
                assertThrows(InputException.class, this::compare).getMessage());
        write("after", bench, "2026-11-01T00:00:00Z", "another");
        assertTrue(assertThrows(InputException.class, this::compare).getMessage()
                .contains("were measured on different processors"));
    }

    @Test
    void otherDifferencesAreReported() throws IOException {
        write("before", checked("2.4.1", "17.0.9", score(cell(1), 100)));
        write("after", checked("2.5.0", "17.0.10", score(cell(1), 100)));
        List<String> deviations = compare().result().disclosure().deviations();
        assertEquals(List.of("the provider ACCP is 2.5.0, and 2.4.1 in the first result"), deviations);
        write("after", checked("2.4.1", "17.0.9", score(cell(1), 100)));
        assertEquals(List.of(), compare().result().disclosure().deviations());
    }

    private static Measured checked(String version, String ofJdk, CellRounds cell) {
        return bench(List.of(
                new Bench.Check("gcm", "AES-2", "17.0.9", "ACCP", version, Bench.Verdict.OK, "NIST", null),
                new Bench.Check("gcm", "AES-2", "17.0.9", "SunJCE", ofJdk, Bench.Verdict.OK, "NIST", null)), cell);
    }

    @Test
    void twoUpdatesOfOneReleaseAreNotMixed() throws IOException {
        write("before", bench(score(cell(1, "17.0.9"), 100), score(cell(1, "17.0.8"), 50)));
        write("after", bench(score(cell(1, "17.0.9"), 100)));
        assertEquals(1, compare().result().comparisons().size());
        assertTrue(compare().passes(), "17.0.9 with itself");
        write("after", bench(score(cell(1, "17.0.10"), 100)));
        InputException e = assertThrows(InputException.class, this::compare);
        assertTrue(e.getMessage().contains("have no cell in common"), e.getMessage());
    }

    @Test
    void tooFewForksAreReportedAndDoNotFail() throws IOException {
        Random random = new Random(1);
        write("before", bench(score(cell(1), 1, () -> 100, random)));
        write("after", bench(score(cell(1), 1, () -> 50, random)));
        assertTrue(compare().passes());
        String lines = String.join("\n", compare().lines());
        assertTrue(lines.contains("the gate does not judge 1 of 1 cells"), lines);
        assertTrue(lines.contains("do not cover differences between JVMs"), lines);
    }

    @Test
    void whatIsNoResultOfTheBenchIsRefused() throws IOException {
        write("before", bench(score(cell(1), 100)));
        new RunDirectory(Files.createDirectories(folder.resolve("after"))).write(Result.ofRun("run",
                "2026-11-01T00:00:00Z", RunSettings.unsaid(), null,
                new Observation(Cell.ofConfiguration(null), 1, List.of(), Map.of(), null, null)));
        InputException e = assertThrows(InputException.class, this::compare);
        assertTrue(e.getMessage().contains("not of `eejs bench`; name two folders"), e.getMessage());
        assertThrows(InputException.class, () -> BenchComparison.of(folder.resolve("none"), folder, GATE));
    }

    private BenchComparison compare() {
        return BenchComparison.of(folder.resolve("before"), folder.resolve("after"), GATE);
    }

    private void write(String name, Measured measured) throws IOException {
        write(name, measured, "2026-11-01T00:00:00Z", "any");
    }

    private void write(String name, Measured measured, String startedAt, String cpu) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name));
        new RunDirectory(place).write(Result.of("bench", startedAt,
                new Result.Disclosure(Map.of(), "Linux", new Result.Cpu(cpu, 2, 1), new Result.Memory(1), List.of(),
                        Map.of(), Map.of(), null, null, List.of()), measured.bench(), measured.cells().stream()
                        .flatMap(cell -> cell.rounds().stream()).toList(), List.of()));
    }

    private record Measured(Bench bench, List<CellRounds> cells) {}

    private static Measured bench(CellRounds... cells) {
        return bench(List.of(), cells);
    }

    private static Measured bench(List<Bench.Check> checks, CellRounds... cells) {
        return new Measured(new Bench(new Bench.Settings(false, 5, 1, 1, 1, 1, List.of(1), List.of()), List.of(),
                checks, Map.of(), Map.of()), List.of(cells));
    }

    private static Measured twenty(IntToDoubleFunction rate) {
        return bench(IntStream.range(0, 20).mapToObj(cell -> score(cell(cell), rate.applyAsDouble(cell)))
                .toArray(CellRounds[]::new));
    }

    private static Bench.Cell cell(int number) {
        return cell(number, "17.0.9");
    }

    private static Bench.Cell cell(int number, String jdk) {
        return new Bench.Cell("gcm", "encrypt", "AES-" + number, 16, Map.of(), jdk, "SunJCE", true, 1);
    }

    /** Returns a cell with five forks that hardly differ, so that the mean is exact. */
    private static CellRounds score(Bench.Cell cell, double rate) {
        return forks(cell, DoubleStream.of(0.9999, 1, 1.0001, 0.9999, 1.0001).mapToObj(each ->
                List.of(each * rate)).toList());
    }

    /**
     * Returns a cell whose forks differ by this distribution; each has five iterations that differ by half a percent.
     */
    private static CellRounds score(Bench.Cell cell, int forks, DoubleSupplier rate, Random random) {
        List<List<Double>> values = new ArrayList<>();
        for (int i = 0; i < forks; i++) {
            double fork = rate.getAsDouble();
            values.add(DoubleStream.generate(() -> fork * (1 + 0.005 * random.nextGaussian())).limit(5).boxed()
                    .toList());
        }
        return forks(cell, values);
    }

    private static CellRounds forks(Bench.Cell cell, List<List<Double>> iterations) {
        return new CellRounds(cell.facets(), IntStream.range(0, iterations.size()).mapToObj(i -> new Observation(
                cell.facets(), i + 1, List.of(), Map.of("opsPerSecond", iterations.get(i).stream()
                        .mapToDouble(Double::doubleValue).average().orElseThrow()), null,
                Evidence.ofIterations(iterations.get(i)))).toList());
    }

    private static CellRounds failed(Bench.Cell cell, String why) {
        return new CellRounds(cell.facets(), List.of(new Observation(cell.facets(), 1,
                List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, why)), null, null, null)));
    }
}
