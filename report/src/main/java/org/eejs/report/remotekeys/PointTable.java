package org.eejs.report.remotekeys;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.CsvTable;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Latency;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.Result;

/** Every concurrency of each curve: how many operations, how long one takes, and what it costs on both sides. */
public final class PointTable {
    private static final double MILLI = 1e-3;

    private PointTable() {}

    private static final List<Column<Point>> NAMES = List.of(
            Column.data("operation", point -> point.curve().operation()),
            Column.<Point>words("Key", point -> RemoteKeySection.place(point.curve()))
                    .as("key", point -> point.curve().key()),
            Column.data("servers", point -> point.curve().servers()),
            Column.<Point>figure("Threads", point -> Format.count(point.threads())).as("threads", Point::threads),
            Column.data("rounds", point -> point.rounds().size()));

    private static final List<Column<Point>> FIGURES = List.of(
            Column.<Point>of("Operations/s", Kind.FIGURE, point -> Cell.strong(Format.figure(point.opsPerSecond())))
                    .as("opsPerSecond", Point::opsPerSecond),
            Column.interval(Point::ci95, Format::figure).as("ci95Low", point -> Change.low(point.ci95())),
            Column.data("ci95High", point -> Change.high(point.ci95())),
            latency(null, "meanMicros", Latency::mean),
            latency("p50, ms", "p50Micros", Latency::p50),
            latency("p90, ms", "p90Micros", Latency::p90),
            latency("p99, ms", "p99Micros", Latency::p99),
            latency("p99.9, ms", "p999Micros", Latency::p999),
            latency(null, "maxMicros", Latency::max),
            Column.known("Client CPU, µs", "clientCpuMicrosPerOp", Point::clientCpuMicros, Format::figure),
            Column.known("Server CPU, µs", "serverCpuMicrosPerOp", Point::serverCpuMicros, Format::figure),
            Column.data("error", Point::error),
            Column.data("kind", point -> point.curve().kind()));

    /** Of some curves. */
    static Table of(List<Point> points) {
        return Table.of(NAMES, FIGURES, points, point -> point.measured() ? null : String.valueOf(point.error()))
                .styled("wide all");
    }

    /** Of all results that have any, as comma-separated values. */
    public static String csv(List<Result> results) {
        return CsvTable.of(results, result -> result.measured() instanceof RemoteKeys remoteKey
                ? remoteKey.points() : List.of(), Stream.concat(NAMES.stream(), FIGURES.stream())
                        .toList());
    }

    private static Column<Point> latency(String heading, String field, Function<Latency, Double> micros) {
        return Column.known(heading, field, point -> point.latency() == null ? null : micros.apply(point.latency()),
                value -> Format.figure(MILLI * value));
    }
}
