package org.eejs.lab.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * Differences between several treatments that run in blocks, each once per block, with intervals that hold at any
 * number of blocks. So one may look after each block and stop when the answer is clear; the error stays the same.
 *
 * <p>The model is a value per treatment plus a value per block plus normal noise, whose variance all treatments share.
 * An interval holds the differences that a test martingale does not refute: the mixture t statistic, whose prior of the
 * difference is normal. See Lindon, Ham, Tingley and Bojinov (2022, "Anytime-valid linear models and regression
 * adjusted causal inference in randomized experiments"). By Ville's inequality it ever exceeds 1/α with a probability
 * of at most α. {@code AnytimeIntervalsTest} simulates the error. Immutable.
 */
public final class AnytimeIntervals {
    /** The variance of the prior, in variances of the noise: differences of three standard deviations are usual. */
    private static final double PRIOR = 10;

    private final double[] means;
    private final int blocks;
    private final int freedom;
    private final double variance;

    /**
     * Takes the values so far.
     *
     * @param blocks the values of each block, one per treatment, all of the same length; at least one
     */
    public AnytimeIntervals(List<double[]> blocks) {
        int treatments = blocks.get(0).length;
        this.blocks = blocks.size();
        this.freedom = (treatments - 1) * (blocks.size() - 1);
        this.means = new double[treatments];
        Arrays.setAll(means, i -> blocks.stream().mapToDouble(block -> block[i]).average().orElseThrow());
        double mean = Arrays.stream(means).average().orElseThrow();
        double squares = 0;
        for (double[] block : blocks) {
            double ofBlock = Arrays.stream(block).average().orElseThrow() - mean;
            for (int i = 0; i < treatments; i++) {
                double rest = block[i] - means[i] - ofBlock;
                squares += rest * rest;
            }
        }
        this.variance = freedom == 0 ? Double.NaN : squares / freedom;
    }

    /** Returns the mean of a treatment. */
    public double mean(int treatment) {
        return means[treatment];
    }

    /** Returns the difference of two treatments' means. */
    public double difference(int one, int other) {
        return means[one] - means[other];
    }

    /** Returns the standard error of a difference; NaN for one block. */
    public double error() {
        return Math.sqrt(2 * variance / blocks);
    }

    /**
     * Returns half the width of the interval of each difference; infinite as long as the blocks do not bound it.
     *
     * @param level the probability that the interval ever misses the true difference
     */
    public double reach(double level) {
        if (freedom == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double shrink = 1 + PRIOR * blocks / 2.0;
        double bound = Math.pow(shrink / (level * level), 1.0 / (freedom + 1));
        // (1 + t²/ν) / (1 + t²/(ν · shrink)) reaches the bound there; it never exceeds shrink.
        return bound >= shrink ? Double.POSITIVE_INFINITY
                : error() * Math.sqrt(freedom * (bound - 1) / (1 - bound / shrink));
    }
}
