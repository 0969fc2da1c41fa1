package org.eejs.lab.statistics;

/**
 * The rule that ends a comparison. It ends as soon as every configuration has a verdict, or an interval as narrow as
 * requested; but not before {@link #minRuns()} and not after {@link #maxRuns()}.
 *
 * <p>A comparison that stops when an interval decides stops when runs happen to be close together or far apart. That
 * makes intervals too narrow. So, if the number of runs is not fixed, intervals have a {@linkplain #confidence()
 * confidence} of 98.75%. {@code StoppingRuleTest} simulates comparisons of a configuration with itself. Run noise is 2
 * to 8%, normal and lognormal, with correlations within blocks of 0, 0.5 and 0.9, and at most 8 or 12 runs. At worst 5
 * in 100 find a difference; with 95% it would be 11. The test also simulates how often a slowdown is found and equals
 * are called equal.
 *
 * @param precision the relative half width of an interval that is precise enough, such as 0.03; 0 if a verdict is
 *     enough
 * @param margin the relative difference that counts as equal, such as 0.05
 * @param minRuns runs of each configuration before the first verdict
 * @param maxRuns runs of each configuration after which the comparison ends in any case
 */
public record StoppingRule(double precision, double margin, int minRuns, int maxRuns) {
    /** The default margin: about the difference of two builds of the same program with another code layout. */
    public static final double MARGIN = 0.05;
    /** The default number of runs before the first verdict. */
    public static final int MIN_RUNS = 4;
    /**
     * The confidence of intervals that decide when to stop: after stopping they contain the true value in at least 95%.
     */
    private static final double SEQUENTIAL_CONFIDENCE = 0.9875;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if there are fewer than two runs, or the least is more than the most
     */
    public StoppingRule {
        if (minRuns < 2 || maxRuns < minRuns) {
            throw new IllegalArgumentException("from " + minRuns + " to " + maxRuns
                    + " runs: must be at least 2, and not fall");
        }
    }

    /**
     * Returns the confidence of intervals that, for several configurations together, contain the true values in 95% at
     * the end.
     */
    public double confidence() {
        return minRuns == maxRuns ? RatioInterval.CONFIDENCE : SEQUENTIAL_CONFIDENCE;
    }

    /**
     * Returns whether another block of runs is needed.
     *
     * @param enough whether the comparison knows all that it requires
     * @param blocks the number of complete blocks
     */
    public boolean goesOn(boolean enough, int blocks) {
        return blocks < minRuns || blocks < maxRuns && !enough;
    }

    /** Returns whether a configuration with this interval and verdict needs no more runs. */
    public boolean isEnough(RatioInterval interval, ComparisonVerdict verdict) {
        return precision > 0 ? interval.relativeHalfWidth() <= precision : verdict != ComparisonVerdict.INCONCLUSIVE;
    }

    /**
     * Returns the rule by which a finished comparison continues: as its verdict is known, the further runs are another
     * interim check, and their number is not fixed beforehand.
     */
    public StoppingRule goingOn(int blocks) {
        return new StoppingRule(precision, margin, Math.max(2, Math.min(minRuns, blocks)), maxRuns);
    }
}
