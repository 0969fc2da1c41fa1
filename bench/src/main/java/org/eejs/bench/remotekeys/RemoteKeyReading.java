package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.eejs.bench.remotekeys.ScalingLaw.Observation;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.BenchFigures;
import org.eejs.result.RemoteKeys;
import org.eejs.result.RemoteKeys.Curve;
import org.eejs.result.RemoteKeys.Law;
import org.eejs.result.RemoteKeys.Point;
import org.eejs.result.RemoteKeys.ProcessorRatio;

/**
 * The analysis of a sweep's points: the scaling law of each curve, and the best ratio of processors.
 *
 * @param points the points in any order
 */
record RemoteKeyReading(List<Point> points) {
    /** The part of the highest throughput from which a curve counts as saturated. */
    private static final double NEARLY = 0.95;

    /** Returns the curves that have a figure, in the order of the points. */
    List<Curve> curves() {
        return points.stream().filter(Point::isMeasured).map(Point::curve).distinct().toList();
    }

    /** Returns the points of a curve that have figures. */
    List<Point> of(Curve curve) {
        return points.stream().filter(point -> point.isMeasured() && point.curve().equals(curve)).toList();
    }

    /** Returns the highest throughput of a curve; null where it has no figure. */
    Point best(Curve curve) {
        return of(curve).stream().reduce((a, b) -> rate(b) > rate(a) ? b : a).orElse(null);
    }

    private static double rate(Point point) {
        return point.mean(BenchFigures.OPS);
    }

    /** Returns the lowest concurrency with nearly the highest throughput. */
    private int measuredKnee(Curve curve) {
        double enough = NEARLY * rate(best(curve));
        return of(curve).stream().filter(point -> rate(point) >= enough).mapToInt(Point::concurrency).min()
                .orElseThrow();
    }

    /**
     * Returns the law of each curve with three concurrencies or more.
     *
     * @param withIntervals whether to compute intervals, which takes a tenth of a second for each
     */
    List<Law> laws(boolean withIntervals) {
        List<Law> laws = new ArrayList<>();
        for (Curve curve : curves()) {
            List<Observation> observations = of(curve).stream().flatMap(point -> point.all(BenchFigures.OPS)
                    .stream().map(rate -> new Observation(point.concurrency(), rate))).toList();
            if (ScalingLaw.fits(observations)) {
                laws.add(law(curve, observations, withIntervals));
            }
        }
        return laws;
    }

    private Law law(Curve curve, List<Observation> observations, boolean withIntervals) {
        ScalingLaw law = ScalingLaw.fit(observations);
        ScalingLawIntervals intervals = withIntervals ? ScalingLawIntervals.of(law, observations) : null;
        ToDoubleFunction<ScalingLaw> knee = ScalingLaw::kneeThreads;
        return new Law(curve, new RemoteKeys.Coefficients(law.lambda(), law.sigma(), law.kappa(),
                intervals == null ? null : intervals.of(ScalingLaw::lambda),
                intervals == null ? null : intervals.of(ScalingLaw::sigma),
                intervals == null ? null : intervals.of(ScalingLaw::kappa)), finite(law.peakThreads()),
                finite(law.peakOpsPerSecond()), finite(law.kneeThreads()),
                intervals == null ? null : intervals.of(knee), measuredKnee(curve), law.rSquared(observations),
                law.relativeError(observations), observations.size());
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** Returns the processors of each curve with remote keys, from its measured knee on, where both sides are busy. */
    List<ProcessorRatio> ratios() {
        return curves().stream().filter(curve -> curve.key().equals(RemoteKeys.REMOTE))
                .filter(curve -> best(curve).mean(BenchFigures.SERVER_CPU) != null).map(this::ratio).toList();
    }

    private ProcessorRatio ratio(Curve curve) {
        int knee = measuredKnee(curve);
        List<Point> saturated = of(curve).stream().filter(point -> point.concurrency() >= knee).toList();
        // A round that was stopped early lacks points.
        int rounds = saturated.stream().mapToInt(point -> point.rounds().size()).min().orElse(0);
        double[] client = new double[rounds];
        double[] servers = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            for (Point point : saturated) {
                client[i] += point.all(BenchFigures.CLIENT_CPU).get(i) / saturated.size();
                servers[i] += point.all(BenchFigures.SERVER_CPU).get(i) / saturated.size();
            }
        }
        RatioInterval interval = RatioInterval.of(servers, client);
        return new ProcessorRatio(curve, knee, mean(client), mean(servers), interval.ratio(), interval.bounds());
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }
}
