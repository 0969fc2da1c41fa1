package org.eejs.lab.statistics;

/** The outcome of a comparison for one metric of a configuration. */
public enum ComparisonVerdict {
    /** The configuration is better than the baseline: the interval excludes 1. */
    BETTER("better"),
    /** The configuration is worse than the baseline: the interval excludes 1. */
    WORSE("worse"),
    /** No difference that matters: the interval contains 1 and is within the margin around it. */
    NO_DIFFERENCE("noDifference"),
    /** The runs do not decide. */
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
     * @param lowerIsBetter whether less of the metric is better, as for times, or worse, as for throughput
     * @param margin the relative difference that counts as equal, such as 0.03
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
