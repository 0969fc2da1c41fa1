package org.eejs.lab.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;

/**
 * What one of each kind of things costs, where only the cost of all together is known second by second: by least
 * squares, from how it changed with the numbers of each kind, beside what each second costs whatever is done. Where
 * these hardly changed against each other, intervals are wide, and mostly there is no estimate. For one thread.
 */
public final class CostsByKind {
    /** Seconds that are taken together: what is done at the edge of a second is paid for in the next. */
    private static final int BIN = 3;
    /** So many bins for each kind, at least. */
    private static final int BINS_OF_A_KIND = 5;
    /** An estimate whose interval is wider than it is itself tells nothing. */
    private static final double WIDEST = 1;

    private final int kinds;
    private final List<double[]> counts = new ArrayList<>();
    private final List<Double> costs = new ArrayList<>();
    private int seconds;

    public CostsByKind(int kinds) {
        this.kinds = kinds;
    }

    /** Adds a second: its cost, and how many there were of each kind. */
    public void add(double cost, double[] ofEach) {
        if (seconds++ % BIN == 0) {
            counts.add(new double[kinds]);
            costs.add(0.0);
        }
        int bin = costs.size() - 1;
        costs.set(bin, costs.get(bin) + cost);
        for (int kind = 0; kind < kinds; kind++) {
            counts.get(bin)[kind] += ofEach[kind];
        }
    }

    /** Returns how many there were of each kind. */
    public double[] counts() {
        return IntStream.range(0, kinds).mapToDouble(kind -> counts.stream().mapToDouble(each -> each[kind]).sum())
                .toArray();
    }

    /** Returns the cost of one of each kind, with its 95 % interval; empty where it cannot be told. */
    public List<Optional<MeanInterval>> estimates() {
        int bins = seconds / BIN;
        if (bins < BINS_OF_A_KIND * kinds || Arrays.stream(counts()).anyMatch(count -> count == 0)) {
            return IntStream.range(0, kinds).mapToObj(kind -> Optional.<MeanInterval>empty()).toList();
        }
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        try {
            regression.newSampleData(costs.subList(0, bins).stream().mapToDouble(Double::doubleValue).toArray(),
                    counts.subList(0, bins).toArray(double[][]::new));
            double[] cost = regression.estimateRegressionParameters();
            double[] error = regression.estimateRegressionParametersStandardErrors();
            double errors = MeanInterval.quantile(bins - kinds - 1, RatioInterval.CONFIDENCE);
            // The first is what a second costs in any case.
            return IntStream.rangeClosed(1, kinds)
                    .mapToObj(kind -> new MeanInterval(cost[kind], errors * error[kind]))
                    .map(found -> Optional.of(found).filter(each -> each.mean() > 0
                            && 2 * each.halfWidth() <= WIDEST * each.mean())).toList();
        } catch (MathRuntimeException e) {
            // They changed in the same proportion throughout, so that there is no telling them apart.
            return IntStream.range(0, kinds).mapToObj(kind -> Optional.<MeanInterval>empty()).toList();
        }
    }
}
