package org.eejs.report.remotekeys;

import java.util.ArrayList;
import java.util.List;
import org.eejs.report.text.Change;
import org.eejs.result.BenchFigures;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Law;
import org.eejs.result.RemoteKeys.Point;

/**
 * A curve for tables and charts.
 *
 * @param name the place of the key, as text
 * @param key the place of the key, which determines the colour
 * @param servers the number of servers
 * @param marks the measured points
 * @param law points of the fitted law, dense enough for a line; empty without a law
 */
public record RemoteKeyCurve(String name, String key, int servers, List<Mark> marks,
        List<List<Double>> law) {
    private static final int STEPS = 100;

    /** A measured concurrency; latencies are in milliseconds, bounds are null without an interval. */
    record Mark(int threads, double opsPerSecond, Double low, Double high, double p50, double p90, double p99,
            double p999) {}

    static RemoteKeyCurve of(Curve curve, List<Point> points, List<Law> laws) {
        List<Point> own = points.stream().filter(point -> point.curve().equals(curve)).toList();
        List<Mark> marks = own.stream().filter(Point::isMeasured).map(RemoteKeyCurve::mark).toList();
        List<List<Double>> line = new ArrayList<>();
        int most = marks.stream().mapToInt(Mark::threads).max().orElse(1);
        laws.stream().filter(law -> law.curve().equals(curve)).findFirst().ifPresent(law -> {
            for (int i = 0; i <= STEPS; i++) {
                double threads = 1 + (most - 1) * (double) i / STEPS;
                line.add(List.of(threads, law.opsPerSecond(threads)));
            }
        });
        return new RemoteKeyCurve(RemoteKeySection.place(curve), curve.key(), curve.servers(),
                marks, List.copyOf(line));
    }

    private static Mark mark(Point point) {
        List<Double> ci95 = PointTable.ci95(point);
        return new Mark(point.concurrency(), point.mean(BenchFigures.OPS), Change.low(ci95), Change.high(ci95),
                point.mean(BenchFigures.P50), point.mean(BenchFigures.P90), point.mean(BenchFigures.P99),
                point.mean(BenchFigures.P999));
    }
}
