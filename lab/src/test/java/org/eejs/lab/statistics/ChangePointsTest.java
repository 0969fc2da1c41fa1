package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangePointsTest {
    private static final double TOLERANCE = 0.1;

    /**
     * Returns how many of a hundred runs count as unsettled. The level is a function of the elapsed part.
     */
    private static double unsettled(int n, double noise, DoubleUnaryOperator level) {
        int cases = n > 100 ? 200 : 1_000;
        double sigma = Math.sqrt(Math.log1p(noise * noise));
        int unsettled = 0;
        for (int run = 0; run < cases; run++) {
            SplittableRandom random = new SplittableRandom(run);
            double[] values = new double[n];
            Arrays.setAll(values, i -> level.applyAsDouble(i / (double) n) * Math.exp(sigma * random.nextGaussian()));
            unsettled += ChangePoints.isSettled(values, TOLERANCE) ? 0 : 1;
        }
        return 100.0 * unsettled / cases;
    }

    @ParameterizedTest
    @CsvSource({"12, 0.05, 2", "12, 0.3, 9", "38, 0.05, 1", "38, 0.3, 6", "600, 0.3, 1"})
    void steadyRunsAreSettled(int n, double noise, double atMost) {
        double found = unsettled(n, noise, part -> 1);
        assertTrue(found <= atMost, "unsettled in " + found);
    }

    @ParameterizedTest
    @CsvSource({"12, 0.05, 0.2, 85", "12, 0.3, 1.1, 75", "38, 0.05, 0.15, 95", "38, 0.3, 0.55, 75",
        "600, 0.3, 0.15, 75", "600, 0.3, 0.2, 95"})
    void stepsAreFound(int n, double noise, double step, double atLeast) {
        double found = unsettled(n, noise, part -> part < 1 / 3.0 ? 1 + step : 1);
        assertTrue(found >= atLeast, "found in " + found);
    }

    @ParameterizedTest
    @CsvSource({"12, 0.05, 0.3, 80", "38, 0.05, 0.3, 95", "38, 0.3, 1, 65", "600, 0.3, 0.3, 90"})
    void driftsAreFound(int n, double noise, double drift, double atLeast) {
        double found = unsettled(n, noise, part -> 1 + drift * (1 - part));
        assertTrue(found >= atLeast, "found in " + found);
    }

    @ParameterizedTest
    @CsvSource({"12, 0.3, 10", "38, 0.05, 2", "38, 0.3, 6", "600, 0.3, 1"})
    void oneSecondOfGarbageCollectionIsNoChange(int n, double noise, double atMost) {
        double found = unsettled(n, noise, part -> part >= 0.6 && part < 0.6 + 1.0 / n ? 5 : 1);
        assertTrue(found <= atMost, "unsettled in " + found);
    }

    @Test
    void smallStepsAreTolerated() {
        assertTrue(unsettled(600, 0.05, part -> part < 0.5 ? 1.05 : 1) == 0);
    }

    @Test
    void segmentsStartWhereTheLevelChanges() {
        double[] values = {4, 4.1, 3.9, 4, 4.1, 2, 2.1, 1.9, 2, 2.1, 1.9, 2};
        List<ChangePoints.Segment> segments = ChangePoints.segments(values);
        assertEquals(List.of(0, 5), segments.stream().map(ChangePoints.Segment::start).toList());
        assertEquals(4.02, segments.get(0).mean(), 1e-9);
        assertEquals(2, segments.get(1).mean(), 1e-9);
        assertFalse(ChangePoints.isSettled(values, TOLERANCE));
        assertTrue(ChangePoints.isSettled(values, 1.2));
    }

    @Test
    void secondsWithoutPagesAreLeftOut() {
        double none = Double.NaN;
        double[] values = {none, 4, 4.1, none, 3.9, 4, 4.1, none, 2, 2.1, 1.9, none, 2, 2.1, 1.9, 2, none};
        assertEquals(List.of(1, 8), ChangePoints.segments(values).stream().map(ChangePoints.Segment::start).toList());
        assertEquals(List.of(), ChangePoints.segments(new double[] {none}));
        assertTrue(ChangePoints.isSettled(new double[] {none, none}, TOLERANCE));
        assertEquals(List.of(new ChangePoints.Segment(1, 7)), ChangePoints.segments(new double[] {none, 7}));
    }

    @Test
    void seriesWithoutNoiseAreCutToo() {
        assertEquals(1, ChangePoints.segments(new double[20]).size());
        double[] values = new double[20];
        Arrays.setAll(values, i -> i < 12 ? 3 : 1);
        assertEquals(List.of(new ChangePoints.Segment(0, 3), new ChangePoints.Segment(12, 1)),
                ChangePoints.segments(values));
        assertTrue(ChangePoints.isSettled(new double[] {1, 9}, TOLERANCE), "too short to tell");
    }
}
