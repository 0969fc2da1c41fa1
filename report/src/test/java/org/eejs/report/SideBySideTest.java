package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.eejs.report.text.Format;
import org.eejs.result.Cell;
import org.eejs.result.Distribution;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

/** Means over runs include every measured value, and no other. Figures are invented. */
class SideBySideTest {
    private static Observation run(String name, int round, double pagesPerSecond, long handshakes,
            double handshakeMs) {
        return new Observation(Cell.ofConfiguration(name), round, List.of(), Map.of("sessions", 100.0, "pages", 1_000.0,
                "pagesPerSecond", pagesPerSecond), handshakes == 0 ? Map.of() : Map.of("handshakeMs.full",
                        new Distribution(handshakes, handshakeMs, handshakeMs, List.of())), null);
    }

    private static List<String> row(String name, Result... results) {
        String line = Report.markdown(List.of(results)).replace('\u00a0', ' ').lines()
                .filter(each -> each.contains("configuration " + name)).findFirst().orElseThrow();
        return List.of(line.split(" \\| "));
    }

    private static Result compared(Observation... runs) {
        Result any = ComparisonFixture.of("C");
        return Result.of("compare", any.startedAt(), any.settings(), any.disclosure(), any.procedure(),
                List.of(new Result.Configuration("stalled", null, null, null),
                        new Result.Configuration("other", null, null, null)), List.of(runs), List.of(), null, null);
    }

    @Test
    void aValueOfZeroCountsAndOneThatWasNotMeasuredDoesNot() {
        Result result = compared(run("stalled", 1, 50, 10, 4), run("stalled", 2, 0, 0, 0),
                run("other", 1, 50, 10, 4), run("other", 2, 50, 10, 2));
        List<String> stalled = row("stalled", result, RenderingFixture.valid());
        List<String> other = row("other", result, RenderingFixture.valid());
        assertEquals("25.0", stalled.get(3), "50 and 0 pages a second");
        assertEquals(Format.NONE, stalled.get(4), "response times were not measured");
        assertEquals(Format.NONE, stalled.get(7), "CPU was not measured");
        assertEquals("4.00", stalled.get(8), "a run without handshakes has no time of one");
        assertTrue(other.get(3).startsWith("50.0"), other.toString());
        assertTrue(other.get(8).startsWith("3.00"), other.toString());
    }

}
