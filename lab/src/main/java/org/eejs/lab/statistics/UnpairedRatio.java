package org.eejs.lab.statistics;

import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.Variance;

/**
 * The ratio of the means of two independent series, such as two measurements on different days. Unlike those of {@link
 * RatioInterval#of(double[], double[], double)}, their values do not come in pairs, and the series may differ in length
 * and variance. So degrees of freedom are those of Welch and Satterthwaite (Welch 1947, "The generalization of
 * Student's problem when several different population variances are involved"). Values are above zero; an empty series
 * is an {@link IllegalArgumentException}.
 */
public final class UnpairedRatio {
    private UnpairedRatio() {}

    /** Returns Fieller's 95% interval of values to baseline; unbounded if a series has only one value. */
    public static RatioInterval interval(double[] values, double[] baseline) {
        check(values, baseline);
        double mean = new Mean().evaluate(values);
        double base = new Mean().evaluate(baseline);
        if (values.length == 1 || baseline.length == 1) {
            return RatioInterval.unbounded(mean, base);
        }
        double variance = varianceOfMean(values);
        double baseVariance = varianceOfMean(baseline);
        double ratio = mean / base;
        return RatioInterval.fieller(mean, base, variance, baseVariance, 0, MeanInterval.quantile(
                degreesOfFreedom(variance, values.length, ratio * ratio * baseVariance, baseline.length),
                RatioInterval.CONFIDENCE));
    }

    /**
     * Returns the probability of a ratio this low or lower if the true means were equal. This is the one-sided p-value
     * of Welch's test; 1 if a series has only one value.
     */
    public static double chanceNotBelow(double[] values, double[] baseline) {
        check(values, baseline);
        if (values.length == 1 || baseline.length == 1) {
            return 1;
        }
        double difference = new Mean().evaluate(values) - new Mean().evaluate(baseline);
        double variance = varianceOfMean(values);
        double baseVariance = varianceOfMean(baseline);
        double error = Math.sqrt(variance + baseVariance);
        if (error == 0) {
            return difference < 0 ? 0 : 1;
        }
        return new TDistribution(degreesOfFreedom(variance, values.length, baseVariance, baseline.length))
                .cumulativeProbability(difference / error);
    }

    private static void check(double[] values, double[] baseline) {
        if (values.length == 0 || baseline.length == 0) {
            throw new IllegalArgumentException(values.length + " values do not compare with " + baseline.length);
        }
    }

    private static double varianceOfMean(double[] values) {
        return new Variance().evaluate(values) / values.length;
    }

    /**
     * Returns the degrees of freedom of a difference of means, by the variance of each mean and the number of its
     * values.
     */
    private static double degreesOfFreedom(double variance, int n, double baseVariance, int m) {
        double sum = variance + baseVariance;
        double least = Math.min(n, m) - 1;
        double degrees = sum == 0 ? least
                : sum * sum / (variance * variance / (n - 1) + baseVariance * baseVariance / (m - 1));
        return Math.max(least, degrees);
    }
}
