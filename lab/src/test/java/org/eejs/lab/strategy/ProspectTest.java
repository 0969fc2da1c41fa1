package org.eejs.lab.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.eejs.banking.settings.BankingSettings;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Repetition;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;

/** The forecast of a comparison before it starts. */
class ProspectTest {
    private static final String COMMAND = "./eejs compare --jdk 17,25";

    private static ExperimentPlan two(Map<String, Object> settings) {
        return ExperimentPlan.UNSAID.with(RunSettings.of(settings)).withConfigurations(List.of(
                new ExperimentPlan.Configuration("A", RunSettings.unsaid()),
                new ExperimentPlan.Configuration("B", RunSettings.unsaid())), "A");
    }

    private static List<String> told(ExperimentPlan asked, ExperimentPlan thorough) {
        return new CompareInTurns(asked, null, null, null).prospect(thorough, COMMAND);
    }

    @Test
    void aQuickComparisonNamesItsLimitsAndTheAlternative() {
        List<String> lines = told(two(Map.of("phases", BankingSettings.QUICK_PHASES)).repeated(Repetition.times(5)),
                two(Map.of()));
        assertEquals("2 configurations, 5 blocks: about 5 min", lines.get(0));
        assertTrue(lines.get(1).matches("the JVMs will still be compiling: differences below about 1\\d% "
                + "stay hidden in that time"), lines.get(1));
        assertTrue(lines.get(2).matches("to show differences of about \\d% \\(after 4 blocks\\) to \\d% "
                + "\\(after 12\\), with "
                + "warm JVMs: \\./eejs compare --jdk 17,25 \\(about 1\\d min to 3\\d min\\)"), lines.get(2));
    }

    @Test
    void warmJvmsNeedNoAdvice() {
        List<String> lines = told(two(Map.of()), two(Map.of()));
        assertEquals(1, lines.size());
        assertTrue(lines.get(0).startsWith("2 configurations, 4 to 12 blocks: about 1"), lines.get(0));
    }

    @Test
    void ofPhasesThatAreTooShortTheWarmUpIsToBeLonger() {
        ExperimentPlan brief = two(Map.of("phases", "1s,2s,2s,1s"));
        assertTrue(told(brief, brief).get(2).contains(COMMAND + " --warm-up auto ("), told(brief, brief).get(2));
    }

}
