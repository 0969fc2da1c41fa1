package org.eejs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.eejs.report.experiment.ConfigurationRuns;
import org.eejs.report.experiment.ProcedureNotes;
import org.eejs.report.run.RunSection;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Verdict;
import org.eejs.result.BankingFigures.Quality;
import org.eejs.result.Result.Run;

/**
 * The main figures of several runs, one run in a row, each figure beside its change against the first row. Of an
 * experiment each configuration has a row, with means over its valid runs.
 *
 * @param title what stands side by side
 * @param note how to read it
 * @param columns the headings, with units
 * @param rows the runs and configurations
 * @param hasPercentiles whether there is a percentile curve to draw
 */
public record SideBySide(String title, String note, List<String> columns, List<Row> rows, boolean hasPercentiles) {
    /**
     * One run or configuration.
     *
     * @param id its letter
     * @param anchor the id of its section in the document
     * @param details what tells it apart from the others
     * @param verdict in a few words
     * @param style the verdict's class in the style sheet
     */
    public record Row(String id, String name, String anchor, List<String> details, String verdict, String style,
            List<Cell> cells) {}

    /** A figure and by how much it differs from the first run's; the change is empty where it says nothing. */
    public record Cell(String value, String change) {}

    private record Column(String heading, ToDoubleFunction<RunFigures> value, DoubleFunction<String> words) {
        Column(String heading, ToDoubleFunction<RunFigures> value) {
            this(heading, value, Format::figure);
        }
    }

    private static final List<Column> COLUMNS = List.of(
            new Column("Sessions", measured -> measured.load().sessions(), Format::average),
            new Column("Pages/s", measured -> measured.load().pagesPerSecond()),
            new Column("Mean, ms", measured -> measured.responseTime().mean()),
            new Column("p95, ms", measured -> measured.responseTime().p95()),
            new Column("p99, ms", measured -> measured.responseTime().p99()),
            new Column("Bank CPU, ms/page", measured -> measured.usage().cpuMsPerPage()),
            new Column("Full handshake, ms", measured -> measured.fullHandshake().mean()));

    private static final List<Column> COLUMNS_OF_XML = List.of(
            new Column("Transactions/s", measured -> measured.round().transactionsPerSecond(), Format::average),
            new Column("CPU, µs/transaction", measured -> measured.round().cpuMicrosPerTransaction()));

    static SideBySide of(List<ResultSection> results) {
        boolean xml = results.stream().anyMatch(result -> result.experiment() != null
                && result.experiment().experiment().isOfXml());
        List<Column> figures = Stream.concat(COLUMNS.stream(), xml ? COLUMNS_OF_XML.stream() : Stream.of()).toList();
        List<String> columns = new ArrayList<>(figures.stream().map(Column::heading).toList());
        columns.add("Good, %");
        columns.add("Failed, %");
        List<Row> rows = new ArrayList<>();
        List<Run> first = null;
        for (ResultSection result : results) {
            for (RunSection section : result.runs()) {
                rows.add(row(section, result, cells(figures, List.of(section.run()), first)));
                first = first == null ? List.of(section.run()) : first;
            }
            for (int index = 0; index < result.letters().size(); index++) {
                ConfigurationRuns configuration = result.experiment().experiment().configurations().get(index);
                rows.add(row(result.letters().get(index), configuration, result,
                        cells(figures, configuration.valid(), first)));
                first = first == null ? configuration.valid() : first;
            }
        }
        boolean runsOnly = results.stream().allMatch(result -> result.experiment() == null);
        String title = runsOnly ? "%d runs side by side".formatted(rows.size())
                : "%d results side by side".formatted(results.stream().filter(result -> !result.isOfPrimitives())
                        .count());
        String against = rows.isEmpty() ? "" : rows.get(0).id();
        return new SideBySide(title, runsOnly ? "Changes are against run %s.".formatted(against)
                : "Changes are against row %s; a configuration’s figures are means over its valid runs.".formatted(
                        against),
                List.copyOf(columns), List.copyOf(rows), results.stream().flatMap(result -> result.runs().stream())
                        .anyMatch(RunSection::hasPercentiles));
    }

    private static Row row(RunSection run, ResultSection result, List<Cell> cells) {
        List<String> details = Stream.of(String.join(" · ", run.verdict().configuration().negotiated()),
                result.started()).filter(detail -> detail != null && !detail.isEmpty()).toList();
        return new Row(run.id(), run.name(), "run-" + run.id(), details, Verdict.brief(run.run()),
                run.verdict().outcome().style(), cells);
    }

    private static Row row(String letter, ConfigurationRuns configuration, ResultSection result, List<Cell> cells) {
        List<Run> valid = configuration.valid();
        long met = valid.stream().filter(run -> Verdict.outcome(run) == Verdict.Outcome.MET).count();
        List<String> details = Stream.of("mean of " + ProcedureNotes.runs(valid.size(), "valid "), result.started())
                .filter(Objects::nonNull).toList();
        boolean judged = !valid.isEmpty() && !result.experiment().experiment().isOfXml();
        String verdict = valid.isEmpty() ? "no valid run" : !judged ? ""
                : "QoS met in %d of %d".formatted(met, valid.size());
        // A configuration may be called by the letter of another row.
        return new Row(letter, "configuration " + configuration.name(), result.experiment().id(), details, verdict,
                !judged ? "open" : met == valid.size() ? "met" : "missed", cells);
    }

    private static List<Cell> cells(List<Column> columns, List<Run> runs, List<Run> first) {
        List<Cell> cells = new ArrayList<>();
        for (Column column : columns) {
            OptionalDouble value = mean(runs, column.value());
            OptionalDouble baseline = first == null ? OptionalDouble.empty() : mean(first, column.value());
            cells.add(new Cell(value.isPresent() ? column.words().apply(value.getAsDouble()) : Format.NONE,
                    value.isPresent() && baseline.isPresent()
                            ? Format.change(value.getAsDouble(), baseline.getAsDouble()) : ""));
        }
        cells.add(fraction(runs, quality -> quality.good(), Format::reached));
        cells.add(fraction(runs, quality -> quality.failed(), Format::percent));
        return List.copyOf(cells);
    }

    // A figure of 0 was not measured.
    private static OptionalDouble mean(List<Run> runs, ToDoubleFunction<RunFigures> figure) {
        return runs.stream().map(RunFigures::new).mapToDouble(figure)
                .filter(value -> value != 0).average();
    }

    private static Cell fraction(List<Run> runs, ToDoubleFunction<Quality> fraction,
            DoubleFunction<String> words) {
        OptionalDouble mean = runs.stream().map(RunFigures::new).filter(RunFigures::hasPages)
                .map(measured -> measured.quality()).mapToDouble(fraction).average();
        // The heading of the column has the unit.
        return new Cell(mean.isPresent() ? words.apply(mean.getAsDouble()).replace("\u00a0%", "") : Format.NONE, "");
    }
}
