package org.eejs.lab.statistics;

/**
 * When a comparison has run often enough: as soon as every configuration has a verdict, or an interval as narrow as was
 * requested; but not before {@link #minRuns()} and not after {@link #maxRuns()}.
 *
 * <p>To stop when an interval decides is to stop when runs happen to lie close together or far out, which makes
 * intervals too narrow. So where the runs are not a fixed number, intervals are made with a {@linkplain #confidence()
 * confidence} of 98.75 %. {@code StoppingRuleTest} simulates what that keeps: of comparisons of a configuration with
 * itself, with run noise of 2 to 8 %, normal and lognormal, correlated within blocks by 0, 0.5 and 0.9, and at most 8
 * or 12 runs, 5 in 100 find a difference at worst; with 95 % it would be 11. There, too, is how often a slowdown is
 * found and equals are called equal.
 *
 * @param precision the relative half width of an interval that is precise enough, such as 0.03; 0 when a verdict is
 *     enough
 * @param margin the relative difference that does not matter, such as 0.05
 * @param minRuns runs of each configuration before the first look
 * @param maxRuns runs of each configuration after which the comparison ends anyway
 */
public record StoppingRule(double precision, double margin, int minRuns, int maxRuns) {
    /** The usual margin: about what two builds of the same program differ by when code is laid out otherwise. */
    public static final double MARGIN = 0.05;
    /** The usual number of runs before the first look. */
    public static final int MIN_RUNS = 4;
    /** The confidence of intervals that decide when to stop: after stopping they hold the truth in 95 % and more. */
    private static final double SEQUENTIAL_CONFIDENCE = 0.9875;

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

    /**
     * Returns the confidence with which intervals, of several configurations together, hold the truth in 95 % at the
     * end.
     */
    public double confidence() {
        return minRuns == maxRuns ? RatioInterval.CONFIDENCE : SEQUENTIAL_CONFIDENCE;
    }

    /**
     * Returns whether another block of runs is needed.
     *
     * @param enough whether all that the comparison asks for is known
     * @param blocks the number of blocks that are complete
     */
    public boolean goesOn(boolean enough, int blocks) {
        return blocks < minRuns || blocks < maxRuns && !enough;
    }

    /** Returns whether a configuration with this interval and verdict needs no more runs. */
    public boolean isEnough(RatioInterval interval, ComparisonVerdict verdict) {
        return precision > 0 ? interval.relativeHalfWidth() <= precision : verdict != ComparisonVerdict.INCONCLUSIVE;
    }

    /**
     * Returns the rule by which a comparison goes on that had come to its end: somebody has seen its verdict, so that
     * what follows is a further look, and no number of runs that was fixed beforehand.
     */
    public StoppingRule goingOn(int blocks) {
        return new StoppingRule(precision, margin, Math.max(2, Math.min(minRuns, blocks)), maxRuns);
    }
}
