package org.eejs.lab.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.lab.rounds.AbortSwitch;
import org.eejs.lab.settings.ExperimentPlan;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.result.Experiment.RunsCompared;
import org.eejs.result.InputException;
import org.eejs.result.Result;
import org.eejs.result.Xml;
import org.eejs.result.settings.RunSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figure that decides follows from the settings; intervals hold for all configurations at once. */
class ComparisonCampaignTest {
    private static final List<String> NAMES = List.of("A", "B", "C", "D");

    @TempDir
    private Path folder;

    private static ExperimentPlan experiment(Map<String, Object> settings, List<String> names) {
        return ExperimentPlan.UNSAID.with(RunSettings.of(settings)).withConfigurations(names.stream()
                .map(name -> new ExperimentPlan.Configuration(name, RunSettings.unsaid())).toList(), "A");
    }

    private static RunsCompared compared(ExperimentPlan experiment, Result earlier) {
        return (RunsCompared) new ComparisonCampaign(experiment, null, earlier, null, new AbortSwitch())
                .measured(List.of());
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

    private static Result xml(String metric) {
        List<Result.Run> runs = new ArrayList<>();
        for (int block = 1; block <= 4; block++) {
            for (String name : NAMES) {
                double cpu = (600 + NAMES.indexOf(name)) * (1 + 0.01 * ((block + NAMES.indexOf(name)) % 3));
                runs.add(new Result.Run(name, block, List.of(), true, new Result.PhaseSeconds(0, 1, 2, 0),
                        new Xml.Round(1e6 / cpu, cpu, 250_000, 12, 3, true, List.of(1e6 / cpu))));
            }
        }
        return new Result("compare", "2026-11-01T00:00:00Z", RunSettings.unsaid(), null, new RunsCompared(
                new Result.Procedure("A", metric, 0, 0.05, 4, 4, 0.95, null, null), NAMES.stream()
                        .map(name -> new Result.Configuration(name, RunSettings.unsaid(), null, null)).toList(), runs,
                List.of(), null));
    }

    private static ExperimentPlan xml() {
        return experiment(Map.of("xml", Map.of("library", "jdk")), NAMES);
    }

    @Test
    void intervalsOfEveryFigureAreMadeForAllConfigurationsAtOnce() {
        RunsCompared compared = compared(xml(), xml("cpuMicrosPerTransaction"));
        double each = 1 - (1 - compared.procedure().confidence()) / 3;
        assertEquals(each, compared.procedure().intervalConfidence(), 1e-12);
        assertEquals(9, compared.comparisons().size());
        for (Result.Comparison comparison : compared.comparisons()) {
            if (comparison.metric().equals("cpuMicrosPerTransaction")) {
                double[] runs = cpu(compared, comparison.configuration());
                RatioInterval interval = RatioInterval.of(runs, cpu(compared, "A"), each);
                assertEquals(interval.bounds(), comparison.ci95());
                assertEquals(interval.detectable(runs.length, each), comparison.detectable());
            }
        }
    }

    private static double[] cpu(RunsCompared compared, String name) {
        return compared.runs().stream().filter(run -> run.configuration().equals(name))
                .mapToDouble(run -> ((Xml.Round) run.figures()).cpuMicrosPerTransaction()).toArray();
    }

    @Test
    void aComparisonThatAnotherFigureDecidedIsNotGoneOnWith() {
        Result earlier = xml("appCpuPerBackEndCpu");
        InputException refused = assertThrows(InputException.class,
                () -> compared(Campaign.experimentOf(earlier), earlier));
        assertTrue(refused.getMessage().startsWith("--resume: appCpuPerBackEndCpu decides the comparison"),
                refused.getMessage());
    }
}
