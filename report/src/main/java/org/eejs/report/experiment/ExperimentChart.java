package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.eejs.banking.Qos;
import org.eejs.report.text.Change;
import org.eejs.report.text.MetricText;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Xml;

/**
 * What the charts of a comparison or a capacity draw. Lists of bars and dots are in the order of the names; a null is a
 * configuration without the figure.
 *
 * @param id the id of the experiment's section
 * @param goodMs the time of a good page, which is the same for all
 * @param names the configurations
 * @param relative one group of bars for each metric; empty for a capacity
 * @param cpuAxis what the CPU is of
 * @param cpu the CPU per page or transaction of every valid run
 * @param capacity empty for a comparison
 * @param probes by configuration; empty for a comparison
 */
public record ExperimentChart(String id, long goodMs, List<String> names, String baseline, List<Bars> relative,
        String cpuAxis, List<Dots> cpu, List<Bar> capacity, List<Probes> probes) {
    /** A metric with a ratio for each configuration; {@code lower} says whether lower is better. */
    record Bars(String name, boolean lower, boolean decides, List<Bar> bars) {}

    /**
     * A figure and the ends of its 95 % interval, which are null where there is none; {@code open} where that says
     * nothing: a ratio that was not decided, a capacity that may be any higher one.
     */
    record Bar(double value, Double low, Double high, boolean open) {}

    /** Single runs and their mean. */
    record Dots(Double mean, List<Double> runs) {}

    /** The probes of a configuration and its capacity, which is null when it has none. */
    record Probes(String name, Bar capacity, List<Mark> marks) {}

    /** One probe; {@code answer} is PASSED, FAILED or UNUSABLE. */
    record Mark(int sessions, double p95, String answer) {}

    private static final List<MetricText> RELATIVE =
            List.of(MetricText.RESPONSE_TIME, MetricText.PAGES, MetricText.GOOD_PAGES, MetricText.PROCESSORS);

    private static final List<MetricText> RELATIVE_OF_XML =
            List.of(MetricText.TRANSACTIONS, MetricText.CPU_PER_TRANSACTION, MetricText.ALLOCATED_PER_TRANSACTION);

    public static ExperimentChart of(ExperimentSection section) {
        ExperimentReport experiment = section.experiment();
        boolean xml = experiment.isOfXml();
        List<Dots> cpu = experiment.configurations().stream()
                .map(xml ? ExperimentChart::perTransaction : ExperimentChart::perPage).toList();
        List<Bars> relative = experiment.soughtCapacity() ? List.of()
                : relative(experiment, xml ? RELATIVE_OF_XML : RELATIVE).map(metric -> bars(experiment, metric))
                        .filter(bars -> bars.bars().stream().filter(Objects::nonNull).count() > 1).toList();
        boolean sought = experiment.soughtCapacity();
        return new ExperimentChart(section.id(), goodMs(experiment), experiment.names(), experiment.baseline(),
                relative, xml ? "CPU, µs/transaction" : experiment.tested().words("CPU, ms/page"), cpu,
                sought ? capacities(experiment) : List.of(), sought ? probes(section) : List.of());
    }

    private static long goodMs(ExperimentReport experiment) {
        return experiment.configurations().stream().flatMap(each -> each.runs().stream()).map(RunFigures::new)
                .findFirst().map(RunFigures::qos).orElse(Qos.PUBLISHED).timeGood().toMillis();
    }

    /** The figure that decides first. */
    private static Stream<MetricText> relative(ExperimentReport experiment, List<MetricText> others) {
        return Stream.concat(Stream.of(MetricText.of(experiment.metric())), others.stream()).distinct();
    }

    private static Dots perPage(ConfigurationRuns configuration) {
        OptionalDouble mean = configuration.cpuMsPerPage();
        return new Dots(mean.isPresent() ? mean.getAsDouble() : null, configuration.valid().stream().map(
                RunFigures::new)
                .filter(RunFigures::hasBankCpu).map(RunFigures::cpuMsPerPage).toList());
    }

    private static Dots perTransaction(ConfigurationRuns configuration) {
        OptionalDouble mean = configuration.meanOfRounds(Xml.Round::cpuMicrosPerTransaction);
        return new Dots(mean.isPresent() ? mean.getAsDouble() : null, configuration.valid().stream()
                .map(run -> new RunFigures(run).round().cpuMicrosPerTransaction()).toList());
    }

    private static Bars bars(ExperimentReport experiment, MetricText metric) {
        List<Bar> bars = new ArrayList<>();
        boolean lower = true;
        for (ConfigurationRuns configuration : experiment.configurations()) {
            Comparison comparison = experiment.comparison(metric.key(), configuration.name());
            if (configuration.name().equals(experiment.baseline())) {
                bars.add(configuration.valid().isEmpty() ? null : new Bar(1, null, null, false));
            } else if (comparison == null || !Double.isFinite(comparison.ratio())) {
                bars.add(null);
            } else {
                lower = !"higher".equals(comparison.better());
                Change change = Change.of(comparison);
                bars.add(new Bar(change.ratio(), change.low(), change.high(),
                        ComparisonFinding.isOpen(comparison)));
            }
        }
        return new Bars(metric.worded(experiment.tested()).name(), lower, metric.key().equals(experiment.metric()),
                bars);
    }

    private static List<Bar> capacities(ExperimentReport experiment) {
        List<Bar> bars = new ArrayList<>();
        experiment.names().forEach(name -> bars.add(bar(CapacityTable.capacity(experiment, name))));
        return bars;
    }

    private static Bar bar(Capacity capacity) {
        return capacity == null ? null : new Bar(capacity.sessions(), Change.low(capacity.ci95()),
                Change.high(capacity.ci95()), capacity.openAbove());
    }

    private static List<Probes> probes(ExperimentSection section) {
        return section.experiment().names().stream().map(name -> new Probes(name,
                bar(CapacityTable.capacity(section.experiment(), name)),
                ProbeTable.rows(section.experiment()).stream().filter(row -> row.configuration().equals(
                        name) && row.hasPages())
                        .map(row -> new Mark(row.probe().sessions(), new RunFigures(row.run()).responseTime().p95(),
                                row.answer().name()))
                        .toList())).toList();
    }
}
