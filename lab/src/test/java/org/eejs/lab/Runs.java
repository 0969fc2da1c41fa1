package org.eejs.lab;

import java.util.SplittableRandom;

/** Simulated runs of a configuration and its baseline, block by block. */
public final class Runs {
    private final SplittableRandom random;
    private final double correlation;
    private final double deviation;
    private final boolean logNormal;
    private double[] configuration;
    private double[] baseline;

    /**
     * Runs with this noise.
     *
     * @param correlation of the runs of a block
     * @param deviation of runs, relative to their mean
     */
    public Runs(SplittableRandom random, double correlation, double deviation, boolean logNormal) {
        this.random = random;
        this.correlation = correlation;
        this.deviation = deviation;
        this.logNormal = logNormal;
    }

    /** Draws new blocks; the configuration's mean is this ratio of the baseline's. */
    public void draw(int blocks, double ratio) {
        configuration = new double[blocks];
        baseline = new double[blocks];
        for (int i = 0; i < blocks; i++) {
            double shared = Math.sqrt(correlation) * random.nextGaussian();
            configuration[i] = ratio * run(shared);
            baseline[i] = run(shared);
        }
    }

    private double run(double shared) {
        double noise = shared + Math.sqrt(1 - correlation) * random.nextGaussian();
        return logNormal ? Math.exp(Math.sqrt(Math.log1p(deviation * deviation)) * noise) : 1 + deviation * noise;
    }

    public double[] configuration() {
        return configuration;
    }

    public double[] baseline() {
        return baseline;
    }
}
