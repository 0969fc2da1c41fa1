package org.eejs.lab.reproduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.eejs.lab.statistics.Estimate;
import org.eejs.result.Published.Relation;
import org.eejs.result.Published.Row;
import org.eejs.result.Published.Verdict;
import org.eejs.result.PublishedFigure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureVerdictTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1.345 | 1.32 | 1.25 | 1.38 | REPRODUCED | the interval contains the published value",
        "1.345 | 1.60 | 1.50 | 1.70 | REPRODUCED | the same direction, and a larger effect",
        "1.345 | 1.10 | 1.05 | 1.15 | DIFFERS    | the same direction, but a smaller effect",
        "1.345 | 1.20 | 0.95 | 1.50 | DIFFERS    | no significant difference",
        "1.345 | 0.80 | 0.75 | 0.85 | DIFFERS    | the other direction",
        "0.742 | 0.73 | 0.47 | 0.95 | REPRODUCED | the interval contains the published value",
        "0.742 | 0.13 | 0.10 | 0.15 | REPRODUCED | the same direction, and a larger effect",
        "0.742 | 0.90 | 0.85 | 0.95 | DIFFERS    | the same direction, but a smaller effect",
        "0.742 | 1.20 | 1.10 | 1.30 | DIFFERS    | the other direction",
        "1     | 1.02 | 0.97 | 1.07 | REPRODUCED | no difference above 10%",
        "1     | 1.02 | 0.80 | 1.20 | DIFFERS    | a difference above 10% is possible"})
    void aRatioIsReproducedInItsDirectionAndAtLeastAsFar(double published, double measured, double low, double high,
            Verdict verdict, String reason) {
        PublishedFigure figure = FigureVerdict.of(new Row("pages", "A", "B", published, null, null),
                new Estimate(measured, List.of(low, high), 4));
        assertEquals(verdict, figure.verdict());
        assertEquals(reason, figure.reason());
    }

    @ParameterizedTest
    @CsvSource({"HIGHER, 1.01, 1.2, REPRODUCED", "HIGHER, 0.99, 1.2, DIFFERS", "LOWER, 0.8, 0.99, REPRODUCED",
        "LOWER, 0.8, 1.01, DIFFERS", "SAME, 0.91, 1.09, REPRODUCED", "SAME, 1.2, 1.3, DIFFERS"})
    void aRelationNeedsTheWholeInterval(Relation relation, double low, double high, Verdict verdict) {
        assertEquals(verdict, FigureVerdict.of(new Row("pages", "A", "B", null, null, null, relation),
                new Estimate((low + high) / 2, List.of(low, high), 4)).verdict());
    }

    @ParameterizedTest
    @CsvSource({"AT_MOST, 44, REPRODUCED, reached", "AT_MOST, 45, REPRODUCED, reached",
        "AT_MOST, 49, DIFFERS, the interval has values on both sides of the bound",
        "AT_MOST, 51, DIFFERS, the interval has values on both sides of the bound",
        "AT_MOST, 60, DIFFERS, 1.20 times the published value", "AT_LEAST, 56, REPRODUCED, reached",
        "AT_LEAST, 51, DIFFERS, the interval has values on both sides of the bound",
        "AT_LEAST, 49, DIFFERS, the interval has values on both sides of the bound",
        "AT_LEAST, 40, DIFFERS, 0.800 times the published value"})
    void aBoundIsKeptByTheWholeInterval(Relation relation, double measured, Verdict verdict, String reason) {
        PublishedFigure figure = FigureVerdict.of(new Row("p99Ms", null, null, null, 50.0, null, relation),
                new Estimate(measured, List.of(measured - 5, measured + 5), 4));
        assertEquals(verdict, figure.verdict());
        assertEquals(reason, figure.reason());
    }

    @ParameterizedTest
    @CsvSource({"0.9, 1.0, REPRODUCED", "0.97, 1.0, DIFFERS", "0.1, 1.2, DIFFERS"})
    void aValueNeedsANarrowInterval(double low, double high, Verdict verdict) {
        assertEquals(verdict, FigureVerdict.of(new Row("good", "A", null, null, 0.956, null),
                new Estimate((low + high) / 2, List.of(low, high), 4)).verdict());
    }

    @Test
    void whatAnotherMachineDidInASecondIsNotJudged() {
        PublishedFigure figure = FigureVerdict.of(new Row("opsPerSecond", null, null, null, 500.0, null,
                Relation.BESIDE), new Estimate(250.0, List.of(240.0, 260.0), 3));
        assertEquals(Verdict.NOT_HERE, figure.verdict());
        assertEquals(250.0, figure.measured());
        assertEquals("of another machine, and not judged: here it is 0.500 times the published value",
                figure.reason());
    }

    @Test
    void aFigureWithoutAnIntervalReportsThat() {
        PublishedFigure figure = FigureVerdict.of(new Row("pages", "A", "B", 1.3, null, null),
                new Estimate(1.4, null, 1));
        assertEquals(Verdict.REPRODUCED, figure.verdict());
        assertTrue(figure.reason().endsWith("; measured too seldom for an interval"), figure.reason());
    }

    @Test
    void whatWasNotMeasuredHasNoVerdictButNotHere() {
        assertEquals(Verdict.NOT_HERE, FigureVerdict.of(new Row("pages", "A", "B", 1.3, null, null), Estimate.NONE)
                .verdict());
    }
}
