package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.eejs.bench.remotekeys.ScalingLaw.Observation;

/**
 * How sure the parameters of a fitted law are: 95 % intervals by a bootstrap of residuals (Efron and Tibshirani, "An
 * Introduction to the Bootstrap", 1993, chapter 9). The relative distances of the measurements from the law, of all
 * rounds and concurrencies, are dealt out anew over the law, and the law is fitted again. So what the law does not
 * explain counts as uncertainty, too, which an interval over rounds alone would hide. Distances are widened by the
 * parameters' part in them. The drawing is seeded: the same measurements give the same intervals. Immutable.
 *
 * @param samples the laws of the bootstrap
 */
record ScalingLawIntervals(List<ScalingLaw> samples) {
    private static final int PARAMETERS = 3;
    private static final int SAMPLES = 400;
    private static final double BELOW = 0.025;

    /**
     * Returns the intervals of a law that was fitted to these; null where there are not more of them than parameters.
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
                // A rate is above zero, however far off the law is.
                drawn.add(new Observation(each.threads(), law.opsPerSecond(each.threads()) * Math.max(0.01, factor)));
            }
            samples.add(ScalingLaw.fit(drawn));
        }
        return new ScalingLawIntervals(samples);
    }

    /** Returns the interval of something that follows from a law; null where it has no end. */
    List<Double> of(ToDoubleFunction<ScalingLaw> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        double low = sorted[(int) Math.floor(BELOW * (sorted.length - 1))];
        double high = sorted[(int) Math.ceil((1 - BELOW) * (sorted.length - 1))];
        return Double.isFinite(low) && Double.isFinite(high) ? List.of(low, high) : null;
    }
}
