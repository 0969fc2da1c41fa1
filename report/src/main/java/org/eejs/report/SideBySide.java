package org.eejs.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.report.bench.ComparedCells;
import org.eejs.report.experiment.ConfigurationRuns;
import org.eejs.report.experiment.ExperimentReport;
import org.eejs.report.experiment.ProcedureNotes;
import org.eejs.report.experiment.WhyTable;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Section;
import org.eejs.report.run.RunPlots;
import org.eejs.report.run.RunSection;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Configuration;
import org.eejs.report.text.FigureText;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Tested;
import org.eejs.report.text.Sentence;
import org.eejs.report.run.Verdict;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Unit;

/**
 * The main figures of several runs, a row per run, each figure with its change against the first row. An experiment has
 * a row per configuration, with means over its valid runs. Results of primitives are compared cell by cell.
 *
 * @param title the compared results
 * @param table the table of runs; empty unless there are several
 */
public record SideBySide(String title, Table table, List<Section> sections) {
    private static final List<Figure> FIGURES = List.of(BankFigures.SESSIONS, BankFigures.PAGES_PER_SECOND,
            BankFigures.RESPONSE_TIME, BankFigures.RESPONSE_TIME_P95, BankFigures.RESPONSE_TIME_P99,
            BankFigures.APP_CPU, BankFigures.FULL_HANDSHAKE, BankFigures.GOOD, BankFigures.FAILED);

    /** A run, or a configuration with its valid runs. */
    private record Row(String letter, TableCell name, TableCell verdict, List<Observation> runs) {}

    /** Returns the comparison of results and their sections; null if there is nothing to compare. */
    static SideBySide of(List<Result> results, List<ResultSection> sections) {
        SideBySide runs = of(sections);
        // A single experiment compares its configurations itself, and better.
        List<ResultSection> withRuns = sections.stream().filter(ResultSection::hasRuns).toList();
        boolean several = runs.table().rows().size() > 1 && (withRuns.size() > 1
                || withRuns.get(0).experiment() == null);
        List<Section> cells = alike(results).stream().flatMap(alike -> cells(alike).sections().stream()).toList();
        return several ? new SideBySide(runs.title(), runs.table(), Stream.concat(runs.sections().stream(),
                cells.stream()).toList()) : cells.isEmpty() ? null
                        : new SideBySide(results.size() + " results", Table.of(List.of(), List.of()),
                                cells);
    }

    /** Returns the groups of several results of primitives. */
    static List<List<Result>> alike(List<Result> results) {
        List<Result> alike = results.stream().filter(result -> result.bench() != null).toList();
        return alike.size() > 1 ? List.of(alike) : List.of();
    }

    /** Returns the cell-by-cell comparisons as comma-separated values. */
    static String csv(List<Result> results) {
        Map<Result, List<ComparedCells.Data>> rows = new IdentityHashMap<>();
        alike(results).forEach(alike -> cells(alike).data().forEach(row -> rows.computeIfAbsent(alike.get(row.place()),
                any -> new ArrayList<>()).add(row)));
        return CsvTable.of(results, result -> rows.getOrDefault(result, List.of()), ComparedCells.COLUMNS);
    }

    /** Returns results of primitives, compared cell by cell. */
    private static ComparedCells cells(List<Result> alike) {
        return ComparedCells.of(IntStream.range(0, alike.size()).mapToObj(ResultSection::letter).toList(), alike);
    }

    private static SideBySide of(List<ResultSection> results) {
        List<String> names = experiments(results).flatMap(each -> each.names().stream()).toList();
        List<Row> rows = results.stream().flatMap(result -> rows(result, names)).toList();
        boolean runsOnly = experiments(results).findAny().isEmpty();
        String title = runsOnly ? "%d runs".formatted(rows.size())
                : "%d results".formatted(results.stream().filter(ResultSection::hasRuns).count());
        Tested tested = tested(results);
        Table table = Table.of(columns(rows), rows).headed(tested::words).styled(null);
        String note = runsOnly ? "Changes are against run A."
                : "Changes are against row A; a configuration’s figures are means over its valid runs.";
        List<RunSection> curves = results.stream().flatMap(result -> result.runs().stream())
                .filter(run -> RunPlots.hasPercentiles(run.run())).toList();
        WhyTable why = new WhyTable(rows.stream().map(row -> new ConfigurationRuns(row.letter(), null, row.runs()))
                .toList(), rows.isEmpty() ? null : rows.get(0).letter());
        return new SideBySide(title, table, List.of(Section.of("", Block.table(table), Block.note(note
                + " One run each proves no difference; repeat the runs with `eejs compare`."),
                Block.paragraph(Block.Style.CAUTION, apart(rows)), why.table(), Block.note(why.isEmpty() ? ""
                        : tested.words("CPU of the bank in ms per page, by sampled stacks."), Where.FILES))
                .with(curves.isEmpty() ? new Block[0] : new Block[] {
                    Block.headingOfChart("Response time by percentile"), Block.chart(Chart.of(
                            RunPlots.percentiles(curves), "curve", "*", "Percentile curves of all runs"))})
                .styled("side")));
    }

