package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.report.experiment.ExperimentCsv;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Table;
import org.eejs.report.text.Format;
import org.eejs.result.Experiment;
import org.eejs.result.InvalidReason;
import org.eejs.result.Result;
import org.eejs.result.Result.Run;
import org.eejs.result.Xml;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;

/** A comparison on the XML workload shows its own figures, and nothing of a bank. All figures are invented. */
class TransactionReportTest {
    private static Run run(String configuration, int repetition, double rate, boolean valid) {
        Xml.Round round = new Xml.Round(rate, 1e6 / rate, 20_480, 12, 3, true, List.of(rate));
        return new Run(configuration, repetition, valid ? List.of()
                : List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, "it fell over")), valid,
                new Result.PhaseSeconds(0, 10, 10, 0), round);
    }

    static Result comparison() {
        List<Run> runs = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            runs.add(run("JDK", i, 1_000 + i, true));
            runs.add(run("Woodstox", i, 2_000 + i, i < 3));
        }
        RunSettings common = RunSettings.only("xml", Map.of("transaction", "stax-parse", "size", "100KB"));
        return new Result("compare", "2026-11-01T00:00:00Z", common, null, new Experiment.RunsCompared(
                new Result.Procedure("JDK", "cpuMicrosPerTransaction", 0.03, 0.03, 3, 3, 0.95, "enough", null),
                List.of(new Result.Configuration("JDK", RunSettings.unsaid(), null, null),
                        new Result.Configuration("Woodstox", RunSettings.only("xml",
                                Map.of("library", "woodstox")), null, null)), runs,
                List.of(new Result.Comparison("cpuMicrosPerTransaction", "lower", "JDK", "Woodstox", 0.5,
                                List.of(0.49, 0.51), "better", 2, 998, 499),
                        new Result.Comparison("transactionsPerSecond", "higher", "JDK", "Woodstox", 2,
                                List.of(1.96, 2.04), "better", 2, 1_002, 2_002)), null));
    }

    @Test
    void figuresAreThoseOfTransactions() {
        String text = Report.markdown(List.of(comparison()));
        assertTrue(text.startsWith("# Woodstox costs least: 50.0 % less CPU per transaction than JDK"), text);
        assertTrue(text.contains("| JDK | 3 | 1,002 | 998 | 20.0 KiB |"), text);
        assertTrue(text.contains("| Woodstox | 2 | 2,002, × 2.00 (1.96 to 2.04) | 500, × 0.50 (0.49 to 0.51) |"),
                text);
        assertTrue(text.contains("NO: It fell over."), text);
        assertTrue(text.contains("setting xml.library"), text);
        assertFalse(text.contains("Who served what") || text.contains("Pages/s") || text.contains("login"), text);
        String page = Report.html(List.of(comparison()));
        assertTrue(page.contains("CPU per transaction in microseconds") && page.contains("\"CPU, µs/transaction\""));
        assertFalse(page.contains("Who served what") || page.contains("Normalized response time"));
        assertEquals(List.of("transaction-runs.csv", "comparisons.csv"),
                List.copyOf(ExperimentCsv.files(List.of(comparison())).keySet()));
    }

    @Test
    void itStandsBesideAComparisonOfBanks() {
        Document both = Document.of(List.of(comparison(), ComparisonFixture.six()));
        assertTrue(columns(both).containsAll(List.of("Pages/s", "Transactions/s")));
        List<Cell> row = both.sideBySide().table().rows().get(1);
        assertEquals("2,002", row.get(columns(both).indexOf("Transactions/s")).text());
        assertEquals(Format.NONE, row.get(columns(both).indexOf("Sessions")).line());
        assertEquals("", row.get(columns(both).indexOf("Verdict")).line());
        assertFalse(columns(Document.of(List.of(ComparisonFixture.six(), ComparisonFixture.six())))
                .contains("Transactions/s"));
        assertTrue(Report.html(List.of(comparison(), ComparisonFixture.six())).contains("Transactions/s"));
    }

    private static List<String> columns(Document document) {
        return document.sideBySide().table().heads().stream().map(Table.Head::heading).toList();
    }
}
