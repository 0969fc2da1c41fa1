package org.eejs.lab.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.eejs.result.BankingFigures;
import org.eejs.result.BankingFigures.Load;
import org.eejs.result.BankingFigures.Quality;
import org.eejs.result.BankingFigures.ResponseTimes;
import org.eejs.result.BankingFigures.Usage;
import org.eejs.result.CpuProfile;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.Result.CpuSeconds;
import org.eejs.result.Result.Times;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users require of a run's figures. */
class RequirementTest {
    private static Result.Run run(long pages) {
        BankingFigures none = BankingFigures.NONE;
        BankingFigures figures = new BankingFigures(new Load(10, pages, 5, 100, 0, 2, null, null),
                new ResponseTimes(new Times(pages, 20, 15, 100, 200, 250.04, 300), null, null), none.mix(),
                new Quality(0.96, 0.99, 0.01), none.tls(), new Usage(Map.of("bank", new CpuSeconds(3, 1)), 4,
                        null, null, 10, 3_000_000, Map.of("bank", 500_000_000L), 0, null, null), none.served(),
                null, null, List.of(), CpuProfile.NONE, null, null);
        return new Result.Run("default", 1, List.of(), true, new Result.PhaseSeconds(1, 1, 1, 1), figures);
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
    void severalStandBesideEachOther() {
        assertEquals(List.of("p95 < 200ms", "cpuMsPerPage < 4"), Requirement.parse("p95 < 200ms, cpuMsPerPage < 4")
                .stream().map(Requirement::text).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "p59 < 1 | 'p59' is not a figure of a run; did you mean p",
        "cpuMsPrPage < 4 | 'cpuMsPrPage' is not a figure of a run; did you mean cpuMsPerPage",
        "speed < 4 | 'speed' is not a figure of a run; there are mean, p50,",
        "p95 | 'p95' says nothing of a figure; write it as p95 < 200ms",
        "p95 < | 'p95 <' says nothing of a figure",
        "p95 < 200ms, | '' says nothing of a figure",
        "p95 < 20% | '%' is not a unit of responseTimeMs.p95; give it in the unit of its name, or in s or ms",
        "good > 3s | 's' is not a unit of good",
    })
    void whatIsWrongIsSaidBeforeTheRun(String text, String said) {
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
        assertTrue(message.contains("--require is of `eejs run` alone"), message);
    }
}
