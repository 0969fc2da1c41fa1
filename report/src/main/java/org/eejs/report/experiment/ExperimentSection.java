package org.eejs.report.experiment;

import java.util.List;
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

/**
 * All that a report says about a result of several configurations.
 *
 * @param id tells the experiments of a report apart
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
                // Of a capacity every run is a probe, which has its own table.
                experiment.soughtCapacity() ? Section.of("") : runs(),
                Section.of("", Block.paragraph(Block.Style.TEXT, "Each run has its own result.json and report in "
                        + "runs/, in a folder named by run and configuration.", Where.MARKDOWN)),
                differences.section("In what the configurations differ"))).flatMap(List::stream).toList();
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

    /** Response time, quality of service and cost of the bank. */
    private Section relative() {
        String baseline = experiment.baseline();
        Tested tested = experiment.tested();
        return Section.of("Relative to " + baseline).with(Block.when(!experiment.measured().comparisons().isEmpty(),
                Block.chart(chart(new ExperimentPlots(experiment).ratios(), "relative", tested.words("Response time, "
                        + "pages, good pages and processors of each configuration, relative to the baseline"))),
                Block.noteOfChart("The change from %s. Whiskers are 95 %% intervals; a faded bar is not decided. "
                        .formatted(baseline) + "↓ lower is better, ↑ higher is better."))).with(
                Block.table(ExperimentTables.relative(experiment).headed(tested::words)),
                Block.note(tested.words("Normalized: the ratio of the mean to that of %s, with its 95 %% interval. "
                        + "Other figures are means over valid runs; tolerable pages include good ones.")
                        .formatted(baseline), Where.FILES));
    }

    /** Returns each run's CPU as a dot. */
    private Section cpu() {
        Tested tested = experiment.tested();
        boolean known = experiment.configurations().stream().anyMatch(each -> each.mean(BankFigures.APP_CPU) != null);
        return Section.of(tested.words("CPU per page")).styled("chart-title").with(Block.when(known,
                Block.chart(chart(new ExperimentPlots(experiment).spread(), "spread", tested.words(
                        "The bank’s CPU per page in milliseconds: each valid run and the mean of each configuration"))),
                Block.note("Each dot is a valid run, the bar its configuration’s mean. The axis does not begin at 0; "
                        + "an arrow is a configuration that costs far more.")));
    }

    private Section comparisons() {
        Table table = ExperimentTables.comparisons(experiment.measured().comparisons(), experiment.tested());
        return Section.of("All comparisons").in(Where.FILES).with(Block.when(!table.isEmpty(), Block.table(table),
                Block.note("↓ lower is better, ↑ higher is better. Runs: the number of pairs of runs.")));
    }

    /** Returns all runs in short, in the order in which they ran. */
    private Section runs() {
        Table table = Table.of(ExperimentTables.RUNS, experiment.measured().observations())
                .headed(experiment.tested()::words);
        return Section.of("Runs").in(Where.FILES).with(Block.nothing(table.isEmpty() ? "There was no run." : "",
                Where.PAGE), Block.table(table)).with(Block.when(!table.isEmpty(),
                        where("In the order in which they ran. Each run")));
    }

    /** Returns where single runs are found. */
    private static Block where(String each) {
        return new Block.Paragraph(Block.Style.NOTE, TableCell.of(each + " has its own result.json and report in ")
                .and(Look.CODE, "runs/").and(Look.PLAIN, ", in a folder named by run and configuration."), Where.PAGE);
    }

    private Section capacity() {
        CapacityTable capacity = CapacityTable.of(experiment);
        return Section.of("Capacity").with(Block.when(capacity.rows().stream().anyMatch(row -> row.capacity() != null),
                Block.chart(chart(new ExperimentPlots(experiment).capacities(), "capacity",
                        "Sessions that each configuration serves")),
                Block.noteOfChart("Whiskers are 95 % intervals."))).with(
                Block.table(capacity.table()),
                Block.note(("Against %s: the difference, with an interval that follows from both intervals. Response "
                        + "times are means over the valid probes within the interval, or nearest to it.")
                        .formatted(capacity.baseline())));
    }

    private Section probes() {
        List<ProbeTable.Row> rows = ProbeTable.rows(experiment);
        List<Chart> charts = experiment.names().stream().filter(name -> rows.stream().anyMatch(row ->
                row.configuration().equals(name) && row.hasPages())).map(name -> chart(
                        new ExperimentPlots(experiment).probes(name), "probes",
                        "Response time of each probe by its sessions").titled(name)).toList();
        return Section.of("Probes").in(Where.FILES).with(
                Block.nothing(rows.isEmpty() ? "There was no probe." : "", Where.PAGE),
                new Block.Charts(true, charts)).with(Block.when(!rows.isEmpty(),
                        new Block.Paragraph(Block.Style.NOTE_OF_CHART, TableCell.of("Each mark is a probe’s 95th "
                                + "percentile of the response time: ").and(Look.STRONG, "●", "ok")
                                .and(Look.PLAIN, " passed, ").and(Look.STRONG, "✕", "alarm").and(Look.PLAIN,
                                        " failed, ◇ not usable. The band is the 95 % interval of the capacity."),
                                Where.PAGE),
                        Block.table(Table.of(ProbeTable.COLUMNS, rows).headed(experiment.tested()::words)),
                        where("Each probe is a run. It")));
    }
}
