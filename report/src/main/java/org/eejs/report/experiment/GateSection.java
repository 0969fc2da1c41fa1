package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.result.Experiment.BenchesCompared;
import org.eejs.result.Result.Comparison;

/**
 * What two results of primitives say of each other: what became slower, the worst first.
 *
 * @param id tells the sections of a report apart
 */
public record GateSection(String id, Finding finding, String baseline, String configuration, List<Row> rows) {
    /** A cell that both have; {@code beyond} says that it is slower beyond the gate. */
    public record Row(String cell, String change, String interval, String verdict, String style, String was, String is,
            boolean beyond) {}

    public static GateSection of(String id, BenchesCompared result) {
        List<Comparison> comparisons = new ArrayList<>(result.comparisons());
        comparisons.sort(Comparator.comparingDouble(Comparison::ratio));
        double gate = result.procedure() == null ? 0 : result.procedure().margin();
        List<Row> rows = comparisons.stream().map(each -> row(each, gate)).toList();
        String baseline = comparisons.isEmpty() ? baseline(result)
                : String.valueOf(comparisons.get(0).baseline());
        String configuration = comparisons.isEmpty() ? Format.NONE
                : String.valueOf(comparisons.get(0).configuration());
        return new GateSection(id, finding(rows, comparisons, gate, baseline, configuration), baseline, configuration,
                rows);
    }

    /** Whether a cell is surely slower, and by more than the gate lets through. */
    private static boolean isBeyond(Comparison comparison, double gate) {
        return "worse".equals(comparison.verdict()) && comparison.ratio() < 1 - gate;
    }

    private static String baseline(BenchesCompared result) {
        return result.procedure() == null || result.procedure().baseline() == null ? Format.NONE
                : result.procedure().baseline();
    }

    private static Finding finding(List<Row> rows, List<Comparison> comparisons, double gate, String baseline,
            String configuration) {
        if (rows.isEmpty()) {
            return new Finding("open", "?", "Nothing could be compared",
                    List.of("The two results have no cell with a figure in common."), List.of());
        }
        long slower = rows.stream().filter(Row::beyond).count();
        String beyond = "slower beyond the gate of " + Format.reached(gate);
        String headline = slower == 0 ? "None of %s cells is %s".formatted(Format.count(rows.size()), beyond)
                : "%s of %s cells %s %s".formatted(Format.count(slower), Format.count(rows.size()),
                        slower == 1 ? "is" : "are", beyond);
        List<String> counts = new ArrayList<>();
        for (String verdict : List.of("better", "worse", "noDifference", "inconclusive")) {
            long count = comparisons.stream().filter(each -> verdict.equals(each.verdict())).count();
            if (count > 0) {
                counts.add(Format.count(count) + " " + ComparisonFinding.words(verdict));
            }
        }
        return new Finding(slower == 0 ? "met" : "missed", slower == 0 ? "✓" : "✕", headline,
                List.of("%s against %s%s.".formatted(configuration, baseline,
                        counts.isEmpty() ? "" : ": " + String.join(", ", counts))), List.of());
    }

    private static Row row(Comparison comparison, double gate) {
        Change change = Change.of(comparison);
        return new Row(String.valueOf(comparison.metric()), change.signed(), change.signedInterval(),
                ComparisonFinding.words(comparison.verdict()), ComparisonFinding.style(comparison.verdict()),
                Rate.words(comparison.baselineMean(), null), Rate.words(comparison.mean(), null),
                isBeyond(comparison, gate));
    }
}
