package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.eejs.report.text.Format;
import org.eejs.result.Experiment.RunsCompared;
import org.eejs.result.Result;
import org.eejs.result.Xml;
import org.junit.jupiter.api.Test;

/** Means over runs hold every value that was measured, and none that was not. Figures are made up. */
class SideBySideTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static Result.Run run(String name, int repetition, double pagesPerSecond, long handshakes,
            double handshakeMs) {
        return JSON.convertValue(Map.of("configuration", name, "repetition", repetition, "valid", true, "sessions", 100,
                "pages", 1_000, "pagesPerSecond", pagesPerSecond, "handshakeMs", Map.of("full", Map.of("count",
                        handshakes, "mean", handshakeMs))), Result.Run.class);
    }

    private static Result.Run transactions(String name, int repetition, double perSecond) {
        return new Result.Run(name, repetition, List.of(), true, new Result.PhaseSeconds(0, 1, 2, 0), new Xml.Round(
                perSecond, 640, 250_000, 12, 3, true, List.of(perSecond)));
    }

    private static List<String> row(String name, Result... results) {
        String line = Report.markdown(List.of(results)).replace('\u00a0', ' ').lines()
                .filter(each -> each.contains("configuration " + name)).findFirst().orElseThrow();
        return List.of(line.split(" \\| "));
    }

    private static Result compared(Result.Run... runs) {
        Result any = ComparisonFixture.of("C");
        RunsCompared compared = (RunsCompared) any.measured();
        return new Result("compare", any.startedAt(), any.experiment(), any.disclosure(), new RunsCompared(
                compared.procedure(), List.of(new Result.Configuration("stalled", null, null, null),
                        new Result.Configuration("other", null, null, null)), List.of(runs), List.of(), null));
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

    @Test
    void aRoundWithoutATransactionCounts() {
        Result result = compared(transactions("stalled", 1, 1_500), transactions("stalled", 2, 0),
                transactions("other", 1, 1_500), transactions("other", 2, 1_500));
        List<String> stalled = row("stalled", result, RenderingFixture.valid());
        assertEquals(Format.NONE, stalled.get(2), "it has no sessions");
        assertTrue(stalled.get(9).startsWith("750"), stalled.toString());
    }
}
