package org.eejs.lab.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.special.Erf;
import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.Variance;

/**
 * The ratio of a configuration's cost to the baseline's, from blocks in which each had a separate JVM and was measured
 * in parts. Blocks differ for two reasons. JVMs compile differently, which affects all parts of a block. Disturbances
 * affect one part and not the next. The second is known well, since each block has several parts; the first only from a
 * few blocks. So the first has a prior, as Gelman (Bayesian Analysis 2006) advises for few groups: a half Cauchy
 * distribution with a scale of {@value #SCALE}. Measured pairs of JVMs of the same program differed by a standard
 * deviation of 2%. The prior's tail is long, as intervals of {@linkplain SimultaneousRatios several configurations}
 * need. With a half normal one of 0.025, all of five intervals held in 84 of 100 simulated comparisons in which pairs
 * differed by 5%. Kalibera and Jones (2013) have the same two levels, and need many JVMs for them.
 *
 * <p>The interval is that of the posterior of the log ratio. With four blocks it is 15 to 25% narrower than one from
 * the blocks only, which estimates the variance from just four figures. {@code TwoLevelRatioTest} simulates how often
 * it contains the true value in comparisons that end by {@link StoppingRule}. It does in at least 95%, if pairs of JVMs
 * differ by a standard deviation of up to 10%. Immutable.
 */
public final class TwoLevelRatio implements RatioEstimate {
    private static final double SCALE = 0.03;
    /** The number of candidate standard deviations between JVMs, which are denser near 0. */
    private static final int STEPS = 60;
    /** The largest of them, in scales. */
    private static final double LARGEST = 20;
    /** The largest difference of blocks, in scales, for which the prior is used. */
    private static final double FITTING = 2;
    private static final double PRECISION = 1e-7;
    private static final int MOST_STEPS = 1_000;
    /** The quantile below which the normal distribution is in four of five cases, in standard deviations. */
    private static final double FOUR_OF_FIVE = 0.8416;

    private final double log;
    private final boolean fits;
    private final double[] errors = new double[STEPS];
    private final double[] weights = new double[STEPS];

    /**
     * Computes the posterior from blocks.
     *
     * @param runs the values of a configuration's runs, block by block, at least two
     * @param baseline the values of the baseline's runs in the same blocks
     * @param partVariance the variance of a block's log ratio that follows from the differences of its parts
     */
    TwoLevelRatio(double[] runs, double[] baseline, double partVariance) {
        int n = runs.length;
        double[] logs = IntStream.range(0, n).mapToDouble(i -> Math.log(runs[i] / baseline[i])).toArray();
        double squares = new Variance().evaluate(logs) * (n - 1);
        fits = squares / (n - 1) <= partVariance + FITTING * FITTING * SCALE * SCALE;
        log = Math.log(new Mean().evaluate(runs) / new Mean().evaluate(baseline));
        double[] logWeights = new double[STEPS];
        for (int i = 0; i < STEPS; i++) {
            double root = (i + 0.5) / STEPS;
            double between = LARGEST * SCALE * root * root;
            double variance = partVariance + between * between;
            errors[i] = Math.sqrt(variance / n);
            logWeights[i] = Math.log(root) - Math.log1p(between * between / (SCALE * SCALE))
                    - (n - 1) / 2.0 * Math.log(variance) - squares / (2 * variance);
        }
        double largest = Arrays.stream(logWeights).max().orElseThrow();
        double sum = Arrays.stream(logWeights).map(each -> Math.exp(each - largest)).sum();
        Arrays.setAll(weights, i -> Math.exp(logWeights[i] - largest) / sum);
    }

    /**
     * Returns whether blocks differ by no more than the prior expects: by the differences of parts, and twice its
     * scale. If they differ by more, the prior would make the interval too narrow, and the interval must come from the
     * blocks only.
     */
    boolean fits() {
        return fits;
    }

    /** Returns the probability that the log ratio is at least this far from the estimate. */
    private double beyond(double distance) {
        double probability = 0;
        for (int i = 0; i < STEPS; i++) {
            probability += weights[i] * Erf.erfc(distance / errors[i] / Math.sqrt(2));
        }
        return probability;
    }

    /** Returns twice the probability that the difference is in the other direction. */
    @Override
    public double pValue() {
        return beyond(Math.abs(log));
    }

    /** Returns the interval that holds the ratio with this probability, such as 0.95. */
    @Override
    public RatioInterval interval(double confidence) {
        double reach = reach(confidence);
        return new RatioInterval(Math.exp(log), Math.exp(log - reach), Math.exp(log + reach));
    }

    @Override
    public Double detectable(double confidence) {
        double variance = 0;
        for (int i = 0; i < STEPS; i++) {
            variance += weights[i] * errors[i] * errors[i];
        }
        return Math.exp(reach(confidence) + FOUR_OF_FIVE * Math.sqrt(variance));
    }

    /**
     * Returns the smallest ratio above 1 that a comparison can be expected to find in four of five cases. It needs no
     * measured figures. Infinite if there are too few blocks to bound the ratio.
     *
     * @param deviation the standard deviation of a block's log ratio, half of whose square follows from its parts
     */
    public static double expected(int blocks, double deviation, double confidence) {
        double[] runs = new double[blocks];
        double[] baseline = new double[blocks];
        double off = deviation * Math.sqrt((blocks - 1.0) / blocks);
        Arrays.setAll(runs, block -> Math.exp(block % 2 == 0 ? off : -off));
        Arrays.fill(baseline, 1);
        TwoLevelRatio ratio = new TwoLevelRatio(runs, baseline, deviation * deviation / 2);
        Double found = (ratio.fits() ? ratio : new OfBlocks(runs, baseline)).detectable(confidence);
        return found == null ? Double.POSITIVE_INFINITY : found;
    }

    private double reach(double confidence) {
        return new BrentSolver(PRECISION).solve(MOST_STEPS, reach -> beyond(reach) - (1 - confidence), 0,
                10 * errors[STEPS - 1]);
    }
}
