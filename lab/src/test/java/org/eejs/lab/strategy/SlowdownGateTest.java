package org.eejs.lab.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eejs.lab.strategy.SlowdownGate.Verdict;
import org.eejs.result.Cell;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A gate of 5% judges intervals instead of points. */
class SlowdownGateTest {
    private static final SlowdownGate GATE = new SlowdownGate(0.05);

    private static Result.Comparison comparison(String figure, String name, double ratio, Double low, Double high) {
        return new Result.Comparison(figure, Cell.ofConfiguration(name), Cell.ofConfiguration("base"), ratio,
                low == null ? null : List.of(low, high), "inconclusive", 4, 1, ratio, null);
    }

    private static Result result(Result.Comparison... comparisons) {
        List<Result.Configuration> configurations = new ArrayList<>();
        for (String name : List.of("base", "one", "two")) {
            configurations.add(new Result.Configuration(name, null, null, null));
        }
        return Result.of("compare", "", null, null, new Result.Procedure("base", comparisons.length == 0
                ? "cpuMsPerPage"
                : comparisons[0].figure(), 0, 0.05, 4, 12, 0.9875, null, null), configurations, List.of(),
                Arrays.asList(comparisons), null, null);
    }

    @ParameterizedTest
    @CsvSource({
        "1.03, 1.01, 1.05, KEPT", "0.9, 0.5, 1.04, KEPT", "0.8, 0.7, 0.9, KEPT",
        "1.04, 1.01, 1.07, UNDECIDED", "1.06, 1.01, 1.11, UNDECIDED", "1.3, 1.05, 1.6, UNDECIDED",
        "1.2, 1.06, 1.3, FAILED", "1.2, , , UNDECIDED"})
    void theWholeIntervalMustBeWithinOrBeyond(double ratio, Double low, Double high, Verdict verdict) {
        Result lower = result(comparison("cpuMsPerPage", "one", ratio, low, high),
                comparison("cpuMsPerPage", "two", 1, 0.99, 1.01));
        assertEquals(verdict, GATE.of(lower));
        assertTrue(GATE.lines(lower, "DIR").get(0).startsWith("Gate: " + verdict.name().toLowerCase() + ": "));
    }

    @ParameterizedTest
    @CsvSource({"0.97, 0.95, 0.99, KEPT", "1.4, 0.96, 1.8, KEPT", "0.94, 0.9, 0.98, UNDECIDED",
        "0.8, 0.7, 0.94, FAILED"})
    void theLowerEndCountsIfMoreIsBetter(double ratio, double low, double high, Verdict verdict) {
        assertEquals(verdict, GATE.of(result(comparison("pagesPerSecond", "one", ratio, low, high),
                comparison("pagesPerSecond", "two", 1, 0.99, 1.01))));
    }

    @Test
    void oneThatFailsIsEnoughAndAllMustBeKept() {
        Result.Comparison kept = comparison("cpuMsPerPage", "one", 1, 0.99, 1.01);
        assertEquals(Verdict.FAILED, GATE.of(result(comparison("cpuMsPerPage", "one", 1, 0.9, 1.1),
                comparison("cpuMsPerPage", "two", 1.2, 1.1, 1.3))));
        assertEquals(Verdict.UNDECIDED, GATE.of(result(kept)), "two was not compared");
        assertTrue(GATE.lines(result(kept), "DIR").contains("Gate: undecided: two was not compared."));
        assertEquals(Verdict.UNDECIDED, GATE.of(result()));
        assertEquals(Verdict.KEPT, GATE.of(result(kept, comparison("cpuMsPerPage", "two", 1, 0.99, 1.01),
                comparison("gcMs", "two", 2, 1.9, 2.1))), "another figure does not decide");
    }
}
