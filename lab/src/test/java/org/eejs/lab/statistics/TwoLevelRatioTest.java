package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwoLevelRatioTest {
    private static final int PARTS = 4;
    private static final int CASES = 1_000;

    @Test
    void whatCanBeFoundIsKnownBeforeThereIsAFigure() {
        double four = TwoLevelRatio.expected(4, 0.025, 0.9875);
        double twelve = TwoLevelRatio.expected(12, 0.025, 0.9875);
        assertTrue(four < 1.1, "a tenth is found after four blocks in 96 % and more: " + four);
        assertTrue(twelve > 1.02 && twelve < four, "more blocks find less: " + twelve);
        assertTrue(TwoLevelRatio.expected(5, 0.1, 0.95) > 1.1, "of JVMs that differ by a tenth");
    }

    /** Blocks of two JVMs that are each measured in parts. */
    private static final class Blocks {
        private final double[] ratios;
        private final double[] squares;

        Blocks(Random random, int number, double ratio, double between, double within) {
            ratios = new double[number];
            squares = new double[number];
            for (int block = 0; block < number; block++) {
                double off = Math.log(ratio) + between * random.nextGaussian();
                double[] parts = new double[PARTS];
                Arrays.setAll(parts, part -> off + within * random.nextGaussian());
                double mean = Arrays.stream(parts).average().orElseThrow();
                ratios[block] = Math.exp(mean);
                squares[block] = Arrays.stream(parts).map(each -> (each - mean) * (each - mean)).sum();
            }
        }

        TwoLevelRatio first(int number) {
            double variance = Arrays.stream(squares, 0, number).sum() / (number * (PARTS - 1)) / PARTS;
            double[] baseline = new double[number];
            Arrays.fill(baseline, 1);
            return new TwoLevelRatio(Arrays.copyOf(ratios, number), baseline, variance);
        }

        /** Returns the interval of a comparison: of the blocks only, if blocks differ too much. */
        RatioInterval interval(int number, double confidence) {
            TwoLevelRatio ratio = first(number);
            double[] baseline = new double[number];
            Arrays.fill(baseline, 1);
            return ratio.fits() ? ratio.interval(confidence)
                    : RatioInterval.of(Arrays.copyOf(ratios, number), baseline, confidence);
        }

        /** Returns the final interval of a comparison. */
        RatioInterval end(StoppingRule rule) {
            int blocks = rule.minRuns();
            while (true) {
                RatioInterval interval = interval(blocks, rule.confidence());
                if (!rule.goesOn(rule.isEnough(interval, ComparisonVerdict.of(interval, true, rule.margin())),
                        blocks)) {
                    return interval;
                }
                blocks++;
            }
        }
    }

    /**
     * The shares of equal configurations that are found to differ, and found equal, in at most this number of blocks.
     *
     * @param between the standard deviation between pairs of JVMs
     * @param within that of a part's ratio; 0.037 was measured with a hundred users, in parts of six seconds 0.03
     */
    @ParameterizedTest
    @CsvSource({
        "0, 0.03, 4, 0.02, 0.96", "0.014, 0.03, 4, 0.03, 0.87", "0.028, 0.048, 8, 0.05, 0.6", "0.1, 0.03, 8, 0.065, 0"})
    void equalsAreRarelyFoundToDiffer(double between, double within, int most, double falseAtMost, double sameAtLeast) {
        assertRarelyDiffer(between, within, most, falseAtMost, sameAtLeast);
    }

    @ParameterizedTest
    @CsvSource({
        "0.014, 0.03, 6, 0.02, 0.92", "0.014, 0.048, 8, 0.03, 0.89", "0.028, 0.08, 8, 0.05, 0.17",
        "0.04, 0.048, 8, 0.055, 0.27", "0.05, 0.02, 8, 0.06, 0.15"})
    @Tag("long")
    void soItIsWithOtherDeviations(double between, double within, int most, double falseAtMost, double sameAtLeast) {
        assertRarelyDiffer(between, within, most, falseAtMost, sameAtLeast);
    }

    private static void assertRarelyDiffer(double between, double within, int most, double falseAtMost, double sameAtLeast) {
        StoppingRule rule = new StoppingRule(0, StoppingRule.MARGIN, StoppingRule.MIN_RUNS, most);
        Random random = new Random(1);
        int found = 0;
        int same = 0;
        for (int i = 0; i < CASES; i++) {
            RatioInterval interval = new Blocks(random, most, 1, between, within).end(rule);
            found += excludesOne(interval) ? 1 : 0;
            same += ComparisonVerdict.of(interval, true, rule.margin()) == ComparisonVerdict.NO_DIFFERENCE ? 1 : 0;
        }
        String counts = "found " + found + ", same " + same + " of " + CASES;
        assertTrue(found <= falseAtMost * CASES, counts);
        assertTrue(same >= sameAtLeast * CASES, counts);
    }

    @ParameterizedTest
    @CsvSource({"0.014, 0.03, 0.99", "0.014, 0.048, 0.95", "0.028, 0.048, 0.82"})
    void fourBlocksFindATenth(double between, double within, double atLeast) {
        Random random = new Random(2);
        int found = 0;
        for (int i = 0; i < CASES; i++) {
            RatioInterval interval = new Blocks(random, 4, 1.1, between, within).interval(4, 0.9875);
            found += interval.low() > 1 ? 1 : 0;
        }
        assertTrue(found >= atLeast * CASES, "found " + found + " of " + CASES);
    }

    @Test
    void theIntervalExcludesOneIfThePValueDoes() {
        Random random = new Random(3);
        for (int i = 0; i < CASES / 10; i++) {
            TwoLevelRatio ratio = new Blocks(random, 3, 1.04, 0.014, 0.048).first(3);
            assertEquals(excludesOne(ratio.interval(1 - ratio.pValue() * 1.001)), true);
            assertEquals(excludesOne(ratio.interval(1 - ratio.pValue() * 0.999)), false);
        }
    }

    @Test
    void partsThatAgreeMakeItNarrowAndBlocksThatDoNotMakeItWide() {
        double[] baseline = {1, 1, 1, 1};
        double[] close = {1.001, 0.999, 1.002, 0.998};
        double[] apart = {1.05, 0.95, 1.06, 0.94};
        double precise = new TwoLevelRatio(close, baseline, 1e-6).interval(0.95).relativeHalfWidth();
        double noisy = new TwoLevelRatio(close, baseline, 1e-3).interval(0.95).relativeHalfWidth();
        double different = new TwoLevelRatio(apart, baseline, 1e-6).interval(0.95).relativeHalfWidth();
        assertTrue(precise < noisy && noisy < different, precise + ", " + noisy + ", " + different);
        RatioInterval blocksAlone = RatioInterval.of(close, baseline, 0.95);
        assertTrue(blocksAlone.relativeHalfWidth() < noisy, "four blocks that agree by chance prove little");
    }

    @Test
    void whatIsDetectableIsFoundInFourOfFiveCases() {
        Random random = new Random(4);
        int found = 0;
        for (int i = 0; i < CASES; i++) {
            double detectable = new Blocks(random, 4, 1, 0.014, 0.03).first(4).detectable(0.95);
            found += new Blocks(random, 4, detectable, 0.014, 0.03).first(4).interval(0.95).low() > 1 ? 1 : 0;
        }
        assertTrue(found > 0.75 * CASES && found < 0.9 * CASES, found + " of " + CASES);
    }

    private static boolean excludesOne(RatioInterval interval) {
        return interval.low() > 1 || interval.high() < 1;
    }

    /** A tuned configuration is reported as cheaper only if it is: the confirmation errs in one of a hundred cases. */
    @ParameterizedTest
    @CsvSource({"4, 0.04", "8, 0.04"})
    void aConfirmationHardlyEverReportsASavingThatIsNone(int blocks, double between) {
        assertRarelyReported(blocks, between);
    }

    @ParameterizedTest
    @CsvSource({"4, 0.01", "4, 0.028", "8, 0.01", "8, 0.028"})
    @Tag("long")
    void soItIsIfJvmsDifferLess(int blocks, double between) {
        assertRarelyReported(blocks, between);
    }

    private static void assertRarelyReported(int blocks, double between) {
        Random random = new Random(45);
        int reported = 0;
        for (int trial = 0; trial < 5 * CASES; trial++) {
            reported += new Blocks(random, blocks, 1, between, 0.037).interval(blocks, 0.99).high() < 1 ? 1 : 0;
        }
        assertTrue(reported <= 0.01 * 5 * CASES, reported + " of " + 5 * CASES);
    }
}
