package org.eejs.lab.statistics;

import java.util.Collection;
import java.util.List;

/**
 * An estimate of a figure or a ratio.
 *
 * @param value the estimate; null if there is none
 * @param ci95 its 95% interval; null with too few measurements
 * @param runs the number of its measurements
 */
public record Estimate(Double value, List<Double> ci95, int runs) {
    public static final Estimate NONE = new Estimate(null, null, 0);

    /** Returns the mean of values, with Student's interval. */
    public static Estimate mean(Collection<Double> values, double confidence) {
        if (values.isEmpty()) {
            return NONE;
        }
        MeanInterval mean = MeanInterval.of(CellRounds.array(values), confidence);
        return new Estimate(finite(mean.mean()), mean.bounds(), values.size());
    }

    static Estimate of(RatioInterval interval, int runs) {
        return new Estimate(finite(interval.ratio()), interval.bounds(), runs);
    }

    /** Returns the ratio to an independent estimate. */
    public Estimate dividedBy(Estimate base) {
        if (value == null || base.value == null) {
            return NONE;
        }
        RatioInterval interval = ci95 == null || base.ci95 == null ? null
                : RatioInterval.ofEstimates(value, ci95, base.value, base.ci95, 1);
        return new Estimate(finite(value / base.value), interval == null ? null : interval.bounds(),
                runs + base.runs);
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
