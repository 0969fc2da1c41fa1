package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.eejs.lab.Runs;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.inference.TTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioIntervalTest {
    private static final double[] RUNS = {3.3, 3.6, 3.0, 3.1, 3.9, 4.2, 3.5, 3.3};
    private static final double[] BASELINE = {3.0, 3.1, 2.7, 2.6, 3.2, 3.8, 3.2, 3.0};

    /** Two groups of six, means 14 and 7, deviations 3 and 2: GraphPad QuickCalcs, quoted in DCSTATS's README. */
    @ParameterizedTest
    @CsvSource({"0.90, 1.54, 2.64", "0.95, 1.46, 2.83", "0.99, 1.27, 3.36"})
    void agreesWithGraphPad(double confidence, double low, double high) {
        double t = new TDistribution(10).inverseCumulativeProbability((1 + confidence) / 2);
        RatioInterval interval = RatioInterval.fieller(14, 7, 9 / 6.0, 4 / 6.0, 0, t);
        assertEquals(2, interval.ratio());
        assertEquals(low, interval.low(), 0.005);
        assertEquals(high, interval.high(), 0.005);
    }

    /** Fieller's limits for 14 ± 3 to 7 ± 2 and t = 1.812461: Colquhoun's program, README of DCSTATS. */
    @Test
    void agreesWithColquhoun() {
        RatioInterval interval = RatioInterval.fieller(14, 7, 9, 4, 0, 1.812461);
        assertEquals(1.051413, interval.low(), 1e-6);
        assertEquals(4.414296, interval.high(), 1e-6);
    }

    /**
     * The paired examples of ci.ratio.mean.ps in the R package statpsych (Bonett and Price 2020). Its interval uses
     * logarithms: for such small deviations it differs from Fieller's by a few thousandths.
     */
    @Test
    void agreesWithBonettAndPrice() {
        RatioInterval interval = RatioInterval.of(RUNS, BASELINE);
        assertEquals(1.134146, interval.ratio(), 1e-6);
        assertEquals(1.09417, interval.low(), 0.002);
        assertEquals(1.175583, interval.high(), 0.002);
        interval = RatioInterval.of(
                new double[] {76.41, 66.91, 81.06, 74.78, 83.76, 89.31, 78.78, 87.06, 82.61, 76.74, 88.33, 86.18},
                new double[] {59.85, 60.64, 84.86, 68.16, 71.53, 86.18, 67.30, 65.46, 83.50, 66.76, 88.37, 65.02});
        assertEquals(1.120213, interval.ratio(), 1e-6);
        assertEquals(1.040747, interval.low(), 0.005);
        assertEquals(1.205745, interval.high(), 0.005);
    }

    /** A machine whose speed changes by four times from process to process leaves the means' ratio without bounds. */
    @Test
    void turnsAreComparedWhateverTheSpeedOfTheMachine() {
        double[] rates = {7_507, 5_101, 1_976};
        double[] baseline = {7_848, 5_205, 2_120};
        assertFalse(RatioInterval.of(rates, baseline).isBounded());
        RatioInterval interval = RatioInterval.ofTurns(rates, baseline, 0.95);
        assertEquals(Math.cbrt(0.95655 * 0.98002 * 0.93208), interval.ratio(), 1e-4);
        assertEquals(0.899, interval.low(), 0.001);
        assertEquals(1.017, interval.high(), 0.001);
    }

    @Test
    void oneProcessDoesNotBoundTheRatioOfTurns() {
        assertFalse(RatioInterval.ofTurns(new double[] {2}, new double[] {1}, 0.95).isBounded());
    }

    /** The definition: at the bounds a paired t test of the runs against the bound times the baseline gives 0.05. */
    @Test
    void boundsAreWhereThePairedTestJustRejects() {
        RatioInterval interval = RatioInterval.of(RUNS, BASELINE);
        for (double bound : new double[] {interval.low(), interval.high()}) {
            double[] scaled = Arrays.stream(BASELINE).map(value -> bound * value).toArray();
            assertEquals(0.05, new TTest().pairedTTest(RUNS, scaled), 1e-9);
        }
    }

    @Test
    void equalRunsGiveTheRatioItself() {
        assertEquals(new RatioInterval(1, 1, 1), RatioInterval.of(new double[] {5, 5, 5}, new double[] {5, 5, 5}));
        assertEquals(new RatioInterval(1, 1, 1), RatioInterval.of(RUNS, RUNS));
        assertEquals(new RatioInterval(1.5, 1.5, 1.5), RatioInterval.of(new double[] {3, 3}, new double[] {2, 2}));
        assertEquals(new RatioInterval(0, 0, 0), RatioInterval.of(new double[] {0, 0}, new double[] {2, 2}));
        assertEquals(0, RatioInterval.of(new double[] {0, 0}, new double[] {2, 2}).relativeHalfWidth());
    }

    @Test
    void zerosAreNeverNaN() {
        double[] zeros = {0, 0, 0};
        assertEquals(new RatioInterval(1, 1, 1), RatioInterval.of(zeros, zeros));
        RatioInterval infinite = RatioInterval.of(new double[] {2, 0, 1}, zeros);
        assertEquals(new RatioInterval(Double.POSITIVE_INFINITY, 0, Double.POSITIVE_INFINITY), infinite);
        assertFalse(infinite.isBounded());
        assertEquals(Double.POSITIVE_INFINITY, infinite.relativeHalfWidth());
    }

    @Test
    void withoutGroundsTheIntervalIsUnbounded() {
        assertEquals(new RatioInterval(2, 0, Double.POSITIVE_INFINITY),
                RatioInterval.of(new double[] {4}, new double[] {2}));
        RatioInterval indistinct = RatioInterval.of(new double[] {4, 4, 5}, new double[] {0, 9, 0});
        assertFalse(indistinct.isBounded());
        assertEquals(13 / 9.0, indistinct.ratio(), 1e-12);
        assertThrows(IllegalArgumentException.class, () -> RatioInterval.of(new double[0], new double[0]));
        assertThrows(IllegalArgumentException.class, () -> RatioInterval.of(new double[2], new double[3]));
    }

    /** Exact for normal runs if the interval is bounded. */
    @ParameterizedTest
    @CsvSource({"3, 0.8, 0.05", "5, 0.8, 0.05", "8, 0.8, 0.05", "3, 0, 0.05", "8, 0, 0.1", "12, 0.5, 0.05"})
    void holdsTheTruthIn95Of100(int n, double correlation, double deviation) {
        double held = shareHeld(n, correlation, deviation);
        assertTrue(held >= 0.935 && held <= 0.965, "held the truth in " + held);
    }

    /** If the baseline is near zero, some intervals are also unbounded. */
    @ParameterizedTest
    @CsvSource({"3, 0, 0.4", "3, 0.8, 0.4", "5, 0, 0.8"})
    void isConservativeWhereTheRatioIsIllDefined(int n, double correlation, double deviation) {
        double held = shareHeld(n, correlation, deviation);
        assertTrue(held >= 0.95, "held the truth in " + held);
    }

    private static double shareHeld(int n, double correlation, double deviation) {
        int cases = 8_000;
        double truth = 1.2;
        Runs runs = new Runs(new SplittableRandom(n), correlation, deviation, false);
        int held = 0;
        for (int i = 0; i < cases; i++) {
            runs.draw(n, truth);
            RatioInterval interval = RatioInterval.of(runs.configuration(), runs.baseline());
            held += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
        }
        return held / (double) cases;
    }

    /** Each of four ratios leaves out 1.25%, which is 2.4977 standard deviations of a normal distribution. */
    @Test
    void ratiosOfEstimatesThatHoldAtOnceAreWider() {
        List<Double> ends = List.of(90.0, 110.0);
        RatioInterval one = RatioInterval.ofEstimates(100, ends, 100, ends, 1);
        RatioInterval four = RatioInterval.ofEstimates(100, ends, 100, ends, 4);
        assertEquals(Math.exp(Math.hypot(Math.log(1.1), Math.log(100 / 90.0))), one.high(), 1e-12);
        assertEquals(2.4977 / 1.95996, Math.log(four.high()) / Math.log(one.high()), 1e-4);
        assertEquals(Math.log(four.high()), -Math.log(four.low()), 1e-12);
    }
}
