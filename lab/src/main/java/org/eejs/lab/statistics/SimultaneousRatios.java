package org.eejs.lab.statistics;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ratios of several configurations to one baseline. They have two uses, each with a separate procedure:
 * <ul>
 * <li>The intervals contain all true ratios at once: each has the confidence of the family, by Bonferroni (see Miller,
 * "Simultaneous Statistical Inference", 1981). Ratios to one baseline vary together, so this happens somewhat more
 * often than stated. {@link Holm} gives no such intervals: if some ratios differ from 1, the intervals of the others
 * become narrower.
 * <li>No verdict "better" or "worse" is due to chance: by {@link Holm}, which finds more than the intervals do. So an
 * interval may contain 1 although the verdict is better or worse. The verdict "no difference" follows from the
 * interval.
 * </ul>
 * {@code SimultaneousRatiosTest} simulates how often all intervals contain the true ratios. Immutable.
 */
public final class SimultaneousRatios {
    private final Map<String, RatioEstimate> estimates;
    private final double confidence;
    private final Map<String, Double> confidences = new LinkedHashMap<>();

    /**
     * Takes the estimates of all configurations.
     *
     * @param estimates by the names of configurations
     * @param family the number of configurations that are compared with the baseline, those without an estimate
     *     included
     * @param confidence the probability that all intervals contain the true ratios at once, such as 0.95
     */
    public SimultaneousRatios(Map<String, ? extends RatioEstimate> estimates, int family, double confidence) {
        this.estimates = new LinkedHashMap<>(estimates);
        this.confidence = ofEach(family, confidence);
        double[] found = Holm.confidences(this.estimates.values().stream().mapToDouble(RatioEstimate::pValue).toArray(),
                family, confidence);
        this.estimates.keySet().forEach(name -> confidences.put(name, found[confidences.size()]));
    }

    /** Returns the confidence of each interval of a family, so that all hold at once (Bonferroni). */
    public static double ofEach(int family, double confidence) {
        return 1 - (1 - confidence) / Math.max(1, family);
    }

    /** Returns the intervals by the names of configurations. */
    public Map<String, RatioInterval> intervals() {
        Map<String, RatioInterval> intervals = new LinkedHashMap<>();
        estimates.forEach((name, estimate) -> intervals.put(name, estimate.interval(confidence)));
        return intervals;
    }

    /**
     * Judges a configuration.
     *
     * @param lowerIsBetter whether less of the figure is better
     * @param margin the relative difference that counts as equal
     */
    public ComparisonVerdict verdict(String name, boolean lowerIsBetter, double margin) {
        RatioEstimate estimate = estimates.get(name);
        ComparisonVerdict byHolm = ComparisonVerdict.of(estimate.interval(confidences.get(name)), lowerIsBetter,
                margin);
        return byHolm == ComparisonVerdict.BETTER || byHolm == ComparisonVerdict.WORSE ? byHolm
                : ComparisonVerdict.of(estimate.interval(confidence), lowerIsBetter, margin);
    }

    /** Returns the smallest ratio above 1 that the interval of a configuration would have shown; null if unknown. */
    public Double detectable(String name) {
        return estimates.get(name).detectable(confidence);
    }
}
