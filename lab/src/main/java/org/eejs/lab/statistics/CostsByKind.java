package org.eejs.lab.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;

/**
 * The cost of one of each kind of things, if only their total cost is known second by second. Least squares estimates
 * it from the changes of the total with the numbers of each kind, plus a constant cost of each second. If the numbers
 * hardly changed relative to each other, intervals are wide, and mostly there is no estimate. For one thread.
 */
public final class CostsByKind {
    /** Seconds of a bin: work at the end of a second is often paid for in the next. */
    private static final int BIN = 3;
    /** The fewest bins for each kind. */
    private static final int BINS_OF_A_KIND = 5;
    /** An estimate whose interval is wider than the estimate is useless. */
    private static final double WIDEST = 1;

    private final int kinds;
    private final List<double[]> counts = new ArrayList<>();
    private final List<Double> costs = new ArrayList<>();
    private int seconds;

    public CostsByKind(int kinds) {
        this.kinds = kinds;
    }

    /** Adds a second: its cost, and the number of each kind. */
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

    /** Returns the number of each kind. */
    public double[] counts() {
        return IntStream.range(0, kinds).mapToDouble(kind -> counts.stream().mapToDouble(each -> each[kind]).sum())
                .toArray();
    }

    /** Returns the cost of one of each kind, with its 95% interval; empty if the data do not determine it. */
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
            // The first is the constant cost of a second.
            return IntStream.rangeClosed(1, kinds)
                    .mapToObj(kind -> new MeanInterval(cost[kind], errors * error[kind]))
                    .map(found -> Optional.of(found).filter(each -> each.mean() > 0
                            && 2 * each.halfWidth() <= WIDEST * each.mean())).toList();
        } catch (MathRuntimeException e) {
            // They changed in the same proportion throughout, so the data cannot separate them.
            return IntStream.range(0, kinds).mapToObj(kind -> Optional.<MeanInterval>empty()).toList();
        }
    }
}
