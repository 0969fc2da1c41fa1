package org.eejs.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.eejs.report.bench.BenchSeries;
import org.eejs.report.experiment.CellsBeside;
import org.eejs.report.experiment.ConfigurationRuns;
import org.eejs.report.experiment.ExperimentSection;
import org.eejs.report.experiment.ProcedureNotes;
import org.eejs.report.experiment.WhyTable;
import org.eejs.report.page.Block;
import org.eejs.report.page.Chart;
import org.eejs.report.page.Section;
import org.eejs.report.run.RunSection;
import org.eejs.report.table.Cell.Look;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Tested;
import org.eejs.report.text.Sentence;
import org.eejs.report.text.Verdict;
import org.eejs.report.xml.XmlSeries;
import org.eejs.result.BankingFigures;
import org.eejs.result.BankingFigures.Quality;
import org.eejs.result.Bench;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Times;
import org.eejs.result.Result;
import org.eejs.result.Xml;

/**
 * The main figures of several runs, one run in a row, each figure beside its change against the first row. Of an
 * experiment each configuration has a row, with means over its valid runs. Results about XML or primitives stand
 * beside each other cell by cell.
 *
 * @param title what stands side by side
 * @param table of runs; empty where there are not several
 */
public record SideBySide(String title, Table table, List<Section> sections) {
    /** A run or a configuration with the runs that count. */
    private record Row(String letter, Cell name, Cell verdict, List<Run> runs) {}

    /** What stands side by side of results and their sections; null when nothing does. */
    static SideBySide of(List<Result> results, List<ResultSection> sections) {
        SideBySide runs = of(sections);
        // One experiment compares its configurations itself, and better.
        List<ResultSection> withRuns = sections.stream().filter(ResultSection::hasRuns).toList();
        boolean several = runs.table().rows().size() > 1 && (withRuns.size() > 1 || !withRuns.get(0).isExperiment());
        List<Section> cells = alike(results).stream().flatMap(alike -> cells(alike).sections().stream()).toList();
        return several ? new SideBySide(runs.title(), runs.table(), Stream.concat(runs.sections().stream(),
                cells.stream()).toList()) : cells.isEmpty() ? null
                        : new SideBySide(results.size() + " results side by side", Table.of(List.of(), List.of()),
                                cells);
    }

    /** Several results about XML, and several about primitives, where there are such. */
    static List<List<Result>> alike(List<Result> results) {
        return Stream.of(results.stream().filter(result -> result.xml().isPresent()),
                results.stream().filter(result -> result.measured() instanceof Bench)).map(Stream::toList)
                .filter(alike -> alike.size() > 1).toList();
    }

    /** What stands beside each other cell by cell, as comma-separated values. */
    static String csv(List<Result> results) {
        Map<Result, List<CellsBeside.Data>> rows = new IdentityHashMap<>();
        alike(results).forEach(alike -> cells(alike).data().forEach(row -> rows.computeIfAbsent(alike.get(row.place()),
                any -> new ArrayList<>()).add(row)));
        return CsvTable.of(results, result -> rows.getOrDefault(result, List.of()), CellsBeside.COLUMNS);
    }

    /** Results about XML, or about primitives, cell by cell. */
    private static CellsBeside cells(List<Result> alike) {
        List<CellsBeside.Side> sides = new ArrayList<>();
        for (Result result : alike) {
            String name = ResultSection.letter(sides.size());
            sides.add(result.xml().map(xml -> new CellsBeside.Side(name, result.disclosure(), XmlSeries.settings(xml),
                    XmlSeries.of(xml))).orElseGet(() -> new CellsBeside.Side(name, result.disclosure(),
                            BenchSeries.settings((Bench) result.measured()), BenchSeries.of((Bench)
                                    result.measured()))));
        }
        return CellsBeside.of(sides);
    }

