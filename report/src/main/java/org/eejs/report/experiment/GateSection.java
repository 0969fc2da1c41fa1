package org.eejs.report.experiment;

import java.util.Comparator;
import java.util.List;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Section;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result;

/**
 * The comparison of two results of primitives: cells that became slower, the worst first.
 *
 * @param id distinguishes the sections of a report
 */
public record GateSection(String id, Finding finding, String baseline, String configuration,
        List<Comparison> comparisons, double gate) implements Chapter {
    /** The facet that distinguishes the two results. */
    private static final String RESULT = "result";

    public static GateSection of(String id, Result result) {
        List<Comparison> comparisons = result.comparisons().stream()
                .sorted(Comparator.comparingDouble(Comparison::ratio)).toList();
        double gate = result.procedure() == null ? 0 : result.procedure().margin();
        String baseline = comparisons.isEmpty() ? baseline(result) : comparisons.get(0).baseline().get(RESULT);
        String configuration = comparisons.isEmpty() ? Format.NONE : comparisons.get(0).cell().get(RESULT);
        return new GateSection(id, finding(comparisons, gate, baseline, configuration), baseline, configuration,
                comparisons, gate);
    }

    @Override
    public List<Section> sections() {
        Table table = Table.of(List.of(
                Column.words("Cell", GateSection::words),
                Column.of("Verdict", Kind.WORDS, comparison -> ExperimentTables.badge(comparison.verdict()).and(
                        Look.PLAIN, isBeyond(comparison, gate) ? " ✕ beyond the gate" : "", "alarm")),
                Column.figure("Change", comparison -> Change.of(comparison).signed()),
                Column.figure("95% CI", comparison -> Change.of(comparison).signedInterval()),
                Column.figure(configuration, comparison -> Rate.words(comparison.mean(), null)),
                Column.figure(baseline, comparison -> Rate.words(comparison.baselineMean(), null))), comparisons);
        return List.of(Section.of("%s vs. %s".formatted(configuration, baseline)).with(Block.when(!table.isEmpty(),
                Block.table(table), Block.note("Worst first; more operations per second are better."))));
    }

    private static String words(Comparison comparison) {
        String error = comparison.cell().get("error");
        return comparison.cell().get("cell") + (error == null ? "" : ", failed: " + error);
    }

    /** Returns whether a cell is significantly slower, and by more than the gate allows. */
    private static boolean isBeyond(Comparison comparison, double gate) {
        return "worse".equals(comparison.verdict()) && comparison.ratio() < 1 - gate;
    }

    private static String baseline(Result result) {
        return result.procedure() == null || result.procedure().baseline() == null ? Format.NONE
                : result.procedure().baseline();
    }

    private static Finding finding(List<Comparison> comparisons, double gate, String baseline, String configuration) {
        if (comparisons.isEmpty()) {
            return new Finding("open", "?", "No comparison",
                    List.of("The two results have no cell with a figure in common."), List.of());
        }
        long slower = comparisons.stream().filter(comparison -> isBeyond(comparison, gate)).count();
        String beyond = "slower than the gate of " + Format.reached(gate);
        String headline = slower == 0 ? "None of %s cells is %s".formatted(Format.count(comparisons.size()), beyond)
                : "%s of %s cells %s %s".formatted(Format.count(slower), Format.count(comparisons.size()),
                        slower == 1 ? "is" : "are", beyond);
        String counts = ComparisonFinding.counts(comparisons.stream().map(Comparison::verdict).toList());
        return new Finding(slower == 0 ? "met" : "missed", slower == 0 ? "✓" : "✕", headline,
                List.of("%s vs. %s%s.".formatted(configuration, baseline,
                        counts.isEmpty() ? "" : ": " + counts)), List.of());
    }
}
