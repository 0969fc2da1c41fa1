package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.MetricText;
import org.eejs.report.text.Tested;
import org.eejs.result.Result.Comparison;

/** All ratios between configurations. */
final class ComparisonTable {
    private ComparisonTable() {}

    /** For spreadsheets. */
    static final List<Column<Comparison>> FIELDS = List.of(
            Column.data("metric", Comparison::metric),
            Column.data("better", Comparison::better),
            Column.data("baseline", Comparison::baseline),
            Column.data("configuration", Comparison::configuration),
            Column.data("ratio", Comparison::ratio),
            Column.data("ci95Low", comparison -> Change.of(comparison).low()),
            Column.data("ci95High", comparison -> Change.of(comparison).high()),
            Column.data("verdict", Comparison::verdict),
            Column.data("runs", Comparison::runs),
            Column.data("baselineMean", Comparison::baselineMean),
            Column.data("mean", Comparison::mean));

    private static List<Column<Comparison>> columns(Tested tested) {
        Function<Comparison, String> name = comparison -> MetricText.of(comparison.metric()).worded(tested).name();
        return List.of(
                Column.words("Configuration", Comparison::configuration).in(Where.MARKDOWN),
                Column.words("Against", Comparison::baseline).in(Where.MARKDOWN),
                Column.<Comparison>words("Figure", comparison -> better(comparison) + " " + name.apply(comparison))
                        .in(Where.PAGE),
                Column.words("Figure", name).in(Where.MARKDOWN),
                Column.words("Better", ComparisonTable::better).in(Where.MARKDOWN),
                verdict(),
                Column.figure("Change", comparison -> Change.of(comparison).signed()),
                Column.figure("95 % interval", comparison -> Change.of(comparison).signedInterval()),
                Column.figure("Runs", comparison -> Format.count(comparison.runs())),
                Column.figure("Mean", comparison -> MetricText.of(comparison.metric()).value(comparison.mean())),
                Column.figure("Baseline’s mean", comparison -> MetricText.of(comparison.metric())
                        .value(comparison.baselineMean())));
    }

    static Section section(List<Comparison> comparisons, Tested tested) {
        Map<String, List<Comparison>> groups = new LinkedHashMap<>();
        comparisons.forEach(comparison -> groups.computeIfAbsent("%s against %s".formatted(
                comparison.configuration(), comparison.baseline()), name -> new ArrayList<>()).add(comparison));
        Table table = Table.grouped(columns(tested), groups);
        return Section.of("All comparisons").in(Where.FILES).with(Block.when(!table.isEmpty(), Block.table(table),
                Block.note("↓ lower is better, ↑ higher is better. Each comparison rests on as many pairs of runs as "
                        + "stand under Runs.")));
    }

    static Column<Comparison> verdict() {
        return Column.of("Verdict", Kind.WORDS, comparison -> badge(comparison.verdict()));
    }

    static Cell badge(String verdict) {
        return Cell.badge(ComparisonFinding.words(verdict), ComparisonFinding.style(verdict));
    }

    private static String better(Comparison comparison) {
        return "higher".equals(comparison.better()) ? "↑" : "↓";
    }
}
