package org.eejs.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.eejs.lab.Result.Comparison;
import org.eejs.lab.Xml;

/**
 * Every configuration of an experiment on the XML workload in one row: figures and their ratios to the baseline.
 *
 * @param rows in the order of the experiment
 */
record TransactionTable(List<Row> rows) {
    /** A mean over valid runs, and its ratio to the baseline's with a 95 % interval; empty where there is none. */
    record Figure(String mean, String ratio) {}

    /** One configuration. */
    record Row(String configuration, String runs, Figure rate, Figure cpu, Figure allocated) {}

    static TransactionTable of(Experiment experiment) {
        return new TransactionTable(experiment.configurations().stream().map(configuration -> new Row(
                configuration.name(), Format.count(configuration.valid().size()),
                figure(experiment, configuration, Metric.TRANSACTIONS, Xml.Round::transactionsPerSecond,
                        Format::average),
                figure(experiment, configuration, Metric.CPU_PER_TRANSACTION, Xml.Round::cpuMicrosPerTransaction,
                        Format::figure),
                figure(experiment, configuration, Metric.ALLOCATED_PER_TRANSACTION,
                        Xml.Round::allocatedBytesPerTransaction, Format::bytes))).toList());
    }

    private static Figure figure(Experiment experiment, ConfigurationRuns configuration, Metric metric,
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
