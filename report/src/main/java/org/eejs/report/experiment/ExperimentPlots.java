package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eejs.banking.Qos;
import org.eejs.report.page.Plot;
import org.eejs.report.page.Plot.Bar;
import org.eejs.report.page.Plot.Limit;
import org.eejs.report.page.Plot.Mark;
import org.eejs.report.page.Plot.Range;
import org.eejs.report.text.Change;
import org.eejs.report.text.FigureText;
import org.eejs.report.text.RunQuality;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.Figures;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Comparison;

/** The charts of a comparison and of a search for capacity. Bars and dots are in the order of the names. */
record ExperimentPlots(ExperimentReport experiment) {
    private static final List<Figure> RELATIVE = List.of(BankFigures.RESPONSE_TIME, BankFigures.TOLERABLE_PAGES,
            BankFigures.GOOD_PAGES, BankFigures.BANK_PROCESSORS);

    /** Returns the ratios to the baseline, the metric first. */
    Plot ratios() {
        return new Plot.Ratios(experiment.names(), experiment.baseline(),
                Stream.concat(Stream.of(Figures.of(experiment.metric())), RELATIVE.stream()).distinct()
                        .map(figure -> new Plot.Group(new FigureText(figure, experiment.tested()).name(),
                                figure.lowerIsBetter(), figure.id().equals(experiment.metric()),
                                bars(name -> ratio(figure, name))))
                        .filter(group -> group.bars().stream().filter(Objects::nonNull).count() > 1).toList());
    }

    /** Returns a bar per configuration; null for configurations without a value. */
    private List<Bar> bars(Function<ConfigurationRuns, Bar> bar) {
        List<Bar> bars = new ArrayList<>();
        experiment.configurations().forEach(each -> bars.add(bar.apply(each)));
        return bars;
    }

    private Bar ratio(Figure figure, ConfigurationRuns configuration) {
        if (configuration.name().equals(experiment.baseline())) {
            return configuration.valid().isEmpty() ? null : new Bar(1, null, null, false);
        }
        Comparison comparison = experiment.comparison(figure.id(), configuration.name());
        return comparison == null || !Double.isFinite(comparison.ratio()) ? null : new Bar(comparison.ratio(),
                Change.low(comparison.ci95()), Change.high(comparison.ci95()), ComparisonFinding.isOpen(comparison));
    }

    /** Returns the CPU per page of each valid run. */
    Plot spread() {
        return new Plot.Spread(experiment.tested().words("CPU, ms/page"), experiment.names(),
                experiment.configurations().stream().map(each -> new Plot.Dots(each.mean(BankFigures.APP_CPU),
                        each.valid().stream().map(BankFigures.APP_CPU::orNull).filter(Objects::nonNull).toList()))
                        .toList());
    }

    Plot capacities() {
        return new Plot.Bars("sessions", experiment.names(), experiment.baseline(),
                bars(each -> capacity(each.name())));
    }

    private Bar capacity(String name) {
        Capacity capacity = CapacityTable.capacity(experiment, name);
        return capacity == null ? null : new Bar(capacity.sessions(), Change.low(capacity.ci95()),
                Change.high(capacity.ci95()), capacity.openAbove());
    }

    /** Returns the probes of a configuration, with common axes. */
    Plot probes(String name) {
        Limit good = new Limit("good", experiment.configurations().stream().flatMap(each -> each.runs().stream())
                .findFirst().map(RunQuality::qos).orElse(Qos.PUBLISHED).timeGood().toMillis());
        List<Mark> all = marks(ProbeTable.rows(experiment));
        Stream<Double> estimates = bars(each -> capacity(each.name())).stream().filter(Objects::nonNull).flatMap(bar ->
                Stream.of(Objects.requireNonNullElse(bar.low(), bar.value()),
                        Objects.requireNonNullElse(bar.high(), bar.value())));
        return new Plot.Scatter("sessions", "p95", good,
                range(Stream.concat(all.stream().map(Mark::at), estimates).toList()),
                range(Stream.concat(all.stream().map(Mark::ms), Stream.of((double) good.ms())).toList()),
                capacity(name), marks(ProbeTable.rows(experiment).stream().filter(row -> row.configuration().equals(
                        name)).toList()));
    }

    private static List<Mark> marks(List<ProbeTable.Row> rows) {
        return rows.stream().filter(ProbeTable.Row::hasPages).map(row -> new Mark(row.probe().sessions(),
                BankFigures.RESPONSE_TIME_P95.of(row.run()), row.answer().name())).toList();
    }

    private static Range range(List<Double> values) {
        DoubleSummaryStatistics all = values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return new Range(all.getMin(), all.getMax());
    }
}
