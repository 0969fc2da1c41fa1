package org.eejs.lab.capacity;

import java.util.Arrays;

/**
 * What the probes of a capacity search say about the capacity: the posterior of the psychometric model P(pass | N) = λ
 * + (1 - 2λ) / (1 + exp((ln N - ln c) / s)) with unknown capacity c and unknown slope s, on a grid. Before the first
 * probe a capacity is as likely as its double. Not thread-safe.
 *
 * <p>The share λ of probes that pass or fail for no reason keeps one such probe from ruling the true capacity out for
 * good; psychometric procedures call it the lapse rate (Watson and Pelli 1983; Wichmann and Hill 2001).
 *
 * <p>Slopes are not all as likely. Where to probe next, and when to end, is decided as if the capacity varied by about
 * 2 % from run to run, a slope of {@value #STEEP}: if every slope up to 0.1 were as likely, no search would come below
 * 30 probes, since a dozen answers cannot rule a shallow slope out. What the probes show in the end is judged without
 * that assumption, by slopes around {@value #ANY}, so that the interval also holds where the capacity varies by 10 %.
 */
final class CapacityPosterior {
    /** No capacity is searched above so many sessions. */
    static final int LARGEST = 1 << 20;
    /** Half a session stands for a server that cannot bear one. */
    private static final double SMALLEST = 0.5;
    private static final double STEP = Math.log1p(0.005);
    /** From all but a step to one where 10 % more sessions cut the odds of passing to two fifths. */
    private static final double[] SLOPES = {0.005, 0.0075, 0.011, 0.017, 0.025, 0.04, 0.06, 0.1};
    private static final double STEEP = 0.012;
    private static final double ANY = 0.04;
    private static final double LAPSES = 0.01;

    private final double[] logCapacity = new double[1 + (int) Math.ceil(Math.log(LARGEST / SMALLEST) / STEP)];
    private final double[][] weight = new double[SLOPES.length][logCapacity.length];
    /** The probability of every capacity, whatever the slope. */
    private final double[] probability = new double[logCapacity.length];

    /** To search by. */
    static CapacityPosterior ofSteadyMachine() {
        return new CapacityPosterior(STEEP, 2);
    }

    /** To judge by. */
    static CapacityPosterior ofAnyMachine() {
        return new CapacityPosterior(ANY, 3);
    }

    /**
     * Nothing known but slopes.
     *
     * @param spread so many times more or less than the likely slope is one standard deviation
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

    /** Takes in the answer of a probe. */
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

    /** The number of sessions, with a fraction, that the capacity does not exceed with this probability. */
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
