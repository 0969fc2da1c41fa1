package org.eejs.lab.strategy;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Finds the most simultaneous sessions that a server can serve, from probes that pass or fail; near the capacity by
 * chance. The capacity is the number of sessions at which half of the probes pass.
 *
 * <p>First the search doubles the number of sessions while probes pass, or halves it while they fail. Then each probe
 * is at the median of {@link CapacityPosterior}, until its 95% interval is narrow. Last, a probe below and one above
 * the median, the resolution apart, must pass and fail: then the capacity is confirmed. They are probes like any other
 * and feed the posterior; if one contradicts, the search continues.
 *
 * <p>Probes only at the median proved best: leaving it to learn the slope cost a probe or two and gained nothing. In
 * simulations (see {@code CapacitySearchTest}), searches started within a factor of 4, with a capacity that varies by
 * 2% from run to run. They took 13 probes at the median, at most 18 in 9 of 10 searches, and all ended within 5% of the
 * true capacity. If 3% of the probes fail for no reason, the results are the same, but with 20 probes in 9 of 10. If
 * the capacity varies by 2, 5, 7 and 10%, then 100, 99, 96 and 86 of 100 end within 5%. The interval, 12% wide,
 * contains the true capacity in 100, 99, 97 and 92.
 *
 * <p>The next probe depends on the answers only. So a stopped search is resumed by recording its answers again, in
 * their order. Not thread-safe.
 */
final class CapacitySearch {
    /** The width of the interval on a steady machine. At 0.05 a search takes 20 probes instead of 13. */
    static final double RESOLUTION = 0.075;
    /** The number of probes after which a search without a result ends. */
    static final int MOST_PROBES = 30;
    /** The least width of the interval, in sessions: a capacity of a few sessions is not known more precisely. */
    private static final double NARROWEST = 1.5;
    /** The number of failures with one session after which the capacity is 0. */
    private static final int FAILURES_OF_ONE = 2;

    private final CapacityPosterior posterior = CapacityPosterior.ofSteadyMachine();
    private final CapacityPosterior judged = CapacityPosterior.ofAnyMachine();
    private final int start;
    private final double resolution;
    private final int mostProbes;
    private int probes;
    private int highestPass;
    private int lowestFailure = Integer.MAX_VALUE;
    private int failuresOfOne;
    private int limit = CapacityPosterior.LARGEST + 1;
    private boolean passedBelow;
    private boolean failedAbove;

    /**
     * The result of a search.
     *
     * @param sessions the estimate; 0 if the server did not even serve one session
     * @param low the lower end of the 95% credible interval
     * @param high its upper end; {@link Integer#MAX_VALUE} if it is open
     * @param lowerBoundOnly whether nothing failed up to the load generator's limit, so that the capacity is at least
     *     the estimate
     * @param confirmed whether a probe just below passed and one just above failed at the end
     * @param probes the number of probes with an answer
     */
    record Capacity(int sessions, int low, int high, boolean lowerBoundOnly, boolean confirmed, int probes) {}

    /** Creates a search with the default resolution and number of probes. */
    CapacitySearch(int start) {
        this(start, RESOLUTION, MOST_PROBES);
    }

    /**
     * Creates a search.
     *
     * @param start the sessions of the first probe, at least 1; within a factor of 4 of the capacity at best
     * @param resolution the width of the 95% interval on a steady machine, relative to the capacity
     * @param mostProbes the number of probes after which the search ends in any case
     */
    CapacitySearch(int start, double resolution, int mostProbes) {
        this.start = start;
        this.resolution = resolution;
        this.mostProbes = mostProbes;
    }

    /**
     * Returns the number of sessions to probe next, at least 1; empty if the search has ended. Stays the same until an
     * answer is recorded.
     */
    OptionalInt next() {
        return isFinished() ? OptionalInt.empty() : OptionalInt.of(Math.max(1, Math.min(limit - 1, question())));
    }

    /** Returns the purpose of the next probe: explore, narrow or confirm. */
    String purpose() {
        return highestPass == 0 || !anythingFailed() ? "explore" : isNarrow() ? "confirm" : "narrow";
    }

    /** Records the answer of a probe. */
    void record(int sessions, boolean passed) {
        boolean below = isNarrow() && sessions == below();
        boolean above = isNarrow() && passedBelow && sessions == above();
        failedAbove = above && !passed;
        passedBelow = below && passed || failedAbove;
        probes++;
        posterior.update(sessions, passed);
        judged.update(sessions, passed);
        if (passed) {
            highestPass = Math.max(highestPass, sessions);
        } else {
            lowestFailure = Math.min(lowestFailure, sessions);
            failuresOfOne += sessions == 1 ? 1 : 0;
        }
    }

    /** Records that a probe was invalid because the load generator could not generate the load of these sessions. */
    void recordLimit(int sessions) {
        limit = Math.min(limit, sessions);
    }

    /** Returns the result so far. */
    Capacity result() {
        if (!anythingFailed()) {
            return new Capacity(highestPass, highestPass, Integer.MAX_VALUE, true, false, probes);
        }
        return new Capacity((int) median(), (int) judged.quantile(0.025), (int) Math.ceil(judged.quantile(0.975)),
                false, failedAbove, probes);
    }

    private boolean isFinished() {
        return probes >= mostProbes || failedAbove || limit <= highestPass + 1
                || highestPass == 0 && failuresOfOne >= FAILURES_OF_ONE || isAtLimit();
    }

    /** Returns whether the capacity is so near to the limit, or beyond it, that no further probe makes sense. */
    private boolean isAtLimit() {
        return highestPass * (1 + resolution) * (1 + resolution) >= limit
                && (!anythingFailed() || median() >= limit);
    }

