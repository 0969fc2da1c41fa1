package org.eejs.lab.statistics;

import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.special.Erf;
import org.hipparchus.stat.correlation.Covariance;
import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.StandardDeviation;

/**
 * The ratio of the mean of a configuration's runs to the mean of the baseline's runs, with its confidence interval. For
 * quantities that are never negative, such as times, CPU and counts; dimensionless.
 *
 * <p>The interval is Fieller's, which Kalibera and Jones (2013, "Rigorous benchmarking in reasonable time") use for
 * ratios of means, with the covariance of the pairs. The runs of a block are neighbours in time and have the same
 * users, so they vary together, and common variation cancels. The interval is the set of all θ for which a paired t
 * test of the runs against θ times the baseline does not reject. At its bounds (ȳ - θx̄)² = t²(s_y² - 2θs_xy +
 * θ²s_x²)/n.
 *
 * <p>If the data do not bound the ratio, the interval is from 0 to infinity. That is so for a single pair, and for a
 * baseline whose mean is not significantly different from zero. Runs that are zero in both are equal like any others:
 * the ratio is exactly 1. A mean above zero against a baseline of zero is infinite and unbounded. For finite runs no
 * member is NaN.
 *
 * @param ratio the ratio of the means
 * @param low the lower bound, at least 0
 * @param high the upper bound; infinite if the interval is unbounded
 */
public record RatioInterval(double ratio, double low, double high) {
    /** The confidence of an interval with a fixed number of runs; see {@link StoppingRule}. */
    public static final double CONFIDENCE = 0.95;
    private static final double POWER = 0.8;

    /** Returns the 95% interval of runs against a baseline's runs in the same blocks. */
    public static RatioInterval of(double[] runs, double[] baseline) {
        return of(runs, baseline, CONFIDENCE);
    }

    /**
     * Returns the interval for these runs.
     *
     * @param runs the values of a configuration's runs, block by block
     * @param baseline the values of the baseline's runs in the same blocks
     * @param confidence the probability that the interval contains the true ratio, such as 0.95
     * @throws IllegalArgumentException if there are no runs, or the numbers of runs differ
     */
    public static RatioInterval of(double[] runs, double[] baseline, double confidence) {
        int n = runs.length;
        if (n == 0 || n != baseline.length) {
            throw new IllegalArgumentException(n + " runs do not pair with " + baseline.length);
        }
        double mean = new Mean().evaluate(runs);
        double base = new Mean().evaluate(baseline);
        if (n == 1) {
            return unbounded(mean, base);
        }
        return fieller(mean, base, covariance(runs, runs) / n, covariance(baseline, baseline) / n,
                covariance(runs, baseline) / n, MeanInterval.quantile(n - 1, confidence));
    }

    /**
     * Returns the geometric mean of the rounds' own ratios, for rates that were measured in turns in one process. There
     * the speed of the machine multiplies both; on a shared machine it differs by several times between rounds. The
     * interval is Student's, of the ratios' logarithms.
     *
     * @param rates a rate in each round, above zero
     * @param baseline the baseline's rate in the same rounds, above zero
     */
    public static RatioInterval ofTurns(double[] rates, double[] baseline, double confidence) {
        MeanInterval logarithm = MeanInterval.of(IntStream.range(0, rates.length)
                .mapToDouble(i -> Math.log(rates[i] / baseline[i])).toArray(), confidence);
        return new RatioInterval(Math.exp(logarithm.mean()), Math.exp(logarithm.mean() - logarithm.halfWidth()),
                Math.exp(logarithm.mean() + logarithm.halfWidth()));
    }

    /**
     * Returns the probability of runs at least as different as these if there were no difference. It is that of the
     * paired t test that corresponds to an interval of this class. 1 for a single pair.
     */
    public static double pValue(double[] runs, double[] baseline) {
        return runs.length < 2 ? 1 : pValue(IntStream.range(0, runs.length).mapToDouble(i -> runs[i] - baseline[i])
                .toArray());
    }

    private static double pValue(double[] differences) {
        double error = new StandardDeviation().evaluate(differences) / Math.sqrt(differences.length);
        double mean = Math.abs(new Mean().evaluate(differences));
        return error == 0 ? mean == 0 ? 1 : 0
                : 2 * new TDistribution(differences.length - 1).cumulativeProbability(-mean / error);
    }

