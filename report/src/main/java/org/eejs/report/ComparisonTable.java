package org.eejs.report;

import java.util.List;
import org.eejs.lab.Result.Comparison;

/**
 * Ratios between configurations.
 *
 * @param rows one for each ratio; may be empty
 */
record ComparisonTable(List<Row> rows) {
    /** One ratio with its confidence interval and verdict. */
    record Row(String metric, String configuration, String baseline, String ratio, String interval, String verdict) {}

    static ComparisonTable of(List<Comparison> comparisons) {
        return new ComparisonTable(Measured.orEmpty(comparisons).stream()
                .map(comparison -> new Row(comparison.metric(), comparison.configuration(), comparison.baseline(),
                        Format.figure(comparison.ratio()), interval(comparison.ci95()), words(comparison.verdict())))
                .toList());
    }

    private static String interval(List<Double> ci95) {
        return ci95 == null || ci95.size() != 2 || ci95.contains(null) ? Format.NONE
                : Format.figure(ci95.get(0)) + " to " + Format.figure(ci95.get(1));
    }

    private static String words(String verdict) {
        return verdict == null ? Format.NONE : verdict.equals("noDifference") ? "no difference" : verdict;
    }
}
