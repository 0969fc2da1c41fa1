package org.eejs.lab.reproduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.eejs.lab.reproduction.StepFigures.Over;
import org.eejs.result.Cell;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.Published;
import org.eejs.result.Published.Relation;
import org.eejs.result.Published.Verdict;
import org.eejs.result.PublishedFigure;
import org.eejs.result.Reproduction;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepFiguresTest {
    private static final double[] SECONDS = {10, 40, 20, 30};
    private static final List<String> VERDICTS = List.of("better", "worse", "noDifference", "worse");

    /** Four rounds of {@code each}; no round of {@code later}; the round of {@code failed} failed. */
    private final StepFigures figures = new StepFigures(StepFiguresTest::made, step -> step.name().equals("each-1")
            ? run() : compared(VERDICTS.get(step.name().charAt(5) - '1')), Map.of("half", "seconds / 2"));

    private static Reproduction.Step made(String name, int round) {
        return switch (name) {
            case "each", "compare" -> new Reproduction.Step(name.substring(0, 4) + "-" + round, "", "",
                    SECONDS[round - 1], round == 4 ? 3 : 0, null);
            case "failed" -> new Reproduction.Step(name, "", "", 1, 1, "it failed");
            default -> null;
        };
    }

    private static Result run() {
        return Result.of("run", null, null, null, null, null, List.of(new Observation(Cell.ofConfiguration("run"), 1,
                List.of(), Map.of("pages", 50.0, "cpuSeconds.besim.user", 5.0), null, null)), List.of(), null, null);
    }

    private static Result compared(String verdict) {
        Cell cell = Cell.ofConfiguration("new");
        return Result.of("compare", null, null, null, new Result.Procedure("old", "appCpuMsPerPage", 0, 0.05, 4, 12,
                0.95, null, null), List.of(), List.of(), List.of(
                        new Result.Comparison("pages", cell, cell, 1, null, "better", 4, 1, 1, null),
                        new Result.Comparison("appCpuMsPerPage", cell, cell, 1, null, verdict, 4, 1, 1, null)), null, null);
    }

    @ParameterizedTest
    @CsvSource({"2 + 3 * 4, 14", "(2+3)*4, 20", "10 - 4 - 3, 3", "12 / 3 / 2, 2", "abs(1 - 3) * 2, 4",
        "seconds, 10", "half + exitCode, 5", "pages / cpuSeconds.besim.user, 10", "each:seconds * 2 - compare:half, 15",
        "round * 1000, 1000", "later:seconds + 1, NaN", "gcMs, NaN"})
    void aFormulaIsArithmeticOnFigures(String formula, double value) {
        StepFigures.check(formula, figures.formulas().keySet(), List.of("each", "compare", "later"));
        assertEquals(value, figures.value(formula, "each", 1), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2 +", "(2", "2 3", "* 2", "abs", "speed", "other:pages", "verdict.bad", ""})
    void otherWordsAreRefused(String formula) {
        assertThrows(InputException.class, () -> StepFigures.check(formula, figures.formulas().keySet(),
                List.of("each")));
    }

    @ParameterizedTest
    @CsvSource({"seconds, MEDIAN, AT_MOST, 25, 25, REPRODUCED", "seconds, HIGHEST, AT_MOST, 39, 40, DIFFERS",
        "seconds, MEAN, AT_LEAST, 26, 25, DIFFERS", "exitCode, HIGHEST, AT_MOST, 0, 3, DIFFERS"})
    void theRoundThatCountsKeepsTheBoundOrNot(String metric, Over over, Relation relation, double bound, double measured,
            Verdict verdict) {
        PublishedFigure figure = figures.judge(row(metric, relation, bound), over, "each", 4);
        assertEquals(measured, figure.measured());
        assertEquals(verdict, figure.verdict());
        assertEquals(4, figure.runs());
        assertNull(figure.ci95());
    }

    @Test
    void comparisonsAreCountedByTheVerdictOfTheFigureThatDecides() {
        StepFigures compared = new StepFigures(StepFiguresTest::made,
                step -> compared(VERDICTS.get(step.name().charAt(5) - '1')), Map.of());
        assertEquals(0.75, compared.judge(row("verdict.better + verdict.worse", Relation.AT_MOST, 0.8), Over.MEAN,
                "compare", 4).measured());
    }

    @Test
    void aBoundIsNotReachedByARoundThatMeasuredNothing() {
        Published.Row row = row("gcMs", Relation.AT_MOST, 1);
        assertEquals(Verdict.DIFFERS, figures.judge(row, Over.MEAN, "each", 1).verdict());
        assertEquals("it failed", figures.judge(row, Over.MEAN, "failed", 1).reason());
        assertEquals(Verdict.NOT_HERE, figures.judge(row, Over.MEAN, "later", 2).verdict());
    }

    private static Published.Row row(String metric, Relation relation, double bound) {
        return new Published.Row(metric, null, null, null, bound, null, relation);
    }
}
