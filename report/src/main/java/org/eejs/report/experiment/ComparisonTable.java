package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.MetricText;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result.Comparison;

/**
 * All ratios between configurations.
 *
 * @param groups one for each pair of configurations; may be empty
 */
public record ComparisonTable(List<Group> groups) {
    /** All ratios of a configuration to a baseline. */
    public record Group(String configuration, String baseline, List<Row> rows) {}

    /**
     * One ratio.
     *
     * @param better which way is better, in words
     * @param change by how much the configuration differs from the baseline
     * @param verdict in words
     * @param style the verdict's class in the style sheet
     * @param values the means of both
     */
    public record Row(String metric, String better, String change, String interval, String verdict, String style, String runs,
            String value, String baselineValue) {}

    public static ComparisonTable of(List<Comparison> comparisons) {
        Map<Group, List<Row>> groups = new LinkedHashMap<>();
        for (Comparison comparison : RunFigures.orEmpty(comparisons)) {
            groups.computeIfAbsent(new Group(comparison.configuration(), comparison.baseline(), List.of()),
                    group -> new ArrayList<>()).add(row(comparison));
        }
        return new ComparisonTable(groups.entrySet().stream().map(group -> new Group(group.getKey().configuration(),
                group.getKey().baseline(), group.getValue())).toList());
    }

    private static Row row(Comparison comparison) {
        Change change = Change.of(comparison);
        String metric = comparison.metric();
        return new Row(MetricText.name(metric), "higher".equals(comparison.better()) ? "↑" : "↓",
                change.signed(), change.signedInterval(),
                ComparisonFinding.words(comparison.verdict()), ComparisonFinding.style(comparison.verdict()),
                Format.count(comparison.runs()), MetricText.value(metric, comparison.mean()),
                MetricText.value(metric, comparison.baselineMean()));
    }
}
