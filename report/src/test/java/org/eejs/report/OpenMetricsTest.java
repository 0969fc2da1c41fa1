package org.eejs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eejs.result.BankFigures;
import org.eejs.result.Figures;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.junit.jupiter.api.Test;

/** The names of figures, and the grammar of OpenMetrics 1.0. */
class OpenMetricsTest {
    /** The grammar in section 4.1 of the specification, for gauges only. */
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)"
            + "\\{((?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\p{Cc}\\p{Cs}\\u2028\\u2029]|\\\\[n\"\\\\])*\",?)*)\\} "
            + "([+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)");
    private static final Pattern DESCRIPTION = Pattern.compile("# (TYPE|HELP) (\\S+) (.+)");

    @Test
    void everyDeclaredFigureIsThere() {
        Result result = RenderingFixture.valid();
        List<Figures.Value> all = Figures.in(result.observations().get(0));
        assertTrue(all.size() > 150, all.size() + " figures, those of 17 pages among them");
        String text = OpenMetrics.of(result);
        assertEquals(all.size() + 2, text.lines().filter(line -> !line.startsWith("#")).count(), text);
        assertEquals(1, OpenMetrics.of(RenderingFixture.empty()).lines().filter(line -> !line.startsWith("#")).count(),
                "nothing was measured");
    }

    @Test
    void everyLineIsOfTheGrammar() {
        for (Result result : List.of(RenderingFixture.valid(), RenderingFixture.slow(), RenderingFixture.empty(),
                ComparisonFixture.of("E"))) {
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
    void timesAreInSecondsAndLabelsNameTheRun() {
        Result result = RenderingFixture.valid();
        String text = OpenMetrics.of(result);
        double p95 = BankFigures.RESPONSE_TIME_P95.of(result.observations().get(0));
        assertTrue(text.contains("eejs_response_time_seconds_p95{configuration=\"default\",run=\"1\"} " + p95 / 1e3
                + "\n"), text);
        assertTrue(text.contains("eejs_per_page_response_time_seconds_p95{configuration=\"default\",run=\"1\","
                + "page=\"login\"} "), text);
        assertTrue(text.contains("eejs_cpu_seconds_user{configuration=\"default\",run=\"1\",role=\"bank\"} "), text);
        assertTrue(text.contains("\neejs_valid{configuration=\"default\",run=\"1\"} 1.0\n"), text);
    }

    @Test
    void whatAUserCallsAConfigurationCannotBreakALine() {
        Observation run = RenderingFixture.valid().observations().get(0);
        Result named = Result.ofRun("run", null, null, null,
                ChangedRun.of(run).named("a\"b\\c\nd\r\u0000\u0085\u2028e", 1).run());
        assertFamilies(OpenMetrics.of(named));
        assertTrue(OpenMetrics.of(named).contains(
                "configuration=\"a\\\"b\\\\c\\nd\\\\u000d\\\\u0000\\\\u0085\\\\u2028e\""),
                "escaped");
    }
}
