package org.eejs.report.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.text.Change;
import org.eejs.report.text.FigureText;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.Figures;
import org.eejs.result.Observation;
import org.eejs.result.Result.Comparison;

/** The columns of an experiment's tables: configurations, comparisons and runs. */
public final class ExperimentTables {
    private static final Set<Figure> SHOWN = Set.of(BankFigures.SESSIONS, BankFigures.PAGES_PER_SECOND,
            BankFigures.RESPONSE_TIME, BankFigures.RESPONSE_TIME_P95, BankFigures.APP_CPU, BankFigures.GOOD);
    static final Column<ConfigurationRuns> NAME = Column.words("Configuration", ConfigurationRuns::name);
    /** Columns of runs. Data have every figure except families. */
    public static final List<Column<Observation>> RUNS = Stream.of(List.of(
            Column.<Observation>words("Configuration", run -> Objects.toString(run.configuration(), "unnamed"))
                    .as("configuration", Observation::configuration),
            Column.<Observation>figure("Run", run -> Format.count(run.round())).as("round", Observation::round),
            Column.<Observation>of("Valid", Kind.WORDS, run -> run.valid() ? TableCell.of("yes") : TableCell.of("NO")
                    .and(Look.REASON, ProcedureNotes.reason(run)).toned("alarm")).as("valid", Observation::valid),
            // An invalid run has no steady state.
            Column.<Observation>of("Settled", Kind.WORDS, run -> !run.valid() ? TableCell.NONE
                    : run.evidence().steady() ? TableCell.of("yes") : TableCell.of("no").toned("alarm"))
                    .as("settled", run -> run.evidence().steady())),
            BankFigures.ALL.stream().filter(figure -> figure.label() == null).map(ExperimentTables::column).toList(),
            List.of(Column.<Observation>data("invalidReasons", ProcedureNotes::reason)))
            .flatMap(List::stream).toList();
    /** Columns of comparisons for spreadsheets. */
    public static final List<Column<Comparison>> COMPARISONS = List.of(
            Column.data("metric", Comparison::figure),
            Column.data("better", comparison -> isLowerBetter(comparison) ? "lower" : "higher"),
            Column.data("baseline", comparison -> comparison.baseline().name()),
            Column.data("configuration", Comparison::name),
            Column.data("ratio", Comparison::ratio),
            Column.data("ci95Low", comparison -> Change.of(comparison).low()),
            Column.data("ci95High", comparison -> Change.of(comparison).high()),
            Column.data("verdict", Comparison::verdict),
            Column.data("runs", Comparison::runs),
            Column.data("baselineMean", Comparison::baselineMean),
            Column.data("mean", Comparison::mean));

    private ExperimentTables() {}

    private static Column<Observation> column(Figure figure) {
        Column<Observation> column = Column.of(figure, run -> RunQuality.hasPages(run) ? figure.orNull(run) : null);
        return !SHOWN.contains(figure) ? Column.data(figure.id(), column.data())
                : figure == BankFigures.APP_CPU ? marked(column, run -> List.of(run)) : column;
    }

    /** Returns a column that marks figures of JVMs that were not warm. */
    static <T> Column<T> marked(Column<T> column, Function<T, List<Observation>> runs) {
        return Column.<T>of(column.heading(), Kind.FIGURE, row -> column.cell().apply(row)
                .small(RunQuality.mark(runs.apply(row)))).as(column.field(), column.data());
    }

    private static boolean isLowerBetter(Comparison comparison) {
        return Figures.of(comparison.figure()).lowerIsBetter();
    }

    /** Returns a row per configuration with figures and their ratios to the baseline. */
    static Table relative(ExperimentReport experiment) {
        return Table.of(Stream.of(NAME,
                Column.<ConfigurationRuns>figure("Valid runs", each -> Format.count(each.valid().size())),
                mean(BankFigures.RESPONSE_TIME),
                ratio(experiment, "Normalized response time ↓", BankFigures.RESPONSE_TIME),
                ratio(experiment, "Normalized number of pages ↑", BankFigures.TOLERABLE_PAGES),
                // The steps of a service have no login.
                experiment.tested().isService() ? null
                        : ratio(experiment, "Normalized login latency ↓", BankFigures.LOGIN),
                mean(BankFigures.GOOD), mean(BankFigures.TOLERABLE), mean(BankFigures.FAILED),
                marked(mean(BankFigures.APP_CPU), ConfigurationRuns::valid)).filter(Objects::nonNull).toList(),
                experiment.configurations());
    }

    private static Column<ConfigurationRuns> ratio(ExperimentReport experiment, String heading, Figure figure) {
        return Column.of(heading, Kind.FIGURE, configuration -> {
            if (configuration.name().equals(experiment.baseline())) {
                return configuration.valid().isEmpty() ? TableCell.NONE : TableCell.of("1");
            }
            Comparison comparison = experiment.comparison(figure.id(), configuration.name());
            return comparison == null ? TableCell.NONE : TableCell.times(Change.of(comparison));
        });
    }

    private static Column<ConfigurationRuns> mean(Figure figure) {
        return Column.known(figure.heading() + (figure.lowerIsBetter() ? " ↓" : " ↑"), null,
                configuration -> configuration.mean(figure), value -> FigureText.inColumn(figure, value));
    }

    /** Returns the comparisons of one figure with one baseline, whose own mean is in the heading of the means. */
    static Table deciding(List<Comparison> comparisons, Tested tested) {
        Comparison first = comparisons.get(0);
        FigureText figure = FigureText.of(first.figure(), tested);
        return Table.of(List.of(
                Column.<Comparison>words("Configuration", Comparison::name),
                Column.figure("%s (%s: %s)".formatted(figure.name(), first.baseline().name(),
                        figure.value(first.baselineMean())), each -> figure.value(each.mean())),
                Column.figure("Change", each -> Change.of(each).signed()),
                Column.figure("95% CI", each -> Change.of(each).signedInterval()),
                Column.of("Verdict", Kind.WORDS, each -> badge(each.verdict()))), comparisons);
    }

    /** Returns all comparisons, grouped by configuration and baseline. */
    static Table comparisons(List<Comparison> comparisons, Tested tested) {
        return Table.grouped(List.of(
                Column.<Comparison>words("Figure", each -> (isLowerBetter(each) ? "↓ " : "↑ ")
                        + FigureText.of(each.figure(), tested).name()),
                Column.of("Verdict", Kind.WORDS, each -> badge(each.verdict())),
                Column.figure("Change", each -> Change.of(each).signed()),
                Column.figure("95% CI", each -> Change.of(each).signedInterval()),
                Column.figure("Runs", each -> Format.count(each.runs())),
                Column.figure("Mean", each -> FigureText.of(each.figure(), tested).value(each.mean())),
                Column.figure("Baseline’s mean", each -> FigureText.of(each.figure(), tested)
                        .value(each.baselineMean()))),
                comparisons.stream().collect(Collectors.groupingBy(each -> "%s vs. %s".formatted(each.name(),
                        each.baseline().name()), LinkedHashMap::new, Collectors.toList())))
                .groupedUnder("Comparison");
    }

    public static TableCell badge(String verdict) {
        return TableCell.badge(ComparisonFinding.words(verdict), ComparisonFinding.style(verdict));
    }
}