    private static Stream<ExperimentReport> experiments(List<ResultSection> results) {
        return results.stream().map(ResultSection::experiment).filter(Objects::nonNull);
    }

    /** Returns the common subject; the bank if they are of several kinds. */
    private static Tested tested(List<ResultSection> results) {
        List<Tested> each = Stream.concat(experiments(results).map(ExperimentReport::tested), results.stream()
                .flatMap(result -> result.runs().stream()).map(run -> Tested.of(run.run()))).distinct().toList();
        return each.size() != 1 ? Tested.BANK : each.get(0);
    }

    /** Returns a caution if only some of the runs used several hosts. */
    private static String apart(List<Row> rows) {
        List<String> onHosts = rows.stream().filter(row -> row.runs().stream().anyMatch(RunQuality::isOnHosts))
                .map(Row::letter).toList();
        return onHosts.isEmpty() || onHosts.size() == rows.size() ? ""
                : "%s ran on several hosts, so their response times include the network between them."
                        .formatted(Sentence.joined(onHosts));
    }

    private static Stream<Row> rows(ResultSection result, List<String> names) {
        return result.experiment() != null ? configurations(result, names)
                : result.runs().stream().map(run -> row(result, run.id(), run.letter(), run.name(),
                        String.join(" · ", Configuration.of(run.disclosure()).negotiated()),
                        TableCell.badge(Verdict.brief(run.run()), run.verdict().outcome().style()),
                        List.of(run.run())));
    }

    private static Stream<Row> configurations(ResultSection result, List<String> names) {
        String id = result.chapters().get(0).id();
        List<ConfigurationRuns> all = result.experiment().configurations();
        return IntStream.range(0, all.size()).mapToObj(place -> {
            String name = all.get(place).name();
            List<Observation> valid = all.get(place).valid();
            // The name of a configuration may be the letter of another row.
            return row(result, id, result.letters().get(place), "configuration " + name
                    + (Collections.frequency(names, name) == 1 ? "" : " of " + id.replace('-', ' ')),
                    "mean of " + ProcedureNotes.runs(valid.size(), "valid "), verdict(valid), valid);
        });
    }

    private static Row row(ResultSection result, String anchor, String letter, String name, String detail,
            TableCell verdict, List<Observation> runs) {
        return new Row(letter, TableCell.of("").and(new TableCell.Link(anchor, letter, name)).and(Look.DETAIL, detail)
                .and(Look.DETAIL, Objects.toString(result.started(), "")), verdict, runs);
    }

    private static TableCell verdict(List<Observation> valid) {
        List<Verdict.Outcome> judged = valid.stream().map(Verdict::outcome)
                .filter(outcome -> outcome != Verdict.Outcome.OPEN).toList();
        long met = judged.stream().filter(outcome -> outcome == Verdict.Outcome.MET).count();
        return valid.isEmpty() ? TableCell.badge("no valid run", "open")
                : judged.isEmpty() ? TableCell.badge(Verdict.brief(valid.get(0)), "open")
                : TableCell.badge("QoS met in %d of %d".formatted(met, judged.size()),
                        met == judged.size() ? "met" : "missed");
    }

    private static List<Column<Row>> columns(List<Row> rows) {
        List<Observation> first = rows.isEmpty() ? List.of() : rows.get(0).runs();
        return Stream.concat(Stream.of(Column.of("Run", Kind.WORDS, Row::name),
                Column.of("Verdict", Kind.WORDS, Row::verdict)), FIGURES.stream().map(figure -> figure(figure, first)))
                .toList();
    }

    /** Returns the mean over the runs that have the figure, with its change against the first row. */
    private static Column<Row> figure(Figure figure, List<Observation> first) {
        Double baseline = ConfigurationRuns.mean(first, figure);
        return Column.of(figure.heading(), Kind.FIGURE, row -> {
            Double value = ConfigurationRuns.mean(row.runs(), figure);
            TableCell cell = value == null ? TableCell.NONE : TableCell.of(FigureText.inColumn(figure, value));
            return value == null || row.runs() == first || baseline == null || figure.unit() == Unit.SHARE
                    ? cell.small(mark(figure, row)) : cell.small(Stream.of(Format.change(value, baseline),
                            mark(figure, row)).filter(words -> !words.isEmpty()).collect(Collectors.joining(", ")));
        });
    }

    /** Returns a mark for figures of a JVM that was not warm. */
    private static String mark(Figure figure, Row row) {
        return figure == BankFigures.APP_CPU ? RunQuality.mark(row.runs()) : "";
    }
}
