package org.eejs.lab.banking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.eejs.banking.Phases;
import org.eejs.result.BankingFigures;
import org.junit.jupiter.api.Test;

class SettlingTest {
    private static final Phases PHASES = Phases.parse("8s,auto,38s,2s");
    private static final int RUNS = 1_000;
    /** Of a second's cost, so that bins of five vary by 5 %, as measured. */
    private static final double NOISE = 0.11;
    private static final int PAGES = 40;

    /** As measured on two cores: from 13 ms a page down to 3, most of it within 35 seconds. */
    private static double compiling(double second) {
        return 3 + 10 * Math.exp(-second / 10);
    }

    /** When the warm-up ends for a cost in milliseconds a page, second by second; -1 when it does not. */
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
        int[] ends = new int[RUNS];
        int early = 0;
        for (int run = 0; run < RUNS; run++) {
            ends[run] = warmAt(new Settling(), SettlingTest::compiling, run);
            assertTrue(ends[run] > 0, "never warm");
            early += compiling(ends[run]) > 1.07 * 3 ? 1 : 0;
        }
        java.util.Arrays.sort(ends);
        System.out.println("median " + ends[RUNS / 2] + ", 95 % " + ends[RUNS * 95 / 100] + " 5 % " + ends[RUNS / 20] + " early " + early);
    }

    @Test
    void aServiceThatNeverSettlesIsNeverCalledWarm() {
        int called = 0;
        for (int run = 0; run < RUNS; run++) {
            called += warmAt(new Settling(), second -> 20 * Math.pow(0.98, second), run) > 0 ? 1 : 0;
        }
        System.out.println("called warm: " + called);
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
