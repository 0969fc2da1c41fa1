package org.eejs.lab.statistics;

import java.util.Collection;
import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.special.Gamma;
import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.Variance;

/**
 * The variances of many small samples of the same kind, each shrunk towards their common value. Three values show next
 * to nothing of their variance; three values of each of two hundred cells show a lot. The method is that of Smyth
 * (2004, "Linear models and empirical Bayes methods for assessing differential expression", sections 3 and 6.2). Its
 * inverse chi-square prior is fitted to the logarithms of the variances: the more alike they are, the more degrees of
 * freedom it has. Immutable.
 *
 * @param variance the common variance
 * @param freedom its degrees of freedom; 0 with too few samples, infinite if samples differ by chance only
 */
public record SharedVariance(double variance, double freedom) {
    /** The fewest samples for a common variance. */
    private static final int LEAST = 10;
    /** The upper limit; more degrees of freedom change nothing. */
    private static final double MOST = 1e6;
    private static final int STEPS = 50;

    /**
     * The variance of one sample.
     *
     * @param freedom its degrees of freedom, at least 1
     */
    public record Sample(double variance, int freedom) {}

    /** Fits the common variance to samples. Samples without any variation are left out. */
    public static SharedVariance of(Collection<Sample> samples) {
        List<Sample> varying = samples.stream().filter(sample -> sample.variance() > 0).toList();
        if (varying.size() < LEAST) {
            return new SharedVariance(0, 0);
        }
        double[] logs = varying.stream().mapToDouble(sample -> Math.log(sample.variance())
                - bias(sample.freedom())).toArray();
        double excess = new Variance().evaluate(logs) - varying.stream()
                .mapToDouble(sample -> Gamma.trigamma(sample.freedom() / 2.0)).average().orElseThrow();
        double freedom = excess <= 0 ? Double.POSITIVE_INFINITY : 2 * inverseTrigamma(excess);
        double middle = new Mean().evaluate(logs);
        return new SharedVariance(Math.exp(freedom > MOST ? middle : middle + bias(freedom)), freedom);
    }

    /** Returns the expected difference between the logarithms of a sample variance and the true one. */
    private static double bias(double freedom) {
        return Gamma.digamma(freedom / 2) - Math.log(freedom / 2);
    }

    /** Inverts trigamma by Newton's method for 1 / trigamma, which is convex (Smyth, appendix). */
    private static double inverseTrigamma(double value) {
        double x = 0.5 + 1 / value;
        for (int step = 0; step < STEPS; step++) {
            double trigamma = Gamma.trigamma(x);
            double change = trigamma * (1 - trigamma / value) / tetragamma(x);
            x += change;
            if (-change / x < 1e-8) {
                break;
            }
        }
        return x;
    }

    private static double tetragamma(double x) {
        double step = 1e-4 * x;
        return (Gamma.trigamma(x + step) - Gamma.trigamma(x - step)) / (2 * step);
    }

    /**
     * Returns the probability of a difference of two means this low or lower if there were none.
     *
     * @param difference of the means
     * @param sample the variance of the values about their means
     * @param scale the variance of the difference, in variances of a value: 1/n + 1/m
     */
    public double chanceNotBelow(double difference, Sample sample, double scale) {
        double all = Math.min(MOST, freedom) + sample.freedom();
        double moderated = (Math.min(MOST, freedom) * variance + sample.freedom() * sample.variance()) / all;
        if (moderated == 0) {
            return difference < 0 ? 0 : 1;
        }
        return new TDistribution(all).cumulativeProbability(difference / Math.sqrt(moderated * scale));
    }
}
