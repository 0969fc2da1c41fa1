package org.eejs.lab.statistics;

/** An estimate of the ratio of a configuration's figure to the baseline's, from their runs. Immutable. */
public sealed interface RatioEstimate permits TwoLevelRatio, RatioEstimate.OfBlocks {
    /** Returns the p-value: the probability of runs at least as different as these if there were no difference. */
    double pValue();

    /**
     * Returns the interval of the ratio.
     *
     * @param confidence the probability that such an interval contains the true ratio, such as 0.95
     */
    RatioInterval interval(double confidence);

    /**
     * Returns the smallest ratio above 1 that such an interval would have distinguished from 1 in four of five cases;
     * null if runs do not bound the ratio.
     */
    Double detectable(double confidence);

    /**
     * Returns an estimate from blocks only.
     *
     * @param runs the values of a configuration's runs, block by block; empty if there are none
     * @param baseline the values of the baseline's runs in the same blocks
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
