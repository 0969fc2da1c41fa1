package org.eejs.lab.settings;

/**
 * The number of runs of an experiment. Every part may be null, which means that it was not specified.
 *
 * @param baseline the configuration that others are compared with
 * @param metric the figure that decides when the comparison ends
 * @param precision the width of its interval, such as {@code 3%}
 * @param margin the difference that counts as equal, such as {@code 5%}
 * @param minRuns the fewest runs of each configuration
 * @param maxRuns the most runs of each configuration
 */
public record Repetition(String baseline, String metric, String precision, String margin, Integer minRuns,
        Integer maxRuns) {
    static final Repetition UNSPECIFIED = new Repetition(null, null, null, null, null, null);

    /** Returns exactly this number of runs. */
    public static Repetition times(int runs) {
        return new Repetition(null, null, null, null, runs, runs);
    }

    /** Returns the parts specified here, and the others from there. */
    Repetition or(Repetition other) {
        return new Repetition(first(baseline, other.baseline), first(metric, other.metric),
                first(precision, other.precision), first(margin, other.margin), first(minRuns, other.minRuns),
                first(maxRuns, other.maxRuns));
    }

    private static <T> T first(T specified, T otherwise) {
        return specified == null ? otherwise : specified;
    }
}
