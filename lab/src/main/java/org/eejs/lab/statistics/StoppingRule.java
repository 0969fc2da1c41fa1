package org.eejs.lab.statistics;

import java.util.Collection;

/**
 * When a comparison has run often enough: as soon as every interval is precise enough, but not before
 * {@link #minRuns()} and not after {@link #maxRuns()}.
 *
 * <p>To stop when an interval is narrow is to stop when runs happen to lie close together, which makes intervals too
 * narrow. Of comparisons of a configuration with itself, with a precision of 3 %, at most 8 to 20 runs and run noise of
 * 1 to 12 % (normal and lognormal; correlated within blocks by 0, 0.5 and 0.9), so many found a difference where none
 * was, at worst, with intervals of 95 %: 9.9 % from 3 runs on, 8.7 % from 4, 8.0 % from 5, 7.4 % from 6, 6.7 % from 8,
 * 6.2 % from 10. No least number of runs mends that. So where the runs are not a fixed number, intervals are made with
 * a {@linkplain #confidence() confidence} of 97.5 %. Then at worst 5.7 % found one from 3 runs on, 4.9 % from 4 and
 * 4.5 % from 5, 3.2 % on average over all noise; with 97 %, 5.1 % from 5. {@link #MIN_RUNS} runs with 97.5 % keep an
 * interval's word of 95 % for every noise, and 40 comparisons of equals to 3 false differences or fewer in 9 of 10
 * cases for the worst. With noise of 3 % they cost a quarter more runs than plain intervals would.
 *
 * <p>A slowdown of 10 % is found within 8 runs in 997 of 1,000 comparisons at a noise of 3 %, in 94 of 100 at 4 %, 80
 * at 5 % and 63 at 6 %, if runs of a block do not vary together. See {@code StoppingRuleTest}.
 *
 * @param precision the relative half width of an interval that is precise enough, such as 0.03
 * @param minRuns runs of each configuration before the first look
 * @param maxRuns runs of each configuration after which the comparison ends anyway
 */
public record StoppingRule(double precision, int minRuns, int maxRuns) {
    /** The usual precision. */
    public static final double PRECISION = 0.03;
    /** The usual number of runs before the first look. */
    public static final int MIN_RUNS = 5;
    /** The confidence of intervals that decide when to stop: after stopping they hold the truth in 95 % and more. */
    private static final double SEQUENTIAL_CONFIDENCE = 0.975;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when there are fewer than two runs, or the least is more than the most
     */
    public StoppingRule {
        if (minRuns < 2 || maxRuns < minRuns) {
            throw new IllegalArgumentException("from " + minRuns + " to " + maxRuns + " runs cannot be");
        }
    }

    /** The confidence with which intervals must be made so that they hold the true ratio in 95 % of comparisons. */
    public double confidence() {
        return minRuns == maxRuns ? RatioInterval.CONFIDENCE : SEQUENTIAL_CONFIDENCE;
    }

    /**
     * Whether another block of runs is needed.
     *
     * @param intervals the metric's interval for every configuration but the baseline, made with {@link #confidence()}
     * @param blocks the number of blocks that are complete
     */
    public boolean goesOn(Collection<RatioInterval> intervals, int blocks) {
        return blocks < minRuns || blocks < maxRuns
                && intervals.stream().anyMatch(interval -> interval.relativeHalfWidth() > precision);
    }
}
