package org.eejs.lab.statistics;

/** How a configuration's figure relates to the baseline's, as far as their runs tell. Immutable. */
public sealed interface RatioEstimate permits TwoLevelRatio, RatioEstimate.OfBlocks {
    /** Returns how probable runs as different as these would be if there were no difference. */
    double pValue();

    /**
     * Returns the interval of the ratio.
     *
     * @param confidence how often such an interval shall hold the true ratio, such as 0.95
     */
    RatioInterval interval(double confidence);

    /**
     * Returns the smallest ratio above 1 that such an interval would have distinguished from 1 in four of five cases;
     * null where runs do not bound the ratio.
     */
    Double detectable(double confidence);

    /**
     * An estimate from blocks only.
     *
     * @param runs what a configuration's runs measured, block by block; empty where nothing is known
     * @param baseline what the baseline's runs measured in the same blocks
     */
    record OfBlocks(double[] runs, double[] baseline) implements RatioEstimate {
        @Override
        public double pValue() {
            return RatioInterval.pValue(runs, baseline);
        }

        @Override
        public RatioInterval interval(double confidence) {
            return runs.length == 0 ? RatioInterval.unbounded(1, 1) : RatioInterval.of(runs, baseline, confidence);
        }

        @Override
        public Double detectable(double confidence) {
            return interval(confidence).detectable(runs.length, confidence);
        }
    }
}
