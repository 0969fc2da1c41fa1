package org.eejs.lab.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eejs.lab.comparison.SlowdownGate.Verdict;
import org.eejs.result.Experiment;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A gate of 5 % judges intervals and no points. */
class SlowdownGateTest {
    private static final SlowdownGate GATE = new SlowdownGate(0.05);

    private static Result.Comparison comparison(String metric, String better, String name, double ratio, Double low,
            Double high) {
        return new Result.Comparison(metric, better, "base", name, ratio, low == null ? null : List.of(low, high),
                "inconclusive", 4, 1, ratio);
    }

    private static Result result(Result.Comparison... comparisons) {
        List<Result.Configuration> configurations = new ArrayList<>();
        for (String name : List.of("base", "one", "two")) {
            configurations.add(new Result.Configuration(name, null, null, null));
        }
        return new Result("compare", "", null, null, new Experiment.RunsCompared(new Result.Procedure("base", "cost", 0,
                0.05, 4, 12, 0.9875, null, null), configurations, List.of(), Arrays.asList(comparisons), null));
    }

    @ParameterizedTest
    @CsvSource({
        "1.03, 1.01, 1.05, KEPT", "0.9, 0.5, 1.04, KEPT", "0.8, 0.7, 0.9, KEPT",
        "1.04, 1.01, 1.07, UNDECIDED", "1.06, 1.01, 1.11, UNDECIDED", "1.3, 1.05, 1.6, UNDECIDED",
        "1.2, 1.06, 1.3, FAILED", "1.2, , , UNDECIDED"})
    void theWholeIntervalMustBeWithinOrBeyond(double ratio, Double low, Double high, Verdict verdict) {
        Result lower = result(comparison("cost", "lower", "one", ratio, low, high),
                comparison("cost", "lower", "two", 1, 0.99, 1.01));
        assertEquals(verdict, GATE.of(lower));
        assertTrue(GATE.lines(lower, "DIR").get(0).startsWith("Gate: " + verdict.name().toLowerCase() + ": "));
    }

    @ParameterizedTest
    @CsvSource({"0.97, 0.95, 0.99, KEPT", "1.4, 0.96, 1.8, KEPT", "0.94, 0.9, 0.98, UNDECIDED",
        "0.8, 0.7, 0.94, FAILED"})
    void ofFiguresOfWhichMoreIsBetterTheLowerEndCounts(double ratio, double low, double high, Verdict verdict) {
        assertEquals(verdict, GATE.of(result(comparison("cost", "higher", "one", ratio, low, high),
                comparison("cost", "higher", "two", 1, 0.99, 1.01))));
    }

    @Test
    void oneThatFailsIsEnoughAndAllMustBeKept() {
        Result.Comparison kept = comparison("cost", "lower", "one", 1, 0.99, 1.01);
        assertEquals(Verdict.FAILED, GATE.of(result(comparison("cost", "lower", "one", 1, 0.9, 1.1),
                comparison("cost", "lower", "two", 1.2, 1.1, 1.3))));
        assertEquals(Verdict.UNDECIDED, GATE.of(result(kept)), "two was not compared");
        assertTrue(GATE.lines(result(kept), "DIR").contains("Gate: undecided: two was not compared."));
        assertEquals(Verdict.UNDECIDED, GATE.of(result()));
        assertEquals(Verdict.KEPT, GATE.of(result(kept, comparison("cost", "lower", "two", 1, 0.99, 1.01),
                comparison("other", "lower", "two", 2, 1.9, 2.1))), "another figure does not decide");
    }
}
