package org.eejs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.eejs.lab.Result.Run;

/**
 * The main figures of several runs, one run in a row, each figure beside its change against the first run.
 *
 * @param columns the headings, with units
 * @param rows the runs
 */
record SideBySide(List<String> columns, List<Row> rows) {
    /** One run, with what tells it apart from the others. */
    record Row(RunSection run, List<String> details, List<Cell> cells) {}

    /** A figure and by how much it differs from the first run's; the change is empty where it says nothing. */
    record Cell(String value, String change) {}

    private record Column(String heading, ToDoubleFunction<Measured> value, DoubleFunction<String> words) {
        Column(String heading, ToDoubleFunction<Measured> value) {
            this(heading, value, Format::figure);
        }
    }

    private static final List<Column> COLUMNS = List.of(
            new Column("Sessions", measured -> measured.run().sessions(), Format::average),
            new Column("Pages/s", measured -> measured.run().pagesPerSecond()),
            new Column("Mean, ms", measured -> measured.responseTime().mean()),
            new Column("p95, ms", measured -> measured.responseTime().p95()),
            new Column("p99, ms", measured -> measured.responseTime().p99()),
            new Column("Bank CPU, ms/page", measured -> measured.run().cpuMsPerPage()),
            new Column("Full handshake, ms", measured -> measured.fullHandshake().mean()));

    /** Whether there is a percentile curve to draw. */
    boolean hasPercentiles() {
        return rows.stream().anyMatch(row -> row.run().hasPercentiles());
    }

    static SideBySide of(List<ResultSection> results) {
        List<RunSection> runs = results.stream().flatMap(result -> result.runs().stream()).toList();
        List<String> columns = new ArrayList<>(COLUMNS.stream().map(Column::heading).toList());
        columns.add("Good, %");
        columns.add("Failed, %");
        Measured first = new Measured(runs.get(0).run());
        List<Row> rows = new ArrayList<>();
        for (ResultSection result : results) {
            for (RunSection section : result.runs()) {
                rows.add(new Row(section, details(section, result),
                        cells(section.run(), section == runs.get(0) ? null : first)));
            }
        }
        return new SideBySide(List.copyOf(columns), List.copyOf(rows));
    }

    private static List<String> details(RunSection run, ResultSection result) {
        return Stream.of(String.join(" · ", run.verdict().configuration().negotiated()), result.started())
                .filter(detail -> detail != null && !detail.isEmpty()).toList();
    }

    private static List<Cell> cells(Run run, Measured first) {
        Measured measured = new Measured(run);
        List<Cell> cells = new ArrayList<>();
        for (Column column : COLUMNS) {
            double value = column.value().applyAsDouble(measured);
            boolean known = measured.hasPages() && value != 0;
            cells.add(new Cell(known ? column.words().apply(value) : Format.NONE,
                    known && first != null ? Format.change(value, column.value().applyAsDouble(first)) : ""));
        }
        cells.add(new Cell(measured.hasPages() ? bare(Format.reached(run.good())) : Format.NONE, ""));
        cells.add(new Cell(measured.hasPages() ? bare(Format.percent(run.failed())) : Format.NONE, ""));
        return List.copyOf(cells);
    }

    // The heading of the column has the unit.
    private static String bare(String percent) {
        return percent.replace("\u00a0%", "");
    }
}
