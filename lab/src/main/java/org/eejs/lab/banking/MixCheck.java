package org.eejs.lab.banking;

import java.util.Map;

/**
 * Judges whether the requested pages are the workload's mix, by the sum over pages of the absolute difference between
 * observed and expected share.
 *
 * <p>That sum may be one percentage point more than chance explains. Chance has two parts; {@code MixCheckTest}
 * simulates both, with only walks and think times. First, sessions that are under way when the steady state begins or
 * ends are seen only in part. They are independent, so their part grows with the square root of their number. Second,
 * the decks that {@link org.eejs.banking.Walks} draws from are used only in part, however few sessions there are.
 *
 * <p>The simulation made 2,000 runs each of 10 to 2,000 sessions with think times of 0 to 10 s. The sum times the pages
 * exceeded √({@link #DECKS} + {@link #SESSION} · sessions) in fewer than one of 1,000 runs. With 60 sessions, a think
 * time of 1 s and 25 s, that is 5.2 percentage points of 6.0. A limit that grows linearly with the sessions rejected a
 * third of these runs. At the paper's 1,000 sessions and ten minutes chance is 0.5 points.
 */
final class MixCheck {
    /** The number of pages below which the mix is not judged. */
    static final long LEAST_PAGES = 2_000;
    /** The tolerance beyond chance: one percentage point. */
    static final double TOLERANCE = 0.01;
    /** The part that partly used decks explain, in pages squared. */
    private static final double DECKS = 8_000;
    /** The part that each partly seen session explains, in pages squared. */
    private static final double SESSION = 200;

    private MixCheck() {}

    /** Returns the sum over pages of the absolute difference between observed and expected share. */
    static <P> double deviation(Map<P, Long> counts, Map<P, Double> expectedMix) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        if (all == 0) {
            return 0;
        }
        return expectedMix.entrySet().stream()
                .mapToDouble(expected -> Math.abs(
                        counts.getOrDefault(expected.getKey(), 0L) / (double) all - expected.getValue()))
                .sum();
    }

    /** Returns the largest valid deviation at this number of pages, requested by this many simultaneous sessions. */
    static double limit(double sessions, long pages) {
        return TOLERANCE + Math.sqrt(DECKS + SESSION * sessions) / pages;
    }
}
