package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.eejs.lab.Runs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoppingRuleTest {
    private static final StoppingRule RULE = new StoppingRule(0.03, 0.05, 5, 12);
    private static final RatioInterval WIDE = new RatioInterval(1, 0.9, 1.1);
    private static final RatioInterval NARROW = new RatioInterval(1, 0.98, 1.02);

    @Test
    void stopsWhenEveryIntervalIsPrecise() {
        assertTrue(goesOn(RULE, List.of(NARROW), 4));
        assertFalse(goesOn(RULE, List.of(NARROW, NARROW), 5));
        assertTrue(goesOn(RULE, List.of(NARROW, WIDE), 5));
        assertTrue(goesOn(RULE, List.of(RatioInterval.of(new double[] {4}, new double[] {2})), 11));
        assertFalse(goesOn(RULE, List.of(WIDE), 12));
        assertThrows(IllegalArgumentException.class, () -> new StoppingRule(0.03, 0.05, 1, 12));
        assertThrows(IllegalArgumentException.class, () -> new StoppingRule(0.03, 0.05, 5, 4));
    }

    @Test
    void aFixedNumberOfRunsNeedsNoAllowance() {
        assertEquals(0.95, new StoppingRule(0, 0.05, 8, 8).confidence());
        assertTrue(RULE.confidence() > 0.95);
    }

    @Test
    void withoutAPrecisionItStopsWhenEveryIntervalDecides() {
        StoppingRule rule = new StoppingRule(0, 0.05, 4, 12);
        RatioInterval slower = new RatioInterval(1.2, 1.01, 1.4);
        RatioInterval same = new RatioInterval(1, 0.96, 1.04);
        assertTrue(goesOn(rule, List.of(slower), 3));
        assertFalse(goesOn(rule, List.of(slower, same), 4));
        assertTrue(goesOn(rule, List.of(slower, WIDE), 4));
    }

    @Test
    void aContinuedComparisonCountsItsVerdictAsACheck() {
        StoppingRule ended = new StoppingRule(0, 0.05, 8, 8);
        StoppingRule further = new StoppingRule(0, 0.05, 16, 16).goingOn(ended.minRuns());
        assertEquals(8, further.minRuns());
        assertEquals(16, further.maxRuns());
        assertTrue(further.confidence() > ended.confidence());
    }

    private static boolean goesOn(StoppingRule rule, List<RatioInterval> intervals, int blocks) {
        return rule.goesOn(intervals.stream().allMatch(each -> rule.isEnough(each,
                ComparisonVerdict.of(each, true, rule.margin()))), blocks);
    }

    /** Returns the final interval of a comparison. */
    private static RatioInterval compare(StoppingRule rule, Runs runs, double ratio, double confidence) {
        runs.draw(rule.maxRuns(), ratio);
        int blocks = rule.minRuns();
        while (true) {
            RatioInterval interval = RatioInterval.of(Arrays.copyOf(runs.configuration(), blocks),
                    Arrays.copyOf(runs.baseline(), blocks), confidence);
            if (!goesOn(rule, List.of(interval), blocks)) {
                return interval;
            }
            blocks++;
        }
    }

    private static StoppingRule rule(int maxRuns) {
        return new StoppingRule(0, StoppingRule.MARGIN, StoppingRule.MIN_RUNS, maxRuns);
    }

    private static boolean findsDifference(RatioInterval interval) {
        return interval.low() > 1 || interval.high() < 1;
    }

    /** Forty comparisons of a configuration with itself, many times, for every kind of noise. */
    @Test
    void equalsAreRarelyFoundToDiffer() {
        int repetitions = 30;
        int comparisons = 40;
        int cases = 0;
        int few = 0;
        int all = 0;
        double worst = 0;
        for (boolean logNormal : new boolean[] {false, true}) {
            for (double correlation : new double[] {0, 0.5, 0.9}) {
                for (double deviation : new double[] {0.02, 0.04, 0.06, 0.08}) {
                    int differences = 0;
                    for (int repetition = 0; repetition < repetitions; repetition++) {
                        SplittableRandom random = new SplittableRandom(1_000 * repetition + cases);
                        Runs runs = new Runs(random, correlation, deviation, logNormal);
                        StoppingRule rule = rule(8 + 4 * (repetition % 2));
                        int found = 0;
                        for (int i = 0; i < comparisons; i++) {
                            found += findsDifference(compare(rule, runs, 1, rule.confidence())) ? 1 : 0;
                        }
                        differences += found;
                        few += found <= 3 ? 1 : 0;
                        cases++;
                    }
                    all += differences;
                    worst = Math.max(worst, differences / (double) (repetitions * comparisons));
                }
            }
        }
        assertTrue(few >= 0.9 * cases, "3 of 40 or fewer in " + few + " of " + cases);
        assertTrue(all <= 0.04 * cases * comparisons, all + " of " + cases * comparisons);
        // Five of a hundred, and what chance adds to the worst of 24 kinds of noise at 1,200 comparisons each.
        assertTrue(worst <= 0.063, "at worst " + worst);
    }

    /** The rule needs its own confidence: plain intervals of 95% find too many differences. */
    @Test
    void plainIntervalsWouldNotDo() {
        StoppingRule rule = rule(12);
        Runs runs = new Runs(new SplittableRandom(1), 0, 0.04, false);
        int cases = 4_000;
        int plain = 0;
        int guarded = 0;
        for (int i = 0; i < cases; i++) {
            plain += findsDifference(compare(rule, runs, 1, RatioInterval.CONFIDENCE)) ? 1 : 0;
            guarded += findsDifference(compare(rule, runs, 1, rule.confidence())) ? 1 : 0;
        }
        assertTrue(plain > 0.08 * cases, "plain " + plain);
        assertTrue(guarded < 0.055 * cases, "guarded " + guarded);
    }

    /** The margin is separate from the width that the interval must reach anyway. */
    @ParameterizedTest
    @CsvSource({"0.015, 0.95", "0.02, 0.78", "0.03, 0.27"})
    void equalsAreCalledEqual(double deviation, double atLeast) {
        StoppingRule rule = rule(8);
        Runs runs = new Runs(new SplittableRandom(4), 0, deviation, false);
        int cases = 2_000;
        int found = 0;
        for (int i = 0; i < cases; i++) {
            found += ComparisonVerdict.of(compare(rule, runs, 1, rule.confidence()), true, rule.margin())
                    == ComparisonVerdict.NO_DIFFERENCE ? 1 : 0;
        }
        assertTrue(found >= atLeast * cases, "found in " + found + " of " + cases);
    }

    /** The runs of a block are independent here, which is the hardest case. */
    @ParameterizedTest
    @CsvSource({"0.02, 0.999", "0.03, 0.98", "0.04, 0.87", "0.05, 0.65"})
    void aSlowdownOfTenPerCentIsFoundInEightRuns(double deviation, double atLeast) {
        StoppingRule rule = rule(8);
        Runs runs = new Runs(new SplittableRandom(2), 0, deviation, false);
        int cases = 2_000;
        int found = 0;
        for (int i = 0; i < cases; i++) {
            RatioInterval interval = compare(rule, runs, 1.1, rule.confidence());
            found += ComparisonVerdict.of(interval, true, 0.03) == ComparisonVerdict.WORSE ? 1 : 0;
        }
        assertTrue(found >= atLeast * cases, "found in " + found + " of " + cases);
    }
}
