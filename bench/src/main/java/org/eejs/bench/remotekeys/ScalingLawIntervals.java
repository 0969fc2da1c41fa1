package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.eejs.bench.remotekeys.ScalingLaw.Observation;

/**
 * The 95% intervals of a fitted law's parameters, by a bootstrap of residuals (Efron and Tibshirani, "An Introduction
 * to the Bootstrap", 1993, chapter 9). The relative residuals of all rounds and concurrencies are reassigned at random,
 * and the law is fitted again. So deviations from the law count as uncertainty, too, which an interval over only the
 * rounds would hide. Residuals are widened to compensate for the fitted parameters. The random numbers are seeded: the
 * same measurements give the same intervals. Immutable.
 *
 * @param samples the laws of the bootstrap
 */
record ScalingLawIntervals(List<ScalingLaw> samples) {
    private static final int PARAMETERS = 3;
    private static final int SAMPLES = 400;
    private static final double BELOW = 0.025;

    /**
     * Returns the intervals of a law that was fitted to these observations; null where there are no more of them than
     * parameters.
     */
    static ScalingLawIntervals of(ScalingLaw law, List<Observation> observations) {
        int n = observations.size();
        if (n <= PARAMETERS) {
            return null;
        }
        double wider = Math.sqrt((double) n / (n - PARAMETERS));
        double[] residuals = observations.stream()
                .mapToDouble(each -> each.opsPerSecond() / law.opsPerSecond(each.threads()) - 1).toArray();
        double mean = Arrays.stream(residuals).average().orElse(0);
        SplittableRandom random = new SplittableRandom(n);
        List<ScalingLaw> samples = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            List<Observation> drawn = new ArrayList<>();
            for (Observation each : observations) {
                double factor = 1 + wider * (residuals[random.nextInt(n)] - mean);
                // A rate is above zero, however large the residual is.
                drawn.add(new Observation(each.threads(), law.opsPerSecond(each.threads()) * Math.max(0.01, factor)));
            }
            samples.add(ScalingLaw.fit(drawn));
        }
        return new ScalingLawIntervals(samples);
    }

    /** Returns the interval of a figure that follows from a law; null where it has no end. */
    List<Double> of(ToDoubleFunction<ScalingLaw> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        double low = sorted[(int) Math.floor(BELOW * (sorted.length - 1))];
        double high = sorted[(int) Math.ceil((1 - BELOW) * (sorted.length - 1))];
        return Double.isFinite(low) && Double.isFinite(high) ? List.of(low, high) : null;
    }
}
