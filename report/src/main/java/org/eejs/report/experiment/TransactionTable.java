package org.eejs.report.experiment;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.MetricText;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Xml;

/**
 * Every configuration of an experiment on the XML workload in one row: figures and their ratios to the baseline.
 *
 * @param rows in the order of the experiment
 */
public record TransactionTable(List<Row> rows) {
    /** A mean over valid runs, and its ratio to the baseline's with a 95 % interval; empty where there is none. */
    public record Figure(String mean, String ratio) {}

    /** One configuration. */
    public record Row(String configuration, String runs, Figure rate, Figure cpu, Figure allocated) {}

    static TransactionTable of(ExperimentReport experiment) {
        return new TransactionTable(experiment.configurations().stream().map(configuration -> new Row(
                configuration.name(), Format.count(configuration.valid().size()),
                figure(experiment, configuration, MetricText.TRANSACTIONS, Xml.Round::transactionsPerSecond,
                        Format::average),
                figure(experiment, configuration, MetricText.CPU_PER_TRANSACTION, Xml.Round::cpuMicrosPerTransaction,
                        Format::figure),
                figure(experiment, configuration, MetricText.ALLOCATED_PER_TRANSACTION,
                        Xml.Round::allocatedBytesPerTransaction, Format::bytes))).toList());
    }

    private static Figure figure(ExperimentReport experiment, ConfigurationRuns configuration, MetricText metric,
            ToDoubleFunction<Xml.Round> figure, DoubleFunction<String> words) {
        OptionalDouble mean = configuration.meanOfRounds(figure);
        Comparison comparison = experiment.comparison(metric.key(), configuration.name());
        return new Figure(mean.isPresent() ? words.apply(mean.getAsDouble()) : Format.NONE,
                comparison == null ? "" : words(Change.of(comparison)));
    }

    private static String words(Change change) {
        return "×\u00a0" + change.plain()
                + (change.plainInterval().isEmpty() ? "" : " (" + change.plainInterval() + ")");
    }
}
