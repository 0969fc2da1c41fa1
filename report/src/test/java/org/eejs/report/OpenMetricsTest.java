package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.lab.settings.NamedFigure;
import org.eejs.result.Measured;
import org.eejs.result.Result;
import org.eejs.result.RunDirectory;
import org.junit.jupiter.api.Test;

/** Figures under their names: those of the result's JSON, and the grammar of OpenMetrics 1.0. */
class OpenMetricsTest {
    /** By the grammar in section 4.1 of the specification, of gauges alone. */
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)"
            + "\\{((?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\p{Cc}\\p{Cs}\\u2028\\u2029]|\\\\[n\"\\\\])*\",?)*)\\} "
            + "([+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)");
    private static final Pattern DESCRIPTION = Pattern.compile("# (TYPE|HELP) (\\S+) (.+)");

    @Test
    void namesAreThoseOfTheJson() throws Exception {
        Result result = RenderingFixture.valid();
        JsonNode run = new ObjectMapper().readTree(RunDirectory.json(result)).at("/runs/0");
        int found = 0;
        for (NamedFigure figure : NamedFigure.ALL) {
            if (figure.in(result.runs().get(0).banking()).isPresent()) {
                JsonNode node = run.at("/" + figure.name().replace('.', '/'));
                assertEquals(node.asDouble(), figure.in(result.runs().get(0).banking()).getAsDouble(), figure.name());
                assertTrue(node.isNumber(), figure.name());
                found++;
            }
        }
        assertTrue(found > 150, found + " figures, those of 17 pages among them");
        assertTrue(NamedFigure.ALL.stream().allMatch(each ->
                each.in(RenderingFixture.empty().runs().get(0).banking()).isEmpty()), "nothing was measured");
    }

    @Test
    void everyLineIsOfTheGrammar() {
        for (Result result : List.of(RenderingFixture.valid(), RenderingFixture.slow(), RenderingFixture.empty(),
                ComparisonFixture.of("E"), new Result("run", null, null, null,
                        new Measured.Runs(List.of())))) {
            assertFamilies(OpenMetrics.of(result));
        }
    }

    private static void assertFamilies(String text) {
        assertTrue(text.endsWith("# EOF\n"), text);
        List<String> lines = new ArrayList<>(List.of(text.split("\n")));
        lines.remove(lines.size() - 1);
        Set<String> families = new HashSet<>();
        Set<String> series = new HashSet<>();
        String family = null;
        String before = "";
        for (String line : lines) {
            Matcher description = DESCRIPTION.matcher(line);
            if (description.matches()) {
                if (description.group(1).equals("TYPE")) {
                    family = description.group(2);
                    assertTrue(families.add(family), family + " stands in two places");
                    assertEquals("gauge", description.group(3));
                    assertFalse(family.matches(".*_(total|created|bucket|count|sum|gcount|gsum|info)"), family);
                } else {
                    assertTrue(before.startsWith("# TYPE " + description.group(2) + " "), line);
                }
            } else {
                Matcher sample = SAMPLE.matcher(line);
                assertTrue(sample.matches(), line);
                assertEquals(family, sample.group(1), line);
                assertTrue(series.add(sample.group(1) + sample.group(2)), "twice: " + line);
            }
            before = line;
        }
    }

    @Test
    void timesAreInSecondsAndLabelsSayOfWhat() {
        Result result = RenderingFixture.valid();
        String text = OpenMetrics.of(result);
        double p95 = result.runs().get(0).banking().times().responseTimeMs().p95();
        assertTrue(text.contains("eejs_response_time_seconds_p95{configuration=\"default\",run=\"1\"} " + p95 / 1e3
                + "\n"), text);
        assertTrue(text.contains("eejs_per_page_response_time_seconds_p95{configuration=\"default\",run=\"1\","
                + "page=\"login\"} "), text);
        assertTrue(text.contains("eejs_cpu_seconds_user{configuration=\"default\",run=\"1\",role=\"bank\"} "), text);
        assertTrue(text.contains("\neejs_valid{configuration=\"default\",run=\"1\"} 1.0\n"), text);
    }

    @Test
    void whatAUserCallsAConfigurationCannotBreakALine() {
        Result.Run run = RenderingFixture.valid().runs().get(0);
        Result named = new Result("run", null, null, null, new Measured.Runs(List.of(new Result.Run(
                "a\"b\\c\nd\r\u0000\u0085\u2028e", 1, run.invalid(), run.steady(), run.phasesSeconds(),
                run.figures()))));
        assertFamilies(OpenMetrics.of(named));
        assertTrue(OpenMetrics.of(named).contains(
                "configuration=\"a\\\"b\\\\c\\nd\\\\u000d\\\\u0000\\\\u0085\\\\u2028e\""),
                "escaped");
    }
}
