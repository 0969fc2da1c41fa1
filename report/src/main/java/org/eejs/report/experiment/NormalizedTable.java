package org.eejs.report.experiment;

import java.util.List;
import java.util.OptionalDouble;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.MetricText;
import org.eejs.result.Result.Comparison;

/**
 * Every configuration in one row: ratios to the baseline, quality of service, and cost.
 *
 * @param rows in the order of the experiment
 */
public record NormalizedTable(List<Row> rows) {
    /** A ratio with its 95 % interval, which is empty where there is none. */
    public record Ratio(String value, String interval) {}

    /** One configuration; percentages and CPU are means over its valid runs. */
    public record Row(String configuration, String runs, Ratio responseTime, Ratio pages, Ratio login, String good,
            String tolerable, String failed, String cpu) {}

    static NormalizedTable of(ExperimentReport experiment) {
        return new NormalizedTable(experiment.configurations().stream().map(configuration -> new Row(
                configuration.name(), Format.count(configuration.valid().size()),
                ratio(experiment, MetricText.RESPONSE_TIME, configuration),
                ratio(experiment, MetricText.PAGES, configuration),
                ratio(experiment, MetricText.LOGIN, configuration),
                reached(configuration.mean(measured -> measured.quality().good())),
                reached(configuration.mean(measured -> measured.quality().tolerable())),
                failed(configuration),
                figure(configuration.cpuMsPerPage()))).toList());
    }

    /** A mean fraction that must reach a threshold, in per cent without the sign. */
    static String reached(OptionalDouble mean) {
        return mean.isPresent() ? bare(Format.reached(mean.getAsDouble())) : Format.NONE;
    }

    static String failed(ConfigurationRuns configuration) {
        OptionalDouble mean = configuration.mean(measured -> measured.quality().failed());
        return mean.isPresent() ? bare(Format.percent(mean.getAsDouble())) : Format.NONE;
    }

    static String figure(OptionalDouble mean) {
        return mean.isPresent() ? Format.figure(mean.getAsDouble()) : Format.NONE;
    }

    private static Ratio ratio(ExperimentReport experiment, MetricText metric, ConfigurationRuns configuration) {
        if (configuration.name().equals(experiment.baseline())) {
            return new Ratio(configuration.valid().isEmpty() ? Format.NONE : "1", "");
        }
        Comparison comparison = experiment.comparison(metric.key(), configuration.name());
        return comparison == null ? new Ratio(Format.NONE, "")
                : new Ratio(Change.of(comparison).plain(), Change.of(comparison).plainInterval());
    }

    // The heading of the column has the unit.
    private static String bare(String percent) {
        return percent.replace("\u00a0%", "");
    }
}