    private static SideBySide of(List<ResultSection> results) {
        List<String> names = results.stream().flatMap(SideBySide::configurations).toList();
        List<Row> rows = results.stream().flatMap(result -> rows(result, names)).toList();
        boolean xml = results.stream().anyMatch(result -> result.chapter() instanceof ExperimentSection section
                && section.experiment().isOfXml());
        boolean runsOnly = results.stream().noneMatch(ResultSection::isExperiment);
        String title = runsOnly ? "%d runs side by side".formatted(rows.size())
                : "%d results side by side".formatted(results.stream().filter(ResultSection::hasRuns).count());
        Tested tested = tested(results);
        Table table = Table.of(columns(rows, xml), rows).headed(tested::words).styled(null);
        String note = runsOnly ? "Changes are against run A."
                : "Changes are against row A; a configuration’s figures are means over its valid runs.";
        boolean curves = results.stream().flatMap(result -> result.runs().stream()).anyMatch(
                RunSection::hasPercentiles);
        WhyTable why = new WhyTable(rows.stream().map(row -> new ConfigurationRuns(row.letter(), null, row.runs()))
                .toList(), rows.isEmpty() ? null : rows.get(0).letter());
        return new SideBySide(title, table, List.of(Section.of("", Block.table(table), Block.note(note
                + " A difference between single runs is no proof; repeat runs and compare them."),
                Block.paragraph(Block.Style.CAUTION, apart(rows), Where.EVERYWHERE), why.table(),
                Block.note(why.isEmpty() ? ""
                        : tested.words("CPU of the bank for a page in milliseconds, by sampled stacks."), Where.FILES))
                .with(Block.when(curves,
                        Block.headingOfChart("Response time by percentile"), Block.chart(Chart.of("percentiles",
                                "curve", "*", "Percentile curves of all runs")))).styled("side")));
    }

    /** What all of them are of; the bank where they are not of one kind. */
    private static Tested tested(List<ResultSection> results) {
        List<Tested> each = results.stream().flatMap(result -> result.chapter() instanceof ExperimentSection section
                ? Stream.of(section.experiment().tested()) : result.runs().stream().map(run -> Tested.of(run.run())))
                .toList();
        return each.isEmpty() || each.contains(Tested.BANK) ? Tested.BANK : each.get(0);
    }

    /** What must be known where some ran on one machine and others did not. */
    private static String apart(List<Row> rows) {
        List<String> onHosts = rows.stream().filter(row -> row.runs().stream().map(RunFigures::new)
                .anyMatch(RunFigures::isOnHosts))
                .map(Row::letter).toList();
        return onHosts.isEmpty() || onHosts.size() == rows.size() ? ""
                : "%s ran on several hosts, with the way between them in each response time; the others did not."
                        .formatted(Sentence.joined(onHosts));
    }

    private static Stream<String> configurations(ResultSection result) {
        return result.chapter() instanceof ExperimentSection section ? section.experiment().names().stream()
                : Stream.empty();
    }

    private static Stream<Row> rows(ResultSection result, List<String> names) {
        return result.chapter() instanceof ExperimentSection section ? rows(section, result, names)
                : result.runs().stream().map(run -> {
                    Cell name = Cell.of("").and(new Cell.Link("run-" + run.id(), run.id(), run.name()))
                            .and(Look.DETAIL, String.join(" · ", run.verdict().configuration().negotiated()))
                            .and(Look.DETAIL, Objects.toString(result.started(), ""));
                    return new Row(run.id(), name,
                            Cell.badge(Verdict.brief(run.run()), run.verdict().outcome().style()), List.of(run.run()));
                });
    }

    private static Stream<Row> rows(ExperimentSection section, ResultSection result, List<String> names) {
        List<Row> rows = new ArrayList<>();
        for (ConfigurationRuns configuration : section.experiment().configurations()) {
            List<Run> valid = configuration.valid();
            // A configuration may be called by the letter of another row.
            String letter = result.letters().get(rows.size());
            Cell name = Cell.of("").and(new Cell.Link(section.id(), letter,
                    "configuration " + configuration.name()
                            + (Collections.frequency(names, configuration.name()) == 1 ? ""
                                    : " of " + section.id().replace('-', ' '))))
                    .and(Look.DETAIL, "mean of " + ProcedureNotes.runs(valid.size(), "valid "))
                    .and(Look.DETAIL, Objects.toString(result.started(), ""));
            rows.add(new Row(letter, name, verdict(valid, section.experiment().isOfXml()), valid));
        }
        return rows.stream();
    }

