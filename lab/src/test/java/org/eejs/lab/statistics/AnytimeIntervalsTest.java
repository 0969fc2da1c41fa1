package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnytimeIntervalsTest {
    private static final int TRIALS = 2_000;
    private static final double LEVEL = 0.05;

    @Test
    void lookingAfterEachBlockMissesTheTrueDifferenceNoMoreOftenThanTheLevel() {
        Random random = new Random(1);
        int missed = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double noise = Math.exp(random.nextGaussian());
            List<double[]> blocks = new ArrayList<>();
            boolean out = false;
            for (int block = 0; block < 30; block++) {
                double speed = 5 * random.nextGaussian();
                blocks.add(new double[] {speed + noise * random.nextGaussian(), speed + 1 + noise
                        * random.nextGaussian(), speed - 2 + noise * random.nextGaussian()});
                AnytimeIntervals intervals = new AnytimeIntervals(blocks);
                out |= Math.abs(intervals.difference(1, 0) - 1) > intervals.reach(LEVEL);
            }
            missed += out ? 1 : 0;
        }
        assertTrue(missed <= LEVEL * TRIALS, missed + " of " + TRIALS);
        assertTrue(missed > 0, "a wider interval would be wasteful");
    }

    @Test
    void intervalsBecomeNarrow() {
        Random random = new Random(2);
        List<double[]> blocks = new ArrayList<>();
        for (int block = 0; block < 12; block++) {
            blocks.add(new double[] {0.02 * random.nextGaussian(), 0.1 + 0.02 * random.nextGaussian(), 0});
        }
        AnytimeIntervals intervals = new AnytimeIntervals(blocks);
        assertEquals(0.1, intervals.difference(1, 0), 0.03);
        assertTrue(intervals.reach(LEVEL) < 0.04, "reach " + intervals.reach(LEVEL));
        assertEquals(Double.POSITIVE_INFINITY, new AnytimeIntervals(blocks.subList(0, 1)).reach(LEVEL));
    }
}
