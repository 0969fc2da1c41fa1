package org.eejs.lab.statistics;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ratios of several configurations to one baseline. Two things are asked of them, and each has its own procedure:
 * <ul>
 * <li>The intervals hold all true ratios at once: each is made with the confidence of the family, Bonferroni (see
 * Miller, "Simultaneous Statistical Inference", 1981). Ratios to one baseline vary together, so they hold somewhat more
 * often than that. {@link Holm} gives no such intervals: where some of the ratios differ from 1, those of the others
 * become narrower.
 * <li>None of the verdicts better and worse is by chance: by {@link Holm}, which finds more than the intervals do. So
 * an interval may hold 1 where the verdict is better or worse. No difference is by the interval.
 * </ul>
 * {@code SimultaneousRatiosTest} simulates how often all intervals hold. Immutable.
 */
public final class SimultaneousRatios {
    private final Map<String, RatioEstimate> estimates;
    private final double confidence;
    private final Map<String, Double> confidences = new LinkedHashMap<>();

    /**
     * Takes the estimates.
     *
     * @param estimates by the names of configurations
     * @param family how many configurations are compared with the baseline, those without an estimate included
     * @param confidence with which all intervals shall hold at once, such as 0.95
     */
    public SimultaneousRatios(Map<String, ? extends RatioEstimate> estimates, int family, double confidence) {
        this.estimates = new LinkedHashMap<>(estimates);
        this.confidence = ofEach(family, confidence);
        double[] found = Holm.confidences(this.estimates.values().stream().mapToDouble(RatioEstimate::pValue).toArray(),
                family, confidence);
        this.estimates.keySet().forEach(name -> confidences.put(name, found[confidences.size()]));
    }

    /** Returns the confidence with which each interval of a family is made for all to hold at once (Bonferroni). */
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
     * @param margin the relative difference that does not matter
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