    /**
     * Returns the covariance; of a series with itself the variance, by the same steps, so that equal series cancel
     * exactly.
     */
    private static double covariance(double[] one, double[] other) {
        return new Covariance().covariance(one, other);
    }

    /**
     * Returns Fieller's interval from the moments of two means.
     *
     * @param variance the variance of the mean, not of the runs
     * @param baseVariance the variance of the baseline's mean
     * @param covariance the covariance of the two means
     * @param t the quantile of the t distribution
     */
    static RatioInterval fieller(double mean, double base, double variance, double baseVariance, double covariance,
            double t) {
        if (mean == 0 && base == 0 && variance == 0 && baseVariance == 0) {
            return new RatioInterval(1, 1, 1);
        }
        double ratio = ratio(mean, base);
        double square = base * base - t * t * baseVariance;
        if (base == 0 || square <= 0) {
            return unbounded(mean, base);
        }
        // The equation in δ = θ - ratio: its roots stay exact if the runs hardly vary.
        double residual = Math.max(0, variance - 2 * ratio * covariance + ratio * ratio * baseVariance);
        double linear = t * t * (covariance - ratio * baseVariance);
        double root = Math.sqrt(linear * linear + t * t * residual * square);
        return new RatioInterval(ratio, Math.max(0, ratio + (-linear - root) / square),
                ratio + (-linear + root) / square);
    }

    /**
     * Returns the ratio of two independent estimates with separate 95% intervals. On a logarithmic scale the distances
     * to the ends add as squares do (the method of variance estimates recovery; Zou and Donner, Statistics in Medicine
     * 2008).
     *
     * @param ends the lower and upper bound of the value
     * @param baseEnds the bounds of the divisor
     * @param family the number of such ratios that hold at once; with several, the distances grow as a normal
     *     distribution's do from 95% to the {@linkplain SimultaneousRatios#ofEach confidence of each}
     * @return null if any of the values is not above zero
     */
    public static RatioInterval ofEstimates(double value, List<? extends Number> ends, double base,
            List<? extends Number> baseEnds, int family) {
        double low = ends.get(0).doubleValue();
        double high = ends.get(1).doubleValue();
        double baseLow = baseEnds.get(0).doubleValue();
        double baseHigh = baseEnds.get(1).doubleValue();
        if (Math.min(Math.min(value, base), Math.min(low, baseLow)) <= 0) {
            return null;
        }
        double ratio = value / base;
        double wider = Erf.erfInv(SimultaneousRatios.ofEach(family, CONFIDENCE)) / Erf.erfInv(CONFIDENCE);
        double below = wider * Math.hypot(Math.log(value / low), Math.log(baseHigh / base));
        double above = wider * Math.hypot(Math.log(high / value), Math.log(base / baseLow));
        return new RatioInterval(ratio, ratio * Math.exp(-below), ratio * Math.exp(above));
    }

    /** Returns the ratio and unbounded interval for values that do not bound it. */
    static RatioInterval unbounded(double mean, double base) {
        return new RatioInterval(ratio(mean, base), 0, Double.POSITIVE_INFINITY);
    }

    private static double ratio(double mean, double base) {
        return mean == base ? 1 : mean / base;
    }

    /** Returns whether the runs bound the ratio. */
    public boolean isBounded() {
        return Double.isFinite(high);
    }

    /** Returns the bounds for results; null if the interval is unbounded. */
    public List<Double> bounds() {
        return isBounded() ? List.of(low, high) : null;
    }

    /** Returns the ratio for results, which have no infinity: 0 if the baseline's mean is zero. */
    public double finiteRatio() {
        return Double.isFinite(ratio) ? ratio : 0;
    }

    /**
     * Returns the smallest ratio above 1 that such an interval would have distinguished from 1 in four of five cases;
     * null if it is unbounded.
     *
     * @param runs the number of its pairs
     * @param confidence its confidence
     */
    public Double detectable(int runs, double confidence) {
        double power = runs < 2 ? Double.NaN : MeanInterval.quantile(runs - 1, 2 * POWER - 1);
        return isBounded() && runs > 1
                ? 1 + relativeHalfWidth() * (1 + power / MeanInterval.quantile(runs - 1, confidence)) : null;
    }

    /** Returns half of the interval's width, as a share of the ratio; infinite if the interval is unbounded. */
    public double relativeHalfWidth() {
        double half = (high - low) / 2;
        return half == 0 ? 0 : isBounded() ? half / ratio : Double.POSITIVE_INFINITY;
    }
}
