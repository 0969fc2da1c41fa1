package org.eejs.lab.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.settings.Repetition;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.BankFigures;
import org.eejs.result.Cell;
import org.eejs.result.InputException;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The deciding figure follows from the settings; intervals hold for all configurations at once. */
class CompareInTurnsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> NAMES = List.of("A", "B", "C", "D");

    @TempDir
    private Path folder;

    private static ExperimentPlan experiment(Map<String, Object> settings, List<String> names) {
        return ExperimentPlan.UNSAID.with(RunSettings.of(settings)).withConfigurations(names.stream()
                .map(name -> new ExperimentPlan.Configuration(name, RunSettings.unsaid())).toList(), "A");
    }

    private static CompareInTurns compared(ExperimentPlan experiment, Result earlier) {
        return new CompareInTurns(experiment, null, earlier, null);
    }

    private static String metric(Map<String, Object> settings) {
        return compared(experiment(settings, List.of("A", "B")), null).procedure().metric();
    }

    @Test
    void theCpuOfAPageDecidesWhateverTheBackEndDoes() throws Exception {
        assertEquals("appCpuMsPerPage", metric(Map.of()));
        assertEquals("appCpuMsPerPage", metric(Map.of("backEnd", "plain")));
        assertEquals("appCpuMsPerPage", metric(Map.of("tls", "eejs-2016")));
        Path file = Files.writeString(folder.resolve("service.yaml"), "url: https://localhost:8443/\nscenarios:\n"
                + "  - name: look\n    steps:\n      - get: /\n");
        assertEquals("responseTimeMs.mean", metric(Map.of("service", file.toString())),
                "the CPU of a service that runs already is not seen");
    }

    private static Result earlier() {
        List<Observation> runs = new ArrayList<>();
        for (int block = 1; block <= 4; block++) {
            for (String name : NAMES) {
                double cpu = (600 + NAMES.indexOf(name)) * (1 + 0.01 * ((block + NAMES.indexOf(name)) % 3));
                runs.add(new Observation(Cell.ofConfiguration(name), block, List.of(), Map.of("pages", 1_000.0,
                        "appCpuMsPerPage", cpu, "cpuMsPerPage", cpu), null, null));
            }
        }
        return Result.of("compare", "2026-11-01T00:00:00Z", RunSettings.unsaid(), null,
                new Result.Procedure("A", "appCpuMsPerPage", 0, 0.05, 4, 4, 0.95, null, null), NAMES.stream()
                        .map(name -> new Result.Configuration(name, RunSettings.unsaid(), null, null)).toList(), runs,
                List.of(), null, null);
    }

    @Test
    void intervalsOfEveryFigureAreMadeForAllConfigurationsAtOnce() {
        CompareInTurns compared = compared(experiment(Map.of(), NAMES), earlier());
        double each = 1 - (1 - compared.procedure().confidence()) / 3;
        assertEquals(each, compared.procedure().intervalConfidence(), 1e-12);
        for (Result.Comparison comparison : compared.comparisons()) {
            if (comparison.figure().equals("appCpuMsPerPage")) {
                double[] runs = cpu(compared, comparison.name());
                RatioInterval interval = RatioInterval.of(runs, cpu(compared, "A"), each);
                assertEquals(interval.bounds(), comparison.ci95());
                assertEquals(interval.detectable(runs.length, each), comparison.detectable());
            }
        }
    }

    private static double[] cpu(CompareInTurns compared, String name) {
        return compared.runs().of(name).stream().mapToDouble(BankFigures.APP_CPU::of).toArray();
    }

    @Test
    void anUndeclaredFigureCannotDecide() {
        ExperimentPlan experiment = experiment(Map.of(), NAMES)
                .repeated(new Repetition(null, "appCpuPerBackEndCpu", null, null, null, null));
        InputException refused = assertThrows(InputException.class, () -> compared(experiment, null));
        assertTrue(refused.getMessage().startsWith("--metric: 'appCpuPerBackEndCpu' is not a metric; there are "
                + "appCpuMsPerPage, "), refused.getMessage());
    }
}
