package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the list of results. */
class ResultListTest {
    @Test
    void eachKindOfResultHasALine() {
        List<ResultList.Row> rows = List.of(ResultList.Row.of(RenderingFixture.valid(), "results/a"),
                ResultList.Row.of(RenderingFixture.invalid(), "results/b"),
                ResultList.Row.of(ComparisonFixture.of("E"), "results/c"),
                ResultList.Row.of(BenchFixture.full(), "results/d"),
                ResultList.Row.unreadable("cannot be read", "results/e"));
        List<String> lines = ResultList.words(rows).lines().toList();
        assertTrue(lines.get(0).matches("time +command +what +verdict +path"), lines.get(0));
        assertTrue(lines.get(1).matches("20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d +run .* QoS met +results/a"),
                lines.get(1));
        assertTrue(lines.get(2).contains(" INVALID "), lines.get(2));
        assertTrue(lines.get(5).contains("cannot be read"), lines.get(5));
        assertEquals(1, lines.stream().mapToInt(line -> line.replaceFirst("\\S+$", "").length()).distinct().count(),
                "columns stand below each other: " + lines);
        assertTrue(lines.stream().allMatch(line -> line.length() <= 120), lines.toString());
    }
}
