package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;

class RunNamesTest {
    private static final String FIRST = "2026-11-21T06:11:00Z";
    private static final String LATER = "2026-11-21T07:30:00Z";

    private static Result result(String startedAt, Map<String, Object> settings) {
        Result recorded = RenderingFixture.valid();
        return Result.ofRun(recorded.command(), startedAt, RunSettings.of(settings), recorded.disclosure(),
                recorded.observations().get(0));
    }

    private static List<String> names(Result... results) {
        return ResultSection.of(List.of(results)).stream().map(section -> section.runs().get(0).name()).toList();
    }

    @Test
    void runsAreNamedByWhatDiffers() {
        assertEquals(List.of("defaults", "--back-end pooled --jdk 25"), names(result(FIRST, Map.of()),
                result(LATER, Map.of("backEnd", "pooled", "jdk", "25"))));
        assertEquals(List.of("--back-end plain", "--back-end pooled"), names(
                result(FIRST, Map.of("backEnd", "plain", "jdk", "25")),
                result(LATER, Map.of("backEnd", "pooled", "jdk", "25"))));
    }

    @Test
    void equalNamesAreDistinguishedByTheirStart() {
        List<String> names = names(result(FIRST, Map.of("jdk", "25")), result(LATER, Map.of("jdk", "25")));
        assertEquals(2, names.stream().distinct().count(), names.toString());
        assertEquals("started 2026-11-21 06:11:00 UTC", names.get(0).replaceFirst(".*, ", ""));
        List<String> copies = names(result(FIRST, Map.of("jdk", "25")), result(FIRST, Map.of("jdk", "25")));
        assertEquals(copies.get(0) + " (2)", copies.get(1));
    }
}