    private int question() {
        if (highestPass == 0) {
            return anythingFailed() ? lowestFailure / 2 : start < limit ? start : limit / 2;
        }
        if (!anythingFailed()) {
            int doubled = (int) Math.min(2L * highestPass, CapacityPosterior.LARGEST);
            return doubled < limit ? doubled
                    : Math.max(highestPass + 1, (int) Math.sqrt((double) highestPass * limit));
        }
        return !isNarrow() ? (int) Math.min(Math.round(median()), ceiling()) : passedBelow ? above() : below();
    }

    /**
     * Returns the highest number of sessions worth probing. If all but one probe passed, the last of them just below
     * the failure, the posterior takes the failure for a random one. Its median is then far above, in an unknown range.
     * So the search first repeats the failed number, and from there at most doubles.
     */
    private long ceiling() {
        return highestPass < lowestFailure ? lowestFailure : 2L * highestPass;
    }

    private boolean anythingFailed() {
        return lowestFailure < Integer.MAX_VALUE;
    }

    private boolean isNarrow() {
        return highestPass > 0 && anythingFailed() && posterior.quantile(0.975) - posterior.quantile(0.025)
                <= Math.max(resolution * median(), NARROWEST);
    }

    private double median() {
        return posterior.quantile(0.5);
    }

    private int below() {
        return Math.max(1, (int) (median() / (1 + resolution / 2)));
    }

    private int above() {
        return Math.max(below() + 1, (int) Math.ceil(median() * (1 + resolution / 2)));
    }

    /**
     * The posterior of the capacity, given the probes of a search. The psychometric model is P(pass | N) = λ + (1 - 2λ)
     * / (1 + exp((ln N - ln c) / s)) with unknown capacity c and unknown slope s, on a grid. Before the first probe a
     * capacity is as likely as its double. Not thread-safe.
     *
     * <p>The share λ of probes that pass or fail for no reason keeps one such probe from excluding the true capacity.
     * Psychometric procedures call it the lapse rate (Watson and Pelli 1983; Wichmann and Hill 2001).
     *
     * <p>Slopes are not all as likely. The choice of the next probe, and of the end, assumes that the capacity varies
     * by about 2% from run to run, a slope of {@value #STEEP}. If every slope up to 0.1 were as likely, no search would
     * come below 30 probes, since a dozen answers do not exclude a shallow slope. The final result does not use that
     * assumption, but slopes around {@value #ANY}, so that the interval also holds if the capacity varies by 10%.
     */
    private static final class CapacityPosterior {
        /** The largest capacity that is searched. */
        static final int LARGEST = 1 << 20;
        /** Half a session: the capacity of a server that fails with one. */
        private static final double SMALLEST = 0.5;
        private static final double STEP = Math.log1p(0.005);
        /** From nearly a step to a slope at which 10% more sessions cut the odds of passing to two fifths. */
        private static final double[] SLOPES = {0.005, 0.0075, 0.011, 0.017, 0.025, 0.04, 0.06, 0.1};
        private static final double STEEP = 0.012;
        private static final double ANY = 0.04;
        private static final double LAPSES = 0.01;

        private final double[] logCapacity = new double[1 + (int) Math.ceil(Math.log(LARGEST / SMALLEST) / STEP)];
        private final double[][] weight = new double[SLOPES.length][logCapacity.length];
        /** The probability of every capacity, for all slopes. */
        private final double[] probability = new double[logCapacity.length];

        /** Returns a posterior that guides the search. */
        static CapacityPosterior ofSteadyMachine() {
            return new CapacityPosterior(STEEP, 2);
        }

        /** Returns a posterior for the final result. */
        static CapacityPosterior ofAnyMachine() {
            return new CapacityPosterior(ANY, 3);
        }

        /**
         * Creates a posterior that knows only slopes.
         *
         * @param spread the factor of the likely slope that is one standard deviation
         */
        private CapacityPosterior(double likely, double spread) {
            for (int i = 0; i < logCapacity.length; i++) {
                logCapacity[i] = Math.log(SMALLEST) + i * STEP;
            }
            for (int s = 0; s < SLOPES.length; s++) {
                double z = Math.log(SLOPES[s] / likely) / Math.log(spread);
                Arrays.fill(weight[s], Math.exp(-z * z / 2));
            }
            normalise();
        }

        /** Records the answer of a probe. */
        void update(int sessions, boolean passed) {
            double log = Math.log(sessions);
            for (int s = 0; s < SLOPES.length; s++) {
                for (int i = 0; i < logCapacity.length; i++) {
                    double pass = LAPSES + (1 - 2 * LAPSES) / (1 + Math.exp((log - logCapacity[i]) / SLOPES[s]));
                    weight[s][i] *= passed ? pass : 1 - pass;
                }
            }
            normalise();
        }

        private void normalise() {
            double sum = Arrays.stream(weight).flatMapToDouble(Arrays::stream).sum();
            Arrays.fill(probability, 0);
            for (double[] row : weight) {
                for (int i = 0; i < row.length; i++) {
                    row[i] /= sum;
                    probability[i] += row[i];
                }
            }
        }

        /** Returns the number of sessions, with a fraction, that the capacity does not exceed with this probability. */
        double quantile(double share) {
            double below = 0;
            for (int i = 0; i < probability.length; i++) {
                if (below + probability[i] >= share) {
                    return Math.exp(logCapacity[i] + ((share - below) / probability[i] - 0.5) * STEP);
                }
                below += probability[i];
            }
            return LARGEST;
        }
    }
}
