package org.eejs.lab.statistics;

/** What a comparison found out about one metric of a configuration. */
public enum ComparisonVerdict {
    /** The configuration is better than the baseline: the interval excludes 1. */
    BETTER("better"),
    /** The configuration is worse than the baseline: the interval excludes 1. */
    WORSE("worse"),
    /** No difference that matters: the interval holds 1 and lies within the margin around it. */
    NO_DIFFERENCE("noDifference"),
    /** The runs do not tell. */
    INCONCLUSIVE("inconclusive");

    private final String id;

    ComparisonVerdict(String id) {
        this.id = id;
    }

    /** Returns the name in results. */
    public String id() {
        return id;
    }

    /**
     * Judges a ratio to the baseline.
     *
     * @param lowerIsBetter whether less of the metric is better, as with times, or worse, as with throughput
     * @param margin the relative difference that does not matter, such as 0.03
     */
    public static ComparisonVerdict of(RatioInterval interval, boolean lowerIsBetter, double margin) {
        if (interval.high() < 1) {
            return lowerIsBetter ? BETTER : WORSE;
        }
        if (interval.low() > 1) {
            return lowerIsBetter ? WORSE : BETTER;
        }
        return interval.low() >= 1 - margin && interval.high() <= 1 + margin ? NO_DIFFERENCE : INCONCLUSIVE;
    }
}
