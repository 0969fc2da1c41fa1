package org.eejs.lab.banking;

import java.util.Map;
import org.eejs.banking.Page;
import org.eejs.banking.PageGraph;

/**
 * Judges whether the pages that were asked for are the workload's mix.
 *
 * <p>The sum over pages of the absolute difference between observed and expected share may be one percentage point more
 * than the edges of the steady state explain. Sessions that are under way when it begins or ends are seen in part only,
 * so the sum has a share that grows with the sessions and falls with the pages: by chance it exceeds
 * {@link #EDGES} · sessions / pages less than once in a thousand runs (simulated in {@code MixCheckTest}). At the
 * paper's 1,000 sessions and ten minutes that is 0.6 points; in a run of 45 seconds one point alone could not be kept.
 */
final class MixCheck {
    /** So many pages must have been seen before the mix is judged. */
    static final long LEAST_PAGES = 2_000;
    /** The tolerance beyond chance: one percentage point. */
    static final double TOLERANCE = 0.01;
    /** How much of the sum the edges of the steady state explain, for a session per page. */
    static final double EDGES = 0.6;

    private MixCheck() {}

    /** The sum over pages of the absolute difference between observed and expected share. */
    static double deviation(Map<Page, Long> counts) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        if (all == 0) {
            return 0;
        }
        return PageGraph.expectedMix().entrySet().stream()
                .mapToDouble(expected -> Math.abs(
                        counts.getOrDefault(expected.getKey(), 0L) / (double) all - expected.getValue()))
                .sum();
    }

    /** The largest valid deviation at this number of pages, asked for by this many simultaneous sessions. */
    static double limit(double sessions, long pages) {
        return TOLERANCE + EDGES * sessions / pages;
    }
}
