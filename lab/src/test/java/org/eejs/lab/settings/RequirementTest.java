package org.eejs.lab.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.eejs.result.Cell;
import org.eejs.result.CollectedFigures;
import org.eejs.result.Distribution;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requirements of users for a run's figures. */
class RequirementTest {
    private static Observation run(long pages) {
        CollectedFigures figures = new CollectedFigures();
        figures.put("pages", pages).put("good", 0.96).put("goodPages", 0.96 * pages).put("cpuMsPerPage", 4)
                .put("cpuSeconds.bank.user", 3).put("bankSystemCpuShare", 0.25).put("residentBytes.bank", 500_000_000);
        return new Observation(Cell.ofConfiguration("default"), 1, List.of(), figures.all(), Map.of("responseTimeMs",
                new Distribution(1_000, 20, 300, List.of(new Distribution.Point(95, 200),
                        new Distribution.Point(99, 250.04)))), null);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "p95 < 200ms | false | 200ms",
        "p95 <= 200ms | true | 200ms",
        "p95<=0.2s | true | 0.2s",
        "responseTimeMs.p99 < 250.05 | true | 250",
        "max > 0.29s | true | 0.3s",
        "cpuMsPerPage < 4 | false | 4",
        "cpuMsPerPage < 4.001ms | true | 4ms",
        "good >= 96% | true | 96%",
        "good > 0.97 | false | 0.96",
        "cpuSeconds.bank.user < 4 | true | 3",
        "residentBytes.bank < 0.4GB | false | 0.5GB",
        "goodPages >= 960 | true | 960",
        "bankSystemCpuShare <= 25% | true | 25%",
    })
    void figuresAreComparedInAnyUnitOfTheirs(String text, boolean kept, String found) {
        Requirement required = Requirement.parse(text).get(0);
        assertEquals(kept, required.isKept(run(1000)), text);
        assertEquals(found, required.found(run(1000)));
    }

    @Test
    void whatWasNotMeasuredIsNotKept() {
        for (String each : List.of("stolenCpu < 1%", "handshakeMs.resumed.p95 < 10", "appCpuMsPerPage < 5")) {
            Requirement required = Requirement.parse(each).get(0);
            assertFalse(required.isKept(run(1000)), each);
            assertEquals("not measured", required.found(run(1000)));
        }
        assertFalse(Requirement.parse("cpuMsPerPage < 4").get(0).isKept(run(0)), "a run without pages");
    }

    @Test
    void severalAreSeparatedByCommas() {
        assertEquals(List.of("p95 < 200ms", "cpuMsPerPage < 4"), Requirement.parse("p95 < 200ms, cpuMsPerPage < 4")
                .stream().map(Requirement::text).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "p59 < 1 | 'p59' is not a figure of a run; did you mean p",
        "cpuSeconds.nobody.user < 4 | 'cpuSeconds.nobody.user' is not a figure of a run; ",
        "cpuMsPrPage < 4 | 'cpuMsPrPage' is not a figure of a run; did you mean cpuMsPerPage",
        "speed < 4 | 'speed' is not a figure of a run; there are mean, p50,",
        "p95 | 'p95' is not a requirement; write it as p95 < 200ms",
        "p95 < | 'p95 <' is not a requirement",
        "p95 < 200ms, | '' is not a requirement",
        "p95 < 20% | '%' is not a unit of responseTimeMs.p95; give it in the unit of its name, or in s or ms",
        "good > 3s | 's' is not a unit of good",
    })
    void faultsAreReportedBeforeTheRun(String text, String said) {
        String message = assertThrows(InputException.class,
                () -> RunPlan.of(RunSettings.of(Map.of("require", text)))).getMessage();
        assertTrue(message.startsWith("--require: " + said), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void aComparisonHasAGateInstead() {
        ExperimentPlan plan = new ExperimentPlan(RunSettings.of(Map.of("require", "p95 < 1s")), List.of(
                new ExperimentPlan.Configuration("A", RunSettings.unsaid())), Repetition.UNSPECIFIED, null, null);
        String message = assertThrows(InputException.class, plan::plans).getMessage();
        assertTrue(message.contains("--require applies to `eejs run` only"), message);
    }
}
