package org.eejs.lab.settings;

/**
 * How runs are repeated. Every part may be null, which means that it was not specified.
 *
 * @param baseline the configuration that others are compared with
 * @param metric the figure that decides when enough has been repeated
 * @param precision how narrow its interval must be, such as {@code 3%}
 * @param margin how small a difference does not matter, such as {@code 5%}
 * @param minRuns the fewest runs of each configuration
 * @param maxRuns the most runs of each configuration
 */
public record Repetition(String baseline, String metric, String precision, String margin, Integer minRuns,
        Integer maxRuns) {
    static final Repetition UNSPECIFIED = new Repetition(null, null, null, null, null, null);

    /** Exactly so many runs. */
    public static Repetition times(int runs) {
        return new Repetition(null, null, null, null, runs, runs);
    }

    /** Returns what is specified here, and the rest as there. */
    Repetition or(Repetition other) {
        return new Repetition(first(baseline, other.baseline), first(metric, other.metric),
                first(precision, other.precision), first(margin, other.margin), first(minRuns, other.minRuns),
                first(maxRuns, other.maxRuns));
    }

    private static <T> T first(T specified, T otherwise) {
        return specified == null ? otherwise : specified;
    }
}
