package org.eejs.report.remotekeys;

import java.util.List;
import java.util.stream.Stream;
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.result.BenchFigures;
import org.eejs.result.Figure;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.Result;

/** A table of every concurrency of each curve: throughput, latency, and CPU on both sides. */
public final class PointTable {
    private static final List<Column<Point>> NAMES = List.of(
            Column.data("operation", point -> point.curve().operation()),
            Column.<Point>words("Key", point -> RemoteKeySection.place(point.curve()))
                    .as("key", point -> point.curve().key()),
            Column.data("servers", point -> point.curve().servers()),
            Column.<Point>figure("Threads", point -> Format.count(point.threads())).as("threads", Point::threads),
            Column.data("rounds", point -> point.all(BenchFigures.OPS).size()));
    private static final List<Column<Point>> FIGURES = Stream.of(
            Stream.of(Column.<Point>of("Operations/s", Kind.FIGURE,
                    point -> TableCell.strong(Format.figure(point.mean(BenchFigures.OPS))))
                    .as(BenchFigures.OPS.id(), point -> point.mean(BenchFigures.OPS)),
                    Column.interval(PointTable::ci95, Format::figure).as("ci95Low", point -> Change.low(ci95(point))),
                    Column.<Point>data("ci95High", point -> Change.high(ci95(point)))),
            Stream.of(Column.<Point>data(BenchFigures.MEAN.id(), point -> point.mean(BenchFigures.MEAN))),
            Stream.of(BenchFigures.P50, BenchFigures.P90, BenchFigures.P99, BenchFigures.P999)
                    .map(PointTable::figure),
            Stream.of(Column.<Point>data(BenchFigures.MAX.id(), point -> point.mean(BenchFigures.MAX)),
                    figure(BenchFigures.CLIENT_CPU), figure(BenchFigures.SERVER_CPU)),
            Stream.of(Column.data("error", Point::error),
                    Column.<Point>data("kind", point -> point.curve().kind()))).flatMap(columns -> columns).toList();

    private PointTable() {}

    private static Column<Point> figure(Figure figure) {
        return Column.of(figure, point -> point.mean(figure));
    }

    /** Returns a table of points. */
    static Table of(List<Point> points) {
        return Table.of(NAMES, FIGURES, points, point -> point.error()).styled("wide all");
    }

    /** Returns the points of all results as comma-separated values. */
    public static String csv(List<Result> results) {
        return CsvTable.of(results, result -> result.remoteKey() != null
                ? Point.of(result.observations()) : List.of(), Stream.concat(NAMES.stream(), FIGURES.stream())
                        .toList());
    }

    /** Returns the 95% CI of throughput over the rounds; null if there are too few rounds. */
    static List<Double> ci95(Point point) {
        return point.isMeasured() ? MeanInterval.of(point.all(BenchFigures.OPS)).bounds() : null;
    }
}
