package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scripts outside the project read these lines, so columns and ids must not change. */
class FigureLinesTest {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    private static List<String[]> lines(Result result) {
        return FigureLines.of(result).lines().map(line -> line.split("\t", -1)).toList();
    }

    private static Set<String> ids(Result result) {
        return lines(result).stream().filter(line -> line.length == 6).map(line -> line[3])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aRunHasALineForEachFigure() {
        Result run = RenderingFixture.valid();
        Set<String> ids = ids(run);
        Stream.of("appCpuMsPerPage", "cpuMsPerPage", "responseTimeMs.mean", "responseTimeMs.p95",
                "responseTimeMs.p99", "responseTimeMs.max", "pages", "pagesPerSecond", "failedPages",
                "handshakes.client.full", "handshakes.client.resumed", "handshakes.bank.full",
                "handshakes.bank.resumed", "cpu.tlsHandshakesAsServer").forEach(id ->
                        assertTrue(ids.contains(id), id + " is not in " + ids));
        assertEquals("configuration=default\t1\ttrue\tpages\t3273\t", FigureLines.of(run).lines()
                .filter(line -> line.contains("\tpages\t")).collect(Collectors.joining("\n")));
        assertEquals("ms", lines(run).stream().filter(line -> line[3].equals("responseTimeMs.p95")).findFirst()
                .orElseThrow()[5]);
        lines(run).forEach(line -> assertTrue(NUMBER.matcher(line[4]).matches(), String.join(" ", line)));
    }

    @Test
    void aComparisonHasALineForEachRatio() {
        Result six = ComparisonFixture.six();
        List<String[]> comparisons = lines(six).stream().filter(line -> line[0].equals("comparison")).toList();
        assertEquals(six.comparisons().size(), comparisons.size());
        assertTrue(comparisons.stream().allMatch(line -> line.length == 8));
        assertEquals("configuration=A configuration=B appCpuMsPerPage worse", String.join(" ", comparisons.get(0)[1],
                comparisons.get(0)[2], comparisons.get(0)[3], comparisons.get(0)[7]));
    }

    /** Unknown fields are empty; a library replaces the caller if the service itself has no frame. */
    @Test
    void aDiagnosisHasALineForEachOperationAndFinding() {
        List<String> lines = FigureLines.of(DiagnosisReportTest.withOperations()).lines().toList();
        assertEquals(List.of("operation\tSSLContext\tcom.example.Pay.call\t\t0.31\t\tavoidable",
                "operation\tkey generation\torg.bouncycastle.crypto\t\t0.27\t\tunexplained"), lines.stream()
                .filter(line -> line.startsWith("operation\t")).toList());
        assertEquals(List.of("finding\tcontext-per-call\t0.31\t0.31\tcom.example.Pay.call"), lines.stream()
                .filter(line -> line.startsWith("finding\t")).toList());
    }

    @Test
    @Tag("long")
    void benchmarksHaveALineForEachFork() {
        Result bench = BenchFixture.full();
        assertTrue(ids(bench).containsAll(Set.of("opsPerSecond", "cpuMicrosPerOp", "allocatedBytesPerOp")));
        assertEquals(List.of("1", "2"), lines(bench).stream().filter(line -> line[3].equals("opsPerSecond"))
                .map(line -> line[1]).limit(2).toList());
        assertTrue(lines(bench).get(0)[0].contains("provider=SunJCE"), lines(bench).get(0)[0]);
        assertTrue(ids(RemoteKeyFixture.full()).containsAll(Set.of("opsPerSecond", "p99Ms", "clientCpuMicros")));
    }
}
