package org.eejs.report.experiment;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chapter;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Plot;
import org.eejs.report.page.Section;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.Where;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.Result;
import org.eejs.result.Result.Comparison;

/**
 * The report of a result of several configurations.
 *
 * @param id distinguishes the experiments of a report
 */
public record ExperimentSection(String id, ExperimentReport experiment, Finding finding, Differences differences)
        implements Chapter {
    public static ExperimentSection of(String id, Result measured) {
        ExperimentReport experiment = ExperimentReport.of(measured);
        Finding finding = experiment.soughtCapacity() ? CapacityTable.of(experiment).finding()
                : ComparisonFinding.of(experiment);
        return new ExperimentSection(id, experiment, experiment.isFirstLook() ? finding.atFirstSight() : finding,
                Differences.of(experiment));
    }

    @Override
    public List<String> cautions() {
        return new ProcedureNotes(experiment).cautions();
    }

    @Override
    public List<String> procedure() {
        return new ProcedureNotes(experiment).procedure();
    }

    @Override
    public List<Section> sections() {
        return Stream.of(experiment.soughtCapacity() ? ofCapacity() : ofComparison(), List.of(
                AlgorithmTable.section(experiment),
                comparisons(),
                // In a search of the capacity, every run is a probe; probes have a separate table.
                experiment.soughtCapacity() ? Section.of("") : runs(),
                Section.of("", Block.paragraph(Block.Style.TEXT, "Each run has its own result.json and report in "
                        + "runs/, in a folder named by run and configuration.", Where.MARKDOWN)),
                differences.section("Differences between configurations"),
                JdkTable.section(experiment))).flatMap(List::stream).toList();
    }

    @Override
    public Section digest() {
        List<Comparison> deciding = experiment.names().stream()
                .map(name -> experiment.comparison(experiment.metric(), name)).filter(Objects::nonNull).toList();
        return deciding.isEmpty() ? Chapter.super.digest() : Section.of("", Block.table(
                ExperimentTables.deciding(deciding, experiment.tested())));
    }

    private List<Section> ofComparison() {
        return List.of(relative(), PublishedTable.section(experiment.measured().published()), cpu(),
                WhyTable.section(experiment));
    }

    private List<Section> ofCapacity() {
        return List.of(capacity(), PublishedTable.section(experiment.measured().published()), probes());
    }

    private Chart chart(Plot plot, String look, String label) {
        return Chart.of(plot, look, id, label);
    }

    /** Returns response time, quality of service and cost, relative to the baseline. */
    private Section relative() {
        String baseline = experiment.baseline();
        Tested tested = experiment.tested();
        return Section.of("Relative to " + baseline).with(Block.when(!experiment.measured().comparisons().isEmpty(),
                Block.chart(chart(new ExperimentPlots(experiment).ratios(), "relative", tested.words("Response time, "
                        + "pages, good pages and processors of each configuration, relative to the baseline"))),
                Block.noteOfChart("Change from %s. Whiskers are 95%% CI; faded bars are undecided. "
                        .formatted(baseline) + "↓ lower is better, ↑ higher is better."))).with(
                Block.table(ExperimentTables.relative(experiment).headed(tested::words)),
                Block.note(tested.words("Normalized: the ratio of the mean to that of %s, with its 95%% CI. "
                        + "Other figures are means over valid runs; tolerable pages include good ones.")
                        .formatted(baseline), Where.FILES));
    }

    /** Returns a chart with a dot per run. */
    private Section cpu() {
        Tested tested = experiment.tested();
        boolean known = experiment.configurations().stream().anyMatch(each -> each.mean(BankFigures.APP_CPU) != null);
        return Section.of(tested.words("CPU per page")).styled("chart-title").with(Block.when(known,
                Block.chart(chart(new ExperimentPlots(experiment).spread(), "spread", tested.words(
                        "The bank’s CPU per page in milliseconds: each valid run and the mean of each configuration"))),
                Block.note("A dot is a valid run, a bar the mean of a configuration. The axis does not start at 0; an "
                        + "arrow marks a configuration far to the right.")));
    }

    private Section comparisons() {
        Table table = ExperimentTables.comparisons(experiment.measured().comparisons(), experiment.tested());
        return Section.of("All comparisons").in(Where.FILES).with(Block.when(!table.isEmpty(), Block.table(table),
                Block.note("↓ lower is better, ↑ higher is better. Runs: the number of pairs of runs.")));
    }

    /** Returns a table of all runs in their order. */
    private Section runs() {
        Table table = Table.of(ExperimentTables.RUNS, experiment.measured().observations())
                .headed(experiment.tested()::words);
        return Section.of("Runs").in(Where.FILES).with(Block.nothing(table.isEmpty() ? "There were no runs." : "",
                Where.PAGE), Block.table(table)).with(Block.when(!table.isEmpty(),
                        where("Runs are in chronological order. Each run")));
    }

    /** Returns a note about the folders of runs. */
    private static Block where(String each) {
        return new Block.Paragraph(Block.Style.NOTE, TableCell.of(each + " has its own result.json and report in ")
                .and(Look.CODE, "runs/").and(Look.PLAIN, ", in a folder named by run and configuration."), Where.PAGE);
    }

    private Section capacity() {
        CapacityTable capacity = CapacityTable.of(experiment);
        return Section.of("Capacity").with(Block.when(capacity.rows().stream().anyMatch(row -> row.capacity() != null),
                Block.chart(chart(new ExperimentPlots(experiment).capacities(), "capacity",
                        "Capacity of each configuration in sessions")),
                Block.noteOfChart("Whiskers are 95% CI."))).with(
                Block.table(capacity.table()),
                Block.note(("The change from %s has an interval that follows from both intervals. Response times are "
                        + "means over the valid probes within the interval, or nearest to it.")
                        .formatted(capacity.baseline())));
    }

    private Section probes() {
        List<ProbeTable.Row> rows = ProbeTable.rows(experiment);
        List<Chart> charts = experiment.names().stream().filter(name -> rows.stream().anyMatch(row ->
                row.configuration().equals(name) && row.hasPages())).map(name -> chart(
                        new ExperimentPlots(experiment).probes(name), "probes",
                        "Response time of each probe by its sessions").titled(name)).toList();
        return Section.of("Probes").in(Where.FILES).with(
                Block.nothing(rows.isEmpty() ? "There were no probes." : "", Where.PAGE),
                new Block.Charts(true, charts)).with(Block.when(!rows.isEmpty(),
                        new Block.Paragraph(Block.Style.NOTE_OF_CHART, TableCell.of("Each mark is a probe’s 95th "
                                + "percentile of the response time: ").and(Look.STRONG, "●", "ok")
                                .and(Look.PLAIN, " passed, ").and(Look.STRONG, "✕", "alarm").and(Look.PLAIN,
                                        " failed, ◇ unusable. The band is the 95% CI of the capacity."),
                                Where.PAGE),
                        Block.table(Table.of(ProbeTable.COLUMNS, rows).headed(experiment.tested()::words)),
                        where("Each probe is a run and")));
    }
}
