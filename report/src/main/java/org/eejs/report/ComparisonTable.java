package org.eejs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eejs.lab.Result.Comparison;

/**
 * All ratios between configurations.
 *
 * @param groups one for each pair of configurations; may be empty
 */
record ComparisonTable(List<Group> groups) {
    /** All ratios of a configuration to a baseline. */
    record Group(String configuration, String baseline, List<Row> rows) {}

    /**
     * One ratio.
     *
     * @param better which way is better, in words
     * @param change by how much the configuration differs from the baseline
     * @param verdict in words
     * @param style the verdict's class in the style sheet
     * @param values the means of both
     */
    record Row(String metric, String better, String change, String interval, String verdict, String style, String runs,
            String value, String baselineValue) {}

    static ComparisonTable of(List<Comparison> comparisons) {
        Map<Group, List<Row>> groups = new LinkedHashMap<>();
        for (Comparison comparison : Measured.orEmpty(comparisons)) {
            groups.computeIfAbsent(new Group(comparison.configuration(), comparison.baseline(), List.of()),
                    group -> new ArrayList<>()).add(row(comparison));
        }
        return new ComparisonTable(groups.entrySet().stream().map(group -> new Group(group.getKey().configuration(),
                group.getKey().baseline(), group.getValue())).toList());
    }

    private static Row row(Comparison comparison) {
        Change change = Change.of(comparison);
        String metric = comparison.metric();
        return new Row(Metric.name(metric), "higher".equals(comparison.better()) ? "↑" : "↓",
                change.signed(), change.signedInterval(),
                ComparisonFinding.words(comparison.verdict()), ComparisonFinding.style(comparison.verdict()),
                Format.count(comparison.runs()), Metric.value(metric, comparison.mean()),
                Metric.value(metric, comparison.baselineMean()));
    }
}
