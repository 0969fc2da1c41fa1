package org.eejs.lab;

import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.Variance;

/**
 * The ratio of the means of two series that have nothing in common, such as two measurements on different days: unlike
 * those of {@link RatioInterval#of(double[], double[], double)} their values do not come in pairs, there may be more of
 * one than of the other, and one may vary more.
 *
 * @param interval Fieller's 95 % interval, with the degrees of freedom of Welch and Satterthwaite (Welch 1947, "The
 *     generalization of Student's problem when several different population variances are involved"); unbounded where
 *     a series has one value only
 * @param chanceNotBelow how often series would show a ratio as low as this one or lower if their true means were equal:
 *     the one-sided p-value of Welch's test; 1 where a series has one value only
 */
public record UnpairedRatio(RatioInterval interval, double chanceNotBelow) {
    /**
     * Compares two series of values above zero.
     *
     * @throws IllegalArgumentException when one of them is empty
     */
    public static UnpairedRatio of(double[] values, double[] baseline) {
        if (values.length == 0 || baseline.length == 0) {
            throw new IllegalArgumentException(values.length + " values cannot be compared with " + baseline.length);
        }
        double mean = new Mean().evaluate(values);
        double base = new Mean().evaluate(baseline);
        if (values.length == 1 || baseline.length == 1) {
            return new UnpairedRatio(new RatioInterval(mean == base ? 1 : mean / base, 0, Double.POSITIVE_INFINITY), 1);
        }
        double variance = new Variance().evaluate(values) / values.length;
        double baseVariance = new Variance().evaluate(baseline) / baseline.length;
        double ratio = mean / base;
        double t = freedom(variance, values.length, ratio * ratio * baseVariance, baseline.length)
                .inverseCumulativeProbability((1 + RatioInterval.CONFIDENCE) / 2);
        double error = Math.sqrt(variance + baseVariance);
        double chance = error == 0 ? mean < base ? 0 : 1
                : freedom(variance, values.length, baseVariance, baseline.length)
                        .cumulativeProbability((mean - base) / error);
        return new UnpairedRatio(RatioInterval.fieller(mean, base, variance, baseVariance, 0, t), chance);
    }

    /** The distribution of a difference of means, divided by its error, by the variance and length of each. */
    private static TDistribution freedom(double variance, int n, double baseVariance, int m) {
        double sum = variance + baseVariance;
        double least = Math.min(n, m) - 1;
        double degrees = sum == 0 ? least
                : sum * sum / (variance * variance / (n - 1) + baseVariance * baseVariance / (m - 1));
        return new TDistribution(Math.max(least, degrees));
    }
}
