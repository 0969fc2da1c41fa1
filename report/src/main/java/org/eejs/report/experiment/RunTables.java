package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell.Look;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.BankingFigures.Quality;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Times;
import org.eejs.result.Xml;

/** All runs of an experiment in short, in the order in which they ran. */
final class RunTables {
    private RunTables() {}

    /** Of the bank. */
    static final List<Column<Run>> OF_BANK = columns(List.of(
            figure("Sessions", measured -> measured.load().sessions() > 0
                    ? Format.average(measured.load().sessions()) : Format.NONE)
                    .as("sessions", run -> new RunFigures(run).load().sessions()),
            Column.data("pages", run -> new RunFigures(run).load().pages()),
            figure("Pages/s", measured -> measured.hasPages() ? Format.figure(measured.load().pagesPerSecond())
                    : Format.NONE).as("pagesPerSecond", run -> new RunFigures(run).load().pagesPerSecond()),
            time("Mean, ms", "meanMs", Times::mean),
            time(null, "p50Ms", Times::p50),
            time("p95, ms", "p95Ms", Times::p95),
            time(null, "p99Ms", Times::p99),
            known(null, "loginMeanMs", measured -> measured.login().count() > 0, measured -> measured.login().mean()),
            marked(known("CPU, ms/page", "appCpuMsPerPage", RunFigures::hasBankCpu, RunFigures::cpuMsPerPage)),
            known(null, "cpuMsPerPage", RunFigures::hasBankCpu, measured -> measured.usage().cpuMsPerPage()),
            known(null, "bankProcessors", measured -> measured.bankProcessors() > 0, RunFigures::bankProcessors),
            known(null, "bankSystemCpuShare", RunFigures::hasBankCpu, measured ->
                    measured.usage().cpuSeconds().get("bank").systemShare()),
            Column.data("stolenCpu", run -> new RunFigures(run).usage().stolenCpu()),
            Column.data("foreignCpu", run -> new RunFigures(run).usage().foreignCpu()),
            Column.known("Good, %", "goodFraction", run -> quality(run, Quality::good), ProbeTable::reached),
            Column.data("tolerableFraction", run -> quality(run, Quality::tolerable)),
            Column.data("failedFraction", run -> quality(run, Quality::failed))));

    /** Of the XML workload. */
    static final List<Column<Run>> OF_XML = columns(List.of(
            round("Transactions/s", "transactionsPerSecond", Xml.Round::transactionsPerSecond, round ->
                    Format.average(round.transactionsPerSecond())),
            round("CPU, µs/transaction", "cpuMicrosPerTransaction", Xml.Round::cpuMicrosPerTransaction, round ->
                    Format.figure(round.cpuMicrosPerTransaction())),
            round("Heap allocated/transaction", "allocatedBytesPerTransaction",
                    Xml.Round::allocatedBytesPerTransaction, round ->
                            Format.bytes(round.allocatedBytesPerTransaction())),
            round(null, "gcMs", Xml.Round::gcMs, round -> ""),
            round("Collections", "collections", Xml.Round::collections, round -> "%s, %s\u00a0ms".formatted(
                    Format.count(round.collections()), Format.count(round.gcMs())))));

    static Section section(ExperimentReport experiment) {
        boolean xml = experiment.isOfXml();
        Table table = Table.of(xml ? OF_XML : OF_BANK, experiment.measured().runs())
                .headed(experiment.tested()::words);
        return Section.of("Runs").in(Where.FILES).with(table.isEmpty() ? Block.nothing("There was no run.", Where.PAGE)
                : Block.table(table)).with(Block.when(!table.isEmpty(), where(
                        "In the order in which they ran. Each run",
                        xml ? "logs" : "report")));
    }

    /** Where single runs are found. */
    static Block where(String each, String beside) {
        return new Block.Paragraph(Block.Style.NOTE, Cell.of(each + " has its own result.json and " + beside + " in ")
                .and(Look.CODE, "runs/").and(Look.PLAIN, ", in a folder named by run and configuration."), Where.PAGE);
    }

    private static List<Column<Run>> columns(List<Column<Run>> figures) {
        List<Column<Run>> columns = new ArrayList<>(List.of(
                Column.<Run>words("Configuration", run -> Objects.toString(run.configuration(), "unnamed"))
                        .as("configuration", Run::configuration),
                Column.<Run>figure("Run", run -> Format.count(run.repetition())).as("repetition", Run::repetition),
                Column.of("Valid", Kind.WORDS, RunTables::validity).as("valid", Run::valid),
                Column.of("Settled", Kind.WORDS, RunTables::steadiness).as("settled", Run::steady)));
        columns.addAll(figures);
        columns.add(Column.data("invalidReasons", run -> String.join(" ", new RunFigures(run).invalidReasons())));
        return List.copyOf(columns);
    }

    private static Cell validity(Run run) {
        return run.valid() ? Cell.of("yes")
                : Cell.of("NO").and(Look.REASON, ProcedureNotes.reason(run)).toned("alarm");
    }

    /** Nothing settles in a run that is not valid. */
    private static Cell steadiness(Run run) {
        return !run.valid() ? Cell.NONE : run.steady() ? Cell.of("yes") : Cell.of("no").toned("alarm");
    }

    private static Column<Run> figure(String heading, Function<RunFigures, String> words) {
        return Column.figure(heading, run -> words.apply(new RunFigures(run)));
    }

    private static Column<Run> known(String heading, String field, Predicate<RunFigures> known,
            ToDoubleFunction<RunFigures> figure) {
        return Column.known(heading, field, run -> {
            RunFigures measured = new RunFigures(run);
            return known.test(measured) ? (Double) figure.applyAsDouble(measured) : null;
        }, Format::figure);
    }

    /** With a word for what was measured before a JVM was warm. */
    private static Column<Run> marked(Column<Run> column) {
        return Column.<Run>of(column.heading(), Kind.FIGURE, run -> column.cell().apply(run)
                .small(ConfigurationRuns.mark(List.of(run)))).as(column.field(), column.data());
    }

    private static Column<Run> time(String heading, String field, ToDoubleFunction<Times> time) {
        return known(heading, field, measured -> measured.responseTime().count() > 0, measured ->
                time.applyAsDouble(measured.responseTime()));
    }

    private static Double quality(Run run, ToDoubleFunction<Quality> fraction) {
        RunFigures measured = new RunFigures(run);
        return measured.hasPages() ? (Double) fraction.applyAsDouble(measured.quality()) : null;
    }

    private static Column<Run> round(String heading, String field, Function<Xml.Round, Number> figure,
            Function<Xml.Round, String> words) {
        return Column.<Run>figure(heading, run -> any(run) ? words.apply(new RunFigures(run).round()) : Format.NONE)
                .as(field, run -> any(run) ? figure.apply(new RunFigures(run).round()) : null);
    }

    private static boolean any(Run run) {
        return new RunFigures(run).round().transactionsPerSecond() > 0;
    }
}
