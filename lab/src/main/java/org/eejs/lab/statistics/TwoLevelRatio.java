package org.eejs.lab.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.analysis.solvers.BrentSolver;
import org.hipparchus.special.Erf;
import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.Variance;

/**
 * How a configuration's cost relates to the baseline's, from blocks in which each had a JVM of its own and was
 * measured in parts. Two things make blocks differ: what the JVMs happened to compile, by which all parts of a block
 * are off, and what disturbs one part and not the next. The second is known well, since each block has several parts;
 * the first only from a few blocks. So it is given a prior, as Gelman (Bayesian Analysis 2006) advises for few
 * groups: a half normal distribution with a scale of {@value #SCALE}; pairs of JVMs of the same program were seen to
 * differ by a standard deviation of 2 %. Kalibera and Jones (2013) have the same two levels, and need many JVMs for
 * them.
 *
 * <p>The interval is that of the posterior of the log ratio. With four blocks it is half as wide as one made from the
 * blocks alone, which knows of the variance no more than four figures show. {@code TwoLevelRatioTest} simulates how
 * often it holds the truth where comparisons end as {@link StoppingRule} says: in 95 % and more where pairs of JVMs
 * differ by a standard deviation of up to 2.8 %, in 92 % where it is 4 or 5 %; where it is 10 %, most comparisons are
 * left to {@link RatioInterval}, and 90 % hold it. Immutable.
 */
public final class TwoLevelRatio {
    private static final double SCALE = 0.025;
    /** Standard deviations between JVMs that are tried, up to four times the scale. */
    private static final int STEPS = 40;
    private static final double PRECISION = 1e-7;
    private static final int MOST_STEPS = 1_000;
    /** The normal distribution stays below so many standard deviations in four of five cases. */
    private static final double FOUR_OF_FIVE = 0.8416;

    private final double log;
    private final boolean fits;
    private final double[] errors = new double[STEPS];
    private final double[] weights = new double[STEPS];

    /**
     * Takes the blocks.
     *
     * @param runs what a configuration's runs measured, block by block, at least two
     * @param baseline what the baseline's runs measured in the same blocks
     * @param partVariance the variance of a block's log ratio that follows from how its parts differ
     */
    TwoLevelRatio(double[] runs, double[] baseline, double partVariance) {
        int n = runs.length;
        double[] logs = IntStream.range(0, n).mapToDouble(i -> Math.log(runs[i] / baseline[i])).toArray();
        double squares = new Variance().evaluate(logs) * (n - 1);
        fits = squares / (n - 1) <= partVariance + 6 * SCALE * SCALE;
        log = Math.log(new Mean().evaluate(runs) / new Mean().evaluate(baseline));
        double[] logWeights = new double[STEPS];
        for (int i = 0; i < STEPS; i++) {
            double between = 4 * SCALE * (i + 0.5) / STEPS;
            double variance = partVariance + between * between;
            errors[i] = Math.sqrt(variance / n);
            logWeights[i] = -between * between / (2 * SCALE * SCALE) - (n - 1) / 2.0 * Math.log(variance)
                    - squares / (2 * variance);
        }
        double largest = Arrays.stream(logWeights).max().orElseThrow();
        double sum = Arrays.stream(logWeights).map(each -> Math.exp(each - largest)).sum();
        Arrays.setAll(weights, i -> Math.exp(logWeights[i] - largest) / sum);
    }

    /**
     * Whether blocks differ by no more than the prior expects: by what parts explain, and two and a half times its
     * scale. Where they differ by more, the prior would make the interval too narrow, and they are to be judged alone.
     */
    boolean fits() {
        return fits;
    }

    /** How probable it is that the log ratio is so far from the estimate or farther. */
    private double beyond(double distance) {
        double probability = 0;
        for (int i = 0; i < STEPS; i++) {
            probability += weights[i] * Erf.erfc(distance / errors[i] / Math.sqrt(2));
        }
        return probability;
    }

    /** Twice the probability that the difference is in the other direction. */
    public double pValue() {
        return beyond(Math.abs(log));
    }

    /** The interval that holds the ratio with this probability, such as 0.95. */
    public RatioInterval interval(double confidence) {
        double reach = reach(confidence);
        return new RatioInterval(Math.exp(log), Math.exp(log - reach), Math.exp(log + reach));
    }

    /** The smallest ratio above 1 that such an interval would have distinguished from 1 in four of five cases. */
    public double detectable(double confidence) {
        double variance = 0;
        for (int i = 0; i < STEPS; i++) {
            variance += weights[i] * errors[i] * errors[i];
        }
        return Math.exp(reach(confidence) + FOUR_OF_FIVE * Math.sqrt(variance));
    }

    /**
     * The smallest ratio above 1 that a comparison can be expected to find in four of five cases, before there is any
     * figure; infinite where so few blocks bound nothing.
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
        Double alone = RatioInterval.of(runs, baseline, confidence).detectable(blocks, confidence);
        return ratio.fits() ? ratio.detectable(confidence) : alone == null ? Double.POSITIVE_INFINITY : alone;
    }

    private double reach(double confidence) {
        return new BrentSolver(PRECISION).solve(MOST_STEPS, reach -> beyond(reach) - (1 - confidence), 0,
                10 * errors[STEPS - 1]);
    }
}
