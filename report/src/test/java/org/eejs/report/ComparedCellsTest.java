package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.UnpairedRatio;
import org.eejs.result.Bench;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

/** Results of primitives, cell by cell. All figures are invented. */
class ComparedCellsTest {
    /** Returns a result of a machine with this many cores. */
    private static Result of(String model, int processors, String jdk, CellRounds... cells) {
        Result.Disclosure common = RenderingFixture.disclosure();
        return Result.of("xml", "2026-11-0" + processors + "T00:00:00Z", new Result.Disclosure(
                Map.of(jdk, new Result.JdkInfo(jdk, "Vendor", "/jdk")), common.kernel(),
                new Result.Cpu(model, processors, 1, null), common.memory(), List.of(), Map.of(), Map.of(), null, null,
                List.of()), new Bench(null, List.of(new Bench.Group("threads", "Threads", "", true)), List.of(),
                        Map.of(), Map.of()), Stream.of(cells).flatMap(cell -> cell.rounds().stream()).toList(), List.of());
    }

    /** Returns an XML cell with the rates of its forks; without rates it failed. */
    private static CellRounds cell(int bytes, int threads, String jdk, String options, double... rates) {
        Bench.Cell cell = new Bench.Cell("threads", "transaction", "stax-parse", bytes,
                Map.of("jvmOptions", options), jdk, "jdk", true, threads);
        return new CellRounds(cell.facets(), rates.length == 0
                ? List.of(BenchFixture.failed(cell.facets(), "the JVM refuses an option"))
                : IntStream.range(0, rates.length).mapToObj(i -> BenchFixture.fork(cell, i + 1, rates[i],
                        1e6 / rates[i], null)).toList());
    }

    private static CellRounds threads(int threads, String jdk, double... rates) {
        return cell(100_000, threads, jdk, "default", rates);
    }

    private static List<String> lines(Result... results) {
        return Report.markdown(List.of(results)).replace('\u00a0', ' ').lines().takeWhile(line ->
                !line.startsWith("## ")).toList();
    }

    /** Two machines, as in the slides, by number of threads. */
    @Test
    void machinesAreComparedCellByCell() {
        List<String> lines = lines(of("Many small cores", 4, "17.0.15", threads(1, "17.0.15", 100, 101, 99),
                threads(2, "17.0.15", 200, 202, 198), threads(4, "17.0.15", 400, 404, 396)),
                of("Two large cores", 2, "17.0.16", threads(1, "17.0.16", 250, 252, 248),
                        threads(2, "17.0.16", 500, 505, 495)));
        assertEquals("# EEJS: 2 results", lines.get(0));
        assertTrue(lines.contains("- B is faster than A in 2 and slower in 0 of 2 cells. It takes less CPU in 2 and "
                + "more in 0. The other cells are undecided."),
                String.join("\n", lines));
        assertTrue(lines.contains("- Only A has a figure in 1 cell."), String.join("\n", lines));
        RatioInterval two = UnpairedRatio.interval(new double[] {500, 505, 495}, new double[] {200, 202, 198});
        String row = row(lines, "Threads", "2 threads");
        assertTrue(row.contains("| 200 (195 to 205) | 500 (488 to 512) | 2.50 (%.2f to %.2f) |".formatted(two.low(),
                two.high())), row);
        assertTrue(row(lines, "processor", "").contains("| Many small cores | Two large cores |"));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("| JDKs") && line.contains("17.0.16")));
    }

    private static String row(List<String> lines, String first, String second) {
        return lines.stream().filter(line -> line.startsWith("| " + first + " | " + second)).findFirst().orElseThrow(
                () -> new AssertionError(String.join("\n", lines)));
    }

    /** A value that is constant within each result does not prevent a comparison: here the JDK and the threads. */
    @Test
    void whatAllCellsOfAResultHaveMayDiffer() {
        String refused = "-XX:+AggressiveOpts";
        List<String> lines = lines(of("Same", 4, "17.0.15", cell(100_000, 4, "17.0.15", "default", 100, 101, 102),
                cell(100_000, 4, "17.0.15", "-Xmx3550m", 110, 111, 112), cell(100_000, 4, "17.0.15", refused)),
                of("Same", 2, "25.0.1", cell(100_000, 2, "25.0.1", "default", 100, 101, 102),
                        cell(100_000, 2, "25.0.1", "-Xmx3550m"), cell(100_000, 2, "25.0.1", refused)));
        assertTrue(row(lines, "Threads", "jvmOptions -Xmx3550m").contains("| ✕"), String.join("\n", lines));
        assertTrue(row(lines, "Threads", "jvmOptions default").contains("| 1.00 ("), String.join("\n", lines));
        assertFalse(lines.stream().anyMatch(line -> line.contains("AggressiveOpts")), "neither has a figure");
        assertTrue(row(lines, "setting threads", "").contains("| 4 threads | 2 threads |"));
        assertTrue(row(lines, "setting JDK", "").contains("| JDK 17 | JDK 25 |"));
    }

    /** Different work is never compared: signing with parsing, or 1 KB with 100 KB. */
    @Test
    void otherWorkIsNotCompared() {
        List<String> lines = lines(of("Same", 2, "17", threads(1, "17", 100, 101)), of("Same", 2, "17",
                cell(1_000, 1, "17", "default", 100, 101)));
        assertTrue(lines.contains("- The results have no cell in common."), String.join("\n", lines));
    }

    @Test
    void oneRoundHasNoInterval() {
        List<String> lines = lines(of("Same", 2, "17", threads(1, "17", 100)), of("Same", 2, "17", threads(1, "17",
                150)));
        assertTrue(row(lines, "Threads", "").contains("| 100 | 150 | 1.50 | 10,000 | 6,667 | 0.67 |"),
                String.join("\n", lines));
    }

    @Test
    void primitivesAreComparedToo() {
        List<String> lines = lines(BenchFixture.clean(), BenchFixture.clean());
        assertTrue(lines.stream().anyMatch(line -> line.contains("| 1.000 (0.99")), String.join("\n", lines));
        assertTrue(lines.stream().anyMatch(line -> line.matches("- B is faster than A in 0 and slower in 0 of .*")));
        assertNull(Document.of(List.of(BenchFixture.clean())).sideBySide());
    }

    @Test
    void textFromDataStaysText() {
        for (List<Result> results : List.of(List.of(BenchFixture.hostile(), BenchFixture.hostile()))) {
            assertFalse(Report.html(results).contains(HostileData.SCRIPT));
        }
    }

    @Test
    void spreadsheetsHaveTheSame() {
        List<String> csv = SideBySide.csv(List.of(of("Same", 2, "17", threads(1, "17", 100)),
                of("Same", 3, "17", threads(1, "17", 150)))).lines().toList();
        assertEquals(2, csv.size(), String.join("\n", csv));
        assertTrue(csv.get(1).startsWith("2026-11-03T00:00:00Z,Threads,"), csv.get(1));
        assertTrue(csv.get(1).contains(",A,B,100,150,1.5,,,"), csv.get(1));
    }
}
