package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.UnpairedRatio;
import org.eejs.result.Result;
import org.eejs.result.Xml;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;

/** Results about XML and about primitives, cell by cell. Every figure is made up. */
class CellsBesideTest {
    /** A result of a machine with so many cores; of each cell the rates of its rounds. */
    private static Result xml(String model, int processors, String jdk, Xml.Cell... cells) {
        Result.Disclosure common = RenderingFixture.disclosure();
        return new Result("xml", "2026-11-0" + processors + "T00:00:00Z", null, new Result.Disclosure(
                Map.of(jdk, new Result.JdkInfo(jdk, "Vendor", "/jdk")), common.kernel(),
                new Result.Cpu(model, processors, 1, null), common.memory(), List.of(), Map.of(), Map.of(), null, null,
                List.of()), new Xml(new Xml.Settings(List.of(Xml.THREADS), false, 3, 6, 2.5, 1, Map.of(), List.of()),
                        new Xml.Topology(List.of("0-" + (processors - 1)), 1, null), List.of(cells), List.of(),
                        List.of()));
    }

    private static Xml.Cell cell(String study, String label, XmlSettings settings, double... rates) {
        List<Xml.Round> rounds = new ArrayList<>();
        for (double rate : rates) {
            rounds.add(new Xml.Round(rate, 1e6 / rate, 1, 0, 0, true, List.of(rate)));
        }
        double mean = rounds.stream().mapToDouble(Xml.Round::transactionsPerSecond).average().orElse(0);
        return rounds.isEmpty() ? Xml.Cell.unmeasured(study, label, settings, "", List.of(), Xml.State.REFUSED,
                "the JVM refuses an option") : new Xml.Cell(study, label, settings, "", 100_000, mean, null, 1e6 / mean,
                        null, 1.0, null, null, rounds, Xml.State.MEASURED, null);
    }

    private static XmlSettings stax(int threads, String jdk, String... options) {
        return new XmlSettings("stax-parse", "jdk", "invoice", "100KB", null, null, threads, XmlSettings.ACROSS, jdk,
                List.of(options), 1L);
    }

    private static Xml.Cell threads(int threads, String jdk, double... rates) {
        return cell(Xml.THREADS, threads + " threads", stax(threads, jdk), rates);
    }

    private static List<String> lines(Result... results) {
        return Report.markdown(List.of(results)).replace('\u00a0', ' ').lines().takeWhile(line ->
                !line.startsWith("## ")).toList();
    }

