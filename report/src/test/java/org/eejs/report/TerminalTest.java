package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.result.Result;
import org.eejs.result.Xml;
import org.eejs.result.Xml.Cell;
import org.eejs.result.Xml.Pages;
import org.eejs.result.Xml.Proof;
import org.eejs.result.Xml.Ratio;
import org.eejs.result.Xml.Signature;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the screen says of a measurement: all that matters, and never wider than 120 columns. */
class TerminalTest {
    private final List<Cell> cells = new ArrayList<>();
    private final List<Ratio> ratios = new ArrayList<>();

    @Test
    void tablesFitAndSayWhatFailed() {
        cell(Xml.TRANSACTIONS, "jdk", null, null, null, null);
        cell(Xml.TRANSACTIONS, "woodstox", null, null, null, null);
        ratio(Xml.TRANSACTIONS, 0, 1, List.of(1.2754, 1.3491), "better");
        cell(Xml.THREADS, "1 thread", null, null, null, null);
        cell(Xml.JVM_OPTIONS, "a label that goes on ".repeat(8), null, null, null, null);
        cell(Xml.JVM_OPTIONS, "AggressiveOpts", null, null, null, "Unrecognized VM option 'AggressiveOpts' ".repeat(5));
        cell(Xml.LARGE_PAGES, "default", null, null, new Pages(2_000_000, 1_048_576, 0, null, null, "no counters here"),
                null);
        for (String key : List.of("rsa-2048", "rsa-4096")) {
            cell(Xml.SIGNATURES, key + ", SunPKCS11-SoftHSM", key, new Signature("SunPKCS11-SoftHSM", 912.5, 0.734,
                    new Proof("pkcs11-spy on libsofthsm2.so", "C_Sign", 200, key.equals("rsa-2048") ? 200 : 17,
                            key.equals("rsa-2048"))), null, null);
        }
        ratio(Xml.SIGNATURES, 6, 7, List.of(0.1041, 0.1102), "worse");
        List<String> lines = printed(List.of("hugetlbfs has no pages: as root, sysctl vm.nr_hugepages=512 ".repeat(3)));
        assertNarrow(lines);
        String all = String.join("\n", lines);
        assertTrue(lines.stream().anyMatch(line -> line.matches(" +Woodstox +1,000 \\(985 to 1,015\\) +1\\.31 "
                + "\\(1\\.28 to 1\\.35\\) +faster +1,100 +10\\.0")), all);
        assertTrue(all.contains("Transactions by library:"), all);
        assertTrue(all.contains("  ✕ Unrecognized VM option 'AggressiveOpts'"), all);
        assertTrue(all.contains("No core has two hardware threads."), all);
        assertTrue(all.contains("What could not be done here:\n  hugetlbfs has no pages"), all);
        assertTrue(all.contains("it is not proved that the token or server did the work with RSA-4096"), all);
        assertTrue(lines.stream().anyMatch(line -> line.contains("rsa-2048, SunPKCS11-SoftHSM")
                && line.contains("✓ held")), all);
        assertTrue(lines.stream().anyMatch(line -> line.contains("rsa-4096, SunPKCS11-SoftHSM")
                && line.contains("73 %") && line.contains("✕ not held")), all);
        assertFalse(all.contains("null"), all);
    }

    @Test
    void whatBrokeOffSaysSo() {
        cell(Xml.TRANSACTIONS, "jdk", null, null, null, null);
        cell(Xml.TRANSACTIONS, "aalto", null, null, null, "no such library");
        assertFalse(String.join("", printed(List.of())).contains("broken off"));
        Cell whole = cells.remove(0);
        cells.add(new Cell(whole.study(), whole.label(), whole.settings(), whole.processors(), whole.documentBytes(),
                whole.transactionsPerSecond(), null, whole.cpuMicrosPerTransaction(), null,
                whole.allocatedBytesPerTransaction(), null, null, whole.rounds().subList(0, 1), whole.state(), null));
        assertTrue(printed(List.of()).contains("Careful: It was broken off: 1 of 2 measurements were made."));
    }

    @Test
    void nothingMeasuredSaysSo() {
        assertTrue(printed(List.of()).contains("Nothing was measured."));
    }

    static Stream<Result> results() {
        return Stream.of(RenderingFixture.valid(), RenderingFixture.slow(), RenderingFixture.invalid(),
                RenderingFixture.empty(), ComparisonFixture.six(), ComparisonFixture.begun(), CapacityFixture.two(),
                CapacityFixture.open(), TransactionReportTest.comparison(), BenchFixture.full(), BenchFixture.empty(),
                BenchFixture.compared(), RemoteKeyFixture.full(), RemoteKeyFixture.empty(), XmlFixture.full(),
                XmlFixture.failed(), XmlFixture.empty());
    }

    @ParameterizedTest
    @MethodSource("results")
    void everyResultFits(Result result) {
        String text = Report.terminal(result);
        assertFalse(text.contains("null"), text);
        assertNarrow(text.lines().toList());
    }

    @Test
    void whatDecidesStandsFirst() {
        assertTrue(Report.terminal(ComparisonFixture.six())
                .startsWith("\nE costs least: 11.6 % less application CPU per page than B"));
        assertTrue(Report.terminal(RenderingFixture.invalid()).contains("INVALID: do not use these figures."));
        assertTrue(Report.terminal(RenderingFixture.slow()).contains("Quality of service not met."));
        String bench = Report.terminal(BenchFixture.full());
        assertTrue(bench.contains("AES-GCM, JDK 25.0.1, MB/s, 2 threads"), bench);
        assertTrue(bench.contains("MB/s, in software"), bench);
        assertTrue(bench.contains("AES-128-GCM encrypt 64 KiB"), "all sizes");
        assertTrue(bench.contains("WRONG ANSWER: SunPKCS11-NSS"), bench);
    }

    private static void assertNarrow(List<String> lines) {
        for (String line : lines) {
            assertTrue(line.length() <= 120, line);
        }
    }

    private List<String> printed(List<String> notes) {
        Xml xml = new Xml(new Xml.Settings(List.of(), true, 2, 1, 1, 42, Map.of(), null),
                new Xml.Topology(List.of("0", "1"), 1, "no core has two hardware threads"), cells, ratios, notes);
        return Report.terminal(new Result("xml", null, null, null, xml)).lines().toList();
    }

    private void cell(String study, String label, String key, Signature signature, Pages pages, String error) {
        String library = study.equals(Xml.TRANSACTIONS) ? label : "jdk";
        XmlSettings settings = new XmlSettings("stax-parse", library, "invoice", "10KB", key, null, 1,
                XmlSettings.ACROSS, "17", List.of("-Xmx1g"), 42L);
        String said = study.equals(Xml.TRANSACTIONS) ? "" : label;
        cells.add(error != null ? Cell.unmeasured(study, said, settings, "0", List.of(), Xml.State.REFUSED, error)
                : new Cell(study, said, settings, "0", 10_000, 1_000.0, List.of(985.0, 1_015.0),
                        1_100.0, null, 32_000.0, signature, pages, Collections.nCopies(2, new Xml.Round(1_000, 1_100,
                                32_000, 0, 0, true, List.of(1_000.0))), Xml.State.MEASURED, null));
    }

    private void ratio(String study, int baseline, int cell, List<Double> ci95, String verdict) {
        ratios.add(new Ratio(study, "transactionsPerSecond", baseline, cell, (ci95.get(0) + ci95.get(1)) / 2
                - 0.00225, ci95, verdict));
    }
}
