package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chart;
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
import org.eejs.result.BankingFigures.Quality;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Xml;

/** Every configuration in one row: figures and their ratios to the baseline, on either workload. */
final class RelativeTables {
    private static final String LOGIN = "Normalized login latency ↓";

    private final ExperimentSection section;
    private final ExperimentReport experiment;

    RelativeTables(ExperimentSection section) {
        this.section = section;
        this.experiment = section.experiment();
    }

    /** Response time, quality of service and cost of the bank. */
    Section ofBank() {
        String baseline = experiment.baseline();
        Tested tested = experiment.tested();
        List<Column<ConfigurationRuns>> columns = new ArrayList<>(List.of(name(), validRuns(),
                        ratio("Normalized response time ↓", MetricText.RESPONSE_TIME),
                        ratio("Normalized number of pages ↑", MetricText.PAGES),
                        ratio(LOGIN, MetricText.LOGIN),
                        mean("Good, % ↑", Quality::good, Format::reached),
                        mean("Tolerable, % ↑", Quality::tolerable, Format::reached),
                        mean("Failed, % ↓", Quality::failed, Format::percent),
                        Column.<ConfigurationRuns>of("CPU, ms/page ↓", Kind.FIGURE, configuration -> Cell.of(words(
                                configuration.cpuMsPerPage(), Format::figure))
                                .small(ConfigurationRuns.mark(configuration.valid())))));
        // The steps of a service know no login.
        columns.removeIf(column -> tested.isService() && column.heading().equals(LOGIN));
        return Section.of("Relative to " + baseline).with(chart(tested.words("Response time, pages, good pages and "
                + "processors of each configuration, relative to the baseline"))).with(
                Block.table(Table.of(columns, experiment.configurations()).headed(tested::words)),
                Block.paragraph(Block.Style.NOTE, tested.words("Normalized: the ratio of the mean to that of %s, with "
                        + "its 95 %% interval. Percentages and CPU are means over valid runs; tolerable pages include "
                        + "good ones.").formatted(baseline), Where.FILES));
    }

    /** Throughput and cost of XML transactions. */
    Section ofXml() {
        String baseline = experiment.baseline();
        return Section.of("Relative to " + baseline).with(chart(
                "Transactions, CPU and heap of each configuration, relative to the baseline")).with(
                Block.table(Table.of(List.of(name(), validRuns(),
                        figure("Transactions/s ↑", MetricText.TRANSACTIONS, Xml.Round::transactionsPerSecond,
                                Format::average),
                        figure("CPU, µs/transaction ↓", MetricText.CPU_PER_TRANSACTION,
                                Xml.Round::cpuMicrosPerTransaction, Format::figure),
                        figure("Heap allocated/transaction ↓", MetricText.ALLOCATED_PER_TRANSACTION,
                                Xml.Round::allocatedBytesPerTransaction, Format::bytes)), experiment.configurations())),
                Block.paragraph(Block.Style.NOTE, ("Means over valid runs, of all threads together, and their ratios "
                        + "to %s with 95 %% intervals. CPU is that of the whole process: collections of garbage and "
                        + "the JIT compiler are counted in.").formatted(baseline), Where.FILES));
    }

    /** Each run's CPU as a dot. */
    Section cpu() {
        Tested tested = experiment.tested();
        return Section.of(tested.words(experiment.isOfXml() ? "CPU per transaction" : "CPU per page"))
                .styled("chart-title").with(
                Block.when(section.hasCpu(), Block.chart(Chart.of("spread", "spread", section.id(), experiment.isOfXml()
                        ? "CPU per transaction in microseconds: each valid run and the mean of each configuration"
                        : tested.words("The bank’s CPU per page in milliseconds: each valid run and the mean of each "
                                + "configuration"))),
                        Block.note("Each dot is a valid run, the bar its configuration’s mean. The axis does not begin "
                                + "at 0; an arrow stands for a configuration that costs far more.")));
    }

    private Block[] chart(String label) {
        return Block.when(section.hasRatios(), Block.chart(Chart.of("relative", "relative", section.id(), label)),
                Block.noteOfChart("The change from %s. Whiskers are 95 %% intervals; a faded bar is not decided. "
                        .formatted(experiment.baseline()) + "↓ lower is better, ↑ higher is better."));
    }

    static Column<ConfigurationRuns> name() {
        return Column.words("Configuration", ConfigurationRuns::name);
    }

    private static Column<ConfigurationRuns> validRuns() {
        return Column.figure("Valid runs", configuration -> Format.count(configuration.valid().size()));
    }

    private Column<ConfigurationRuns> ratio(String heading, MetricText metric) {
        return Column.of(heading, Kind.FIGURE, configuration -> {
            if (configuration.name().equals(experiment.baseline())) {
                return configuration.valid().isEmpty() ? Cell.NONE : Cell.of("1");
            }
            Comparison comparison = experiment.comparison(metric.key(), configuration.name());
            return comparison == null ? Cell.NONE : Cell.times(Change.of(comparison));
        });
    }

    private Column<ConfigurationRuns> figure(String heading, MetricText metric, ToDoubleFunction<Xml.Round> figure,
            DoubleFunction<String> words) {
        return Column.of(heading, Kind.FIGURE, configuration -> {
            Comparison comparison = experiment.comparison(metric.key(), configuration.name());
            return Cell.of(words(configuration.meanOfRounds(figure), words)).small(comparison == null ? ""
                    : "×\u00a0" + Cell.times(Change.of(comparison)).line());
        });
    }

    // The heading of the column has the unit.
    private static Column<ConfigurationRuns> mean(String heading, ToDoubleFunction<Quality> figure,
            DoubleFunction<String> words) {
        return Column.figure(heading, configuration -> words(configuration.mean(measured ->
                figure.applyAsDouble(measured.quality())), words).replace("\u00a0%", ""));
    }

    static String words(OptionalDouble mean, DoubleFunction<String> words) {
        return mean.isPresent() ? words.apply(mean.getAsDouble()) : Format.NONE;
    }
}
