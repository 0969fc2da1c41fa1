package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An interval of unpaired series contains the true ratio as often as stated. */
class UnpairedRatioTest {
    @ParameterizedTest
    @CsvSource({"3,3,0.01,0.01", "3,5,0.03,0.03", "5,5,0.01,0.05", "3,10,0.05,0.01"})
    void theTrueRatioIsInsideIn95Of100(int n, int m, double noise, double baseNoise) {
        Random random = new Random(1);
        int inside = 0;
        int below = 0;
        int all = 4000;
        for (int i = 0; i < all; i++) {
            RatioInterval unequal = UnpairedRatio.interval(series(random, n, 0.8, noise),
                    series(random, m, 1, baseNoise));
            inside += unequal.low() <= 0.8 && unequal.high() >= 0.8 ? 1 : 0;
            below += UnpairedRatio.chanceNotBelow(series(random, n, 1, noise), series(random, m, 1, baseNoise)) < 0.05
                    ? 1 : 0;
        }
        // Welch's is an approximation: if few values vary most, as in the last row, 93.9% were found.
        assertTrue(inside > 0.93 * all && inside < 0.99 * all, inside + " of " + all + " intervals hold the ratio");
        assertTrue(below > 0.02 * all && below < 0.06 * all, below + " of " + all + " equals seem lower");
    }

    @Test
    void oneValueBoundsNothing() {
        RatioInterval ratio = UnpairedRatio.interval(new double[] {50}, new double[] {100, 101});
        assertEquals(50 / 100.5, ratio.ratio());
        assertEquals(Double.POSITIVE_INFINITY, ratio.high());
        assertEquals(1, UnpairedRatio.chanceNotBelow(new double[] {50}, new double[] {100, 101}));
    }

    @Test
    void seriesThatDoNotVaryAreCertain() {
        double[] tens = {10, 10, 10};
        assertEquals(0.9, UnpairedRatio.interval(new double[] {9, 9, 9}, tens).high(), 1e-12);
        assertEquals(0, UnpairedRatio.chanceNotBelow(new double[] {9, 9, 9}, tens));
        assertEquals(1, UnpairedRatio.chanceNotBelow(tens, tens));
    }

    private static double[] series(Random random, int n, double mean, double noise) {
        return DoubleStream.generate(() -> mean * (1 + noise * random.nextGaussian())).limit(n).toArray();
    }
}