    /** Two machines, as of the slides: thread by thread, and each with as many threads as it does best with. */
    @Test
    void machinesStandBesideEachOtherCellByCell() {
        List<String> lines = lines(xml("Many small cores", 4, "17.0.15", threads(1, "17.0.15", 100, 101, 99),
                threads(2, "17.0.15", 200, 202, 198), threads(4, "17.0.15", 400, 404, 396)),
                xml("Two large cores", 2, "17.0.16", threads(1, "17.0.16", 250, 252, 248),
                        threads(2, "17.0.16", 500, 505, 495)));
        assertEquals("# EEJS: 2 results side by side", lines.get(0));
        assertTrue(lines.contains("- B is faster than A in 3 and slower in 0 of 3 cells, and takes less CPU in 3 and "
                + "more in 0; the others do not tell."),
                String.join("\n", lines));
        assertTrue(lines.contains("- A has 1 cell with a figure that no other has."), String.join("\n", lines));
        RatioInterval two = UnpairedRatio.interval(new double[] {500, 505, 495}, new double[] {200, 202, 198});
        String row = row(lines, "Threads", "2 threads");
        assertTrue(row.contains("| 200 (195 to 205) | 500 (488 to 512) | 2.50 (%.2f to %.2f) |".formatted(two.low(),
                two.high())), row);
        assertTrue(row(lines, "Threads, each result at its best", "").contains("| 400 (390 to 410, 4 threads, across "
                + "cores) | 500 (488 to 512, 2 threads, across cores) | 1.25"), String.join("\n", lines));
        assertTrue(row(lines, "processor", "").contains("| Many small cores | Two large cores |"));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("| JDKs") && line.contains("17.0.16")));
    }

    private static String row(List<String> lines, String first, String second) {
        return lines.stream().filter(line -> line.startsWith("| " + first + " | " + second)).findFirst().orElseThrow(
                () -> new AssertionError(String.join("\n", lines)));
    }

    /** What is the same throughout a result is no reason not to compare it: here the JDK and the number of threads. */
    @Test
    void whatAllCellsOfAResultHaveMayDiffer() {
        Result one = xml("Same", 4, "17.0.15", cell(Xml.JVM_OPTIONS, "default", stax(4, "17.0.15"), 100, 101, 102),
                cell(Xml.JVM_OPTIONS, "the winner", stax(4, "17.0.15", "-Xmx3550m"), 110, 111, 112),
                cell(Xml.JVM_OPTIONS, "AggressiveOpts", stax(4, "17.0.15", "-XX:+AggressiveOpts")));
        Result other = xml("Same", 2, "25.0.1", cell(Xml.JVM_OPTIONS, "default", stax(2, "25.0.1"), 100, 101, 102),
                cell(Xml.JVM_OPTIONS, "the winner", stax(2, "25.0.1", "-Xmx1024m")),
                cell(Xml.JVM_OPTIONS, "AggressiveOpts", stax(2, "25.0.1", "-XX:+AggressiveOpts")));
        List<String> lines = lines(one, other);
        assertTrue(row(lines, "JVM options", "the winner").contains("| ✕"), String.join("\n", lines));
        assertTrue(row(lines, "JVM options", "default").contains("| 1.00 ("), String.join("\n", lines));
        assertFalse(lines.stream().anyMatch(line -> line.contains("AggressiveOpts")), "neither has a figure");
        assertTrue(row(lines, "setting threads", "").contains("| 4 threads | 2 threads |"));
        assertTrue(row(lines, "setting jdk", "").contains("| JDK 17 | JDK 25 |"));
        assertFalse(lines.stream().anyMatch(line -> line.startsWith("| setting rounds")), "they are the same");
    }

    /** What is done is never another: nobody compares signing with parsing, or 1 KB with 100 KB. */
    @Test
    void otherWorkIsNotCompared() {
        List<String> lines = lines(xml("Same", 2, "17", threads(1, "17", 100, 101)), xml("Same", 2, "17",
                cell(Xml.THREADS, "1 thread", stax(1, "17").with("size", "1KB"), 100, 101)));
        assertTrue(lines.contains("- The results have no cell in common."), String.join("\n", lines));
    }

    @Test
    void oneRoundHasNoInterval() {
        List<String> lines = lines(xml("Same", 2, "17", threads(1, "17", 100)), xml("Same", 2, "17", threads(1, "17",
                150)));
        assertTrue(row(lines, "Threads", "").contains("| 100 | 150 | 1.50 | 10,000 | 6,667 | 0.67 |"),
                String.join("\n", lines));
    }

    @Test
    void primitivesStandBesideEachOtherToo() {
        List<String> lines = lines(BenchFixture.clean(), BenchFixture.clean());
        assertTrue(lines.stream().anyMatch(line -> line.contains("| 1.000 (0.99")), String.join("\n", lines));
        assertTrue(lines.stream().anyMatch(line -> line.matches("- B is faster than A in 0 and slower in 0 of .*")));
        assertNull(Document.of(List.of(BenchFixture.clean())).sideBySide());
        assertNull(Document.of(List.of(BenchFixture.clean(), XmlFixture.full())).sideBySide(), "of two kinds");
        assertNotNull(Document.of(List.of(BenchFixture.clean(), XmlFixture.full(), XmlFixture.full())).sideBySide());
    }

    @Test
    void textFromDataStaysText() {
        for (List<Result> results : List.of(List.of(XmlFixture.hostile(), XmlFixture.hostile()),
                List.of(BenchFixture.hostile(), BenchFixture.hostile()))) {
            assertFalse(Report.html(results).contains(HostileData.SCRIPT));
        }
    }

    @Test
    void spreadsheetsHaveTheSame() {
        List<String> csv = SideBySide.csv(List.of(xml("Same", 2, "17", threads(1, "17", 100)),
                xml("Same", 3, "17", threads(1, "17", 150)))).lines().toList();
        assertEquals(3, csv.size(), String.join("\n", csv));
        assertTrue(csv.get(1).startsWith("2026-11-03T00:00:00Z,Threads,"), csv.get(1));
        assertTrue(csv.get(1).contains(",A,B,100,150,1.5,,,"), csv.get(1));
    }
}
