package org.eejs.lab.statistics;

import java.util.Collection;
import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.StandardDeviation;

/**
 * The mean of independent values, such as those of rounds, with Student's confidence interval. For quantities that are
 * never negative; in the unit of the values.
 *
 * @param mean the mean of the values
 * @param halfWidth half of the interval's width; infinite for a single value, which does not show how values vary
 */
public record MeanInterval(double mean, double halfWidth) {
    /** Returns the 95% interval of values; they must not be empty. */
    public static MeanInterval of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue).toArray(), RatioInterval.CONFIDENCE);
    }

    /**
     * Returns the interval of values.
     *
     * @param confidence the probability that the interval contains the true mean, such as 0.95
     * @throws IllegalArgumentException if there are no values
     */
    public static MeanInterval of(double[] values, double confidence) {
        if (values.length == 0) {
            throw new IllegalArgumentException("there is no mean of no values");
        }
        return new MeanInterval(new Mean().evaluate(values), values.length == 1 ? Double.POSITIVE_INFINITY
                : quantile(values.length - 1, confidence) * new StandardDeviation().evaluate(values)
                        / Math.sqrt(values.length));
    }

    /** Returns the half width of an interval of this confidence, in standard errors. */
    static double quantile(double degreesOfFreedom, double confidence) {
        return new TDistribution(degreesOfFreedom).inverseCumulativeProbability((1 + confidence) / 2);
    }

    /**
     * Returns the lower and upper bound for results, none below zero; null if the interval is unbounded.
     */
    public List<Double> bounds() {
        return Double.isFinite(halfWidth) ? List.of(Math.max(0, mean - halfWidth), mean + halfWidth) : null;
    }
}
