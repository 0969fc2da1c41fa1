package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.eejs.banking.Phases;
import org.eejs.result.CollectedFigures;
import org.junit.jupiter.api.Test;

class SettlingTest {
    private static final Phases PHASES = Phases.parse("8s,auto,32s,2s");
    private static final int RUNS = 1_000;
    /** The variation of a second's cost: with it bins of five vary by 5%, as measured. */
    private static final double NOISE = 0.11;
    private static final int PAGES = 40;

    /** Returns the cost of a page as measured on two cores: from 13 ms down to 3, mostly within 35 seconds. */
    private static double compiling(double second) {
        return 3 + 10 * Math.exp(-second / 10);
    }

    /** Returns when the warm-up ends for a cost in milliseconds a page, second by second; -1 if it does not. */
    private static int warmAt(Settling settling, DoubleUnaryOperator cost, long seed) {
        Random random = new Random(seed);
        for (int second = 0; second < PHASES.steadyStart().toSeconds(); second++) {
            double noisy = cost.applyAsDouble(second) * (1 + NOISE * random.nextGaussian());
            settling.add(PAGES, PAGES * noisy / 1_000, 0.3 * second);
            if (settling.isLevel(PHASES)) {
                return second + 1;
            }
        }
        return -1;
    }

    @Test
    void aServiceIsWarmSoonAfterItsCostHasSettled() {
        int[] ends = IntStream.range(0, RUNS).map(run -> warmAt(new Settling(), SettlingTest::compiling, run)).sorted()
                .toArray();
        assertTrue(ends[0] > 0, "never warm");
        assertTrue(ends[RUNS / 2] <= 60, "half of them after " + ends[RUNS / 2] + " s");
        assertTrue(ends[RUNS * 95 / 100] <= 80, "nearly all after " + ends[RUNS * 95 / 100] + " s");
        assertTrue(compiling(ends[RUNS / 2]) <= 1.03 * 3, "half of them at " + compiling(ends[RUNS / 2]) + " ms");
        assertTrue(compiling(ends[RUNS / 20]) <= 1.07 * 3, "early ones at " + compiling(ends[RUNS / 20]) + " ms");
    }

    @Test
    void aServiceThatNeverSettlesIsNotCalledWarm() {
        long called = IntStream.range(0, RUNS)
                .filter(run -> warmAt(new Settling(), second -> 20 * Math.pow(0.98, second), run) > 0).count();
        assertTrue(called <= RUNS / 100, called + " of " + RUNS);
    }

    private static Settling level(int... waiting) {
        Settling settling = new Settling();
        for (int second = 0; second < 40; second++) {
            settling.add(PAGES, 0.003 * PAGES, 0);
        }
        for (int methods : waiting) {
            settling.waiting(methods);
        }
        return settling;
    }

    /** The cost becomes level, but not that of a warm service. */
    @Test
    void aServiceWhoseCompilerIsStarvedIsNotWarm() {
        assertFalse(level(130, 150, 180).isLevel(PHASES));
        assertFalse(level(130, 0).isLevel(PHASES), "the queue is empty for moments");
        assertFalse(level(0, 0, 122).isLevel(PHASES));
        assertTrue(level(130, 6, 1).isLevel(PHASES));
        Phases ended = PHASES.steady(30, 40);
        CollectedFigures figures = new CollectedFigures();
        assertFalse(level(130).find(figures, ended, true));
        assertEquals(130, figures.get("settling.waitingCompilations"));
        assertTrue(level(1, 0).find(figures, ended, true));
    }

    @Test
    void whereNothingWaitsTwoBinsAreEnough() {
        Settling settling = new Settling();
        for (int second = 0; second < 32; second++) {
            settling.add(PAGES, (second < 16 ? 0.009 : 0.003) * PAGES, 0);
        }
        assertFalse(settling.isLevel(PHASES));
        settling.waiting(2);
        settling.waiting(2);
        assertTrue(settling.isLevel(PHASES));
    }

    @Test
    void aServiceWithoutPagesIsNotWarm() {
        Settling settling = new Settling();
        for (int second = 0; second < 60; second++) {
            settling.add(second < 50 ? 0 : 12, 0.4, 0);
            assertFalse(settling.isLevel(PHASES), "second " + second);
        }
    }
}
