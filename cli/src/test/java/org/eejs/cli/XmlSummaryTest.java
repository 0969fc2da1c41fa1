package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.eejs.result.Xml;
import org.eejs.result.Xml.Cell;
import org.eejs.result.Xml.Pages;
import org.eejs.result.Xml.Proof;
import org.eejs.result.Xml.Ratio;
import org.eejs.result.Xml.Signature;
import org.eejs.result.settings.XmlSettings;
import org.junit.jupiter.api.Test;

/** What the screen says of XML transactions: all of it, and never wider than 120 columns. */
class XmlSummaryTest {
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
        cell(Xml.LARGE_PAGES, "default", null, null, new Pages(2_000_000, 1_048_576, 0, null, "no counters here"),
                null);
        for (String key : List.of("rsa-2048", "rsa-4096")) {
            cell(Xml.SIGNATURES, key + ", SunPKCS11-SoftHSM", key, new Signature("SunPKCS11-SoftHSM", 912.5, 0.734,
                    new Proof("pkcs11-spy on libsofthsm2.so", "C_Sign", 200, key.equals("rsa-2048") ? 200 : 17,
                            key.equals("rsa-2048"))), null, null);
        }
        ratio(Xml.SIGNATURES, 6, 7, List.of(0.1041, 0.1102), "worse");
        List<String> lines = printed(List.of("hugetlbfs has no pages: as root, sysctl vm.nr_hugepages=512 ".repeat(3)));
        for (String line : lines) {
            assertTrue(line.length() <= 120, line);
        }
        String all = String.join("\n", lines);
        assertTrue(lines.stream().anyMatch(line -> line.matches(
                " +woodstox +1,000 +1\\.5 % +10\\.0 +1,100 +1\\.310 +1\\.275 to 1\\.349 +faster")), all);
        assertTrue(all.contains("Transactions by library (times: of jdk):"), all);
        assertTrue(all.contains("  ✕ AggressiveOpts -Xmx1g: Unrecognized VM option 'AggressiveOpts'"), all);
        assertTrue(all.contains("  no counters here"), all);
        assertTrue(all.contains("no core has two hardware threads"), all);
        assertTrue(all.contains("Not done here:\n  hugetlbfs has no pages"), all);
        assertTrue(lines.stream().anyMatch(line -> line.contains("rsa-2048, SunPKCS11-SoftHSM")
                && line.endsWith("held")), all);
        assertTrue(lines.stream().anyMatch(line -> line.contains("rsa-4096, SunPKCS11-SoftHSM")
                && line.contains("slower") && line.endsWith("73 %  ✕ 17/200")), all);
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
        assertTrue(printed(List.of()).contains("It was broken off: 1 of 2 measurements were made."));
    }

    @Test
    void nothingMeasuredSaysNothing() {
        assertEquals(List.of(""), printed(List.of()));
    }

    private List<String> printed(List<String> notes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        XmlSummary.print(new PrintStream(bytes, true, StandardCharsets.UTF_8), new Xml(
                new Xml.Settings(List.of(), true, 2, 1, 1, 42, Map.of(), null),
                new Xml.Topology(List.of("0", "1"), 1, "no core has two hardware threads"), cells, ratios, notes));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
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
