package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eejs.lab.Runs;
import org.junit.jupiter.api.Test;

class HolmTest {
    @Test
    void theClearestMustBeTheClearest() {
        assertArrayEquals(new double[] {0.95}, Holm.confidences(new double[] {0.2}, 1, 0.95), 1e-12);
        assertArrayEquals(new double[] {1 - 0.05 / 2, 1 - 0.05 / 3, 0.95},
                Holm.confidences(new double[] {0.02, 0.001, 0.04}, 3, 0.95), 1e-12);
    }

    @Test
    void whatFollowsOneThatIsNotSignificantKeepsItsLevel() {
        assertArrayEquals(new double[] {1 - 0.05 / 2, 1 - 0.05 / 3, 1 - 0.05 / 2},
                Holm.confidences(new double[] {0.03, 0.001, 0.04}, 3, 0.95), 1e-12);
    }

    /** Five configurations equal the baseline: one in twenty such experiments may find any difference. */
    @Test
    void ofEqualsNoneIsFoundToDiffer() {
        int experiments = 2_000;
        int plain = 0;
        int held = 0;
        SplittableRandom random = new SplittableRandom(7);
        for (int experiment = 0; experiment < experiments; experiment++) {
            Runs runs = new Runs(random, 0.5, 0.03, false);
            double[][] pairs = new double[5][];
            double[][] baseline = new double[5][];
            double[] pValues = new double[5];
            for (int i = 0; i < 5; i++) {
                runs.draw(6, 1);
                pairs[i] = runs.configuration();
                baseline[i] = runs.baseline();
                pValues[i] = RatioInterval.pValue(pairs[i], baseline[i]);
            }
            double[] confidences = Holm.confidences(pValues, 5, 0.95);
            boolean byHolm = false;
            boolean byPlain = false;
            for (int i = 0; i < 5; i++) {
                byHolm |= differs(RatioInterval.of(pairs[i], baseline[i], confidences[i]));
                byPlain |= differs(RatioInterval.of(pairs[i], baseline[i]));
            }
            plain += byPlain ? 1 : 0;
            held += byHolm ? 1 : 0;
        }
        assertTrue(plain > 0.15 * experiments, "plain " + plain);
        assertTrue(held <= 0.06 * experiments, "held " + held);
    }

    private static boolean differs(RatioInterval interval) {
        return interval.low() > 1 || interval.high() < 1;
    }

    @Test
    void theIntervalExcludesOneExactlyWhereTheTestIsSignificant() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 500; i++) {
            Runs runs = new Runs(random, 0.3, 0.04, false);
            runs.draw(5, 1 + 0.02 * (i % 5));
            double p = RatioInterval.pValue(runs.configuration(), runs.baseline());
            for (double level : new double[] {0.2, 0.05, 0.01}) {
                assertTrue(differs(RatioInterval.of(runs.configuration(), runs.baseline(), 1 - level)) == p < level,
                        () -> Arrays.toString(runs.configuration()) + Arrays.toString(runs.baseline()) + p);
            }
        }
    }
}