    private static Cell verdict(List<Run> valid, boolean xml) {
        List<Verdict.Outcome> judged = valid.stream().map(Verdict::outcome)
                .filter(outcome -> outcome != Verdict.Outcome.OPEN).toList();
        long met = judged.stream().filter(outcome -> outcome == Verdict.Outcome.MET).count();
        return valid.isEmpty() ? Cell.badge("no valid run", "open") : xml ? Cell.of("")
                : judged.isEmpty() ? Cell.badge(Verdict.brief(valid.get(0)), "open")
                : Cell.badge("QoS met in %d of %d".formatted(met, judged.size()),
                        met == judged.size() ? "met" : "missed");
    }

    private static List<Column<Row>> columns(List<Row> rows, boolean xml) {
        List<Run> first = rows.isEmpty() ? List.of() : rows.get(0).runs();
        List<Column<Row>> columns = new ArrayList<>(List.of(
                Column.of("Run", Kind.WORDS, Row::name),
                Column.of("Verdict", Kind.WORDS, Row::verdict),
                figure("Sessions", first, measured -> ofBank(measured, measured.load().sessions()), Format::average),
                figure("Pages/s", first, measured -> ofBank(measured, measured.load().pagesPerSecond()),
                        Format::figure),
                figure("Mean, ms", first, measured -> time(measured.responseTime(), Times::mean), Format::figure),
                figure("p95, ms", first, measured -> time(measured.responseTime(), Times::p95), Format::figure),
                figure("p99, ms", first, measured -> time(measured.responseTime(), Times::p99), Format::figure),
                marked(figure("Bank CPU, ms/page", first,
                        measured -> measured.hasBankCpu() ? measured.cpuMsPerPage() : Double.NaN, Format::figure)),
                figure("Full handshake, ms", first, measured -> time(measured.fullHandshake(), Times::mean),
                        Format::figure)));
        if (xml) {
            columns.add(figure("Transactions/s", first, measured -> ofXml(measured,
                    Xml.Round::transactionsPerSecond), Format::average));
            columns.add(figure("CPU, µs/transaction", first, measured -> ofXml(measured,
                    Xml.Round::cpuMicrosPerTransaction), Format::figure));
        }
        columns.add(Column.figure("Good, %", row -> fraction(row.runs(), Quality::good, Format::reached)));
        columns.add(Column.figure("Failed, %", row -> fraction(row.runs(), Quality::failed, Format::percent)));
        return columns;
    }

    /** With a word for what was measured before a JVM was warm. */
    private static Column<Row> marked(Column<Row> column) {
        return Column.of(column.heading(), column.kind(), row -> column.cell().apply(row)
                .small(ConfigurationRuns.mark(row.runs())));
    }

    private static Column<Row> figure(String heading, List<Run> first, ToDoubleFunction<RunFigures> figure,
            DoubleFunction<String> words) {
        OptionalDouble baseline = mean(first, figure);
        return Column.of(heading, Kind.FIGURE, row -> {
            OptionalDouble value = mean(row.runs(), figure);
            return value.isEmpty() ? Cell.NONE : Cell.of(words.apply(value.getAsDouble())).small(
                    row.runs() == first || baseline.isEmpty() ? ""
                            : Format.change(value.getAsDouble(), baseline.getAsDouble()));
        });
    }

    /** The mean of the runs that have the figure, those with a figure of 0 included. */
    private static OptionalDouble mean(List<Run> runs, ToDoubleFunction<RunFigures> figure) {
        return runs.stream().map(RunFigures::new).mapToDouble(figure).filter(Double::isFinite).average();
    }

    private static double ofBank(RunFigures measured, double figure) {
        return measured.run().figures() instanceof BankingFigures ? figure : Double.NaN;
    }

    private static double ofXml(RunFigures measured, ToDoubleFunction<Xml.Round> figure) {
        return measured.run().figures() instanceof Xml.Round round ? figure.applyAsDouble(round) : Double.NaN;
    }

    /** A distribution of nothing is written with zeros, which are no times. */
    private static double time(Times times, ToDoubleFunction<Times> figure) {
        return times.count() == 0 ? Double.NaN : figure.applyAsDouble(times);
    }

    private static String fraction(List<Run> runs, ToDoubleFunction<Quality> fraction, DoubleFunction<String> words) {
        OptionalDouble mean = runs.stream().map(RunFigures::new).filter(RunFigures::hasPages)
                .map(RunFigures::quality).mapToDouble(fraction).average();
        // The heading of the column has the unit.
        return mean.isPresent() ? words.apply(mean.getAsDouble()).replace("\u00a0%", "") : Format.NONE;
    }
}
