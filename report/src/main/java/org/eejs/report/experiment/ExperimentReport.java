package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eejs.report.text.FigureText;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Tested;
import org.eejs.result.BankFigures;
import org.eejs.result.Cell;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.Procedure;

/**
 * A result of several configurations with their runs.
 *
 * @param baseline the name of the configuration that others are compared with
 * @param configurations in the order of the experiment
 */
public record ExperimentReport(Result measured, String baseline, List<ConfigurationRuns> configurations) {
    public static ExperimentReport of(Result measured) {
        Map<String, Result.Configuration> recorded = new LinkedHashMap<>();
        for (Result.Configuration configuration : measured.configurations()) {
            recorded.put(name(configuration.name()), configuration);
        }
        for (Observation run : measured.observations()) {
            recorded.computeIfAbsent(name(run.configuration()),
                    name -> new Result.Configuration(name, null, null, null));
        }
        List<ConfigurationRuns> configurations = new ArrayList<>();
        recorded.forEach((name, configuration) -> configurations.add(new ConfigurationRuns(name, configuration,
                measured.observations().stream().filter(run -> name(run.configuration()).equals(name))
                        .toList())));
        Procedure procedure = measured.procedure();
        String baseline = procedure != null && procedure.baseline() != null ? procedure.baseline()
                : configurations.isEmpty() ? Format.NONE : configurations.get(0).name();
        return new ExperimentReport(measured, baseline, List.copyOf(configurations));
    }

    /** Returns the differences between the configurations, one per line. */
    public List<String> differences() {
        return Differences.of(this).lines();
    }

    /** Returns the subject of its runs. Before the first run, their processes tell it. */
    public Tested tested() {
        return !measured.observations().isEmpty() ? Tested.of(measured.observations()) : measured.configurations()
                .stream()
                .map(Result.Configuration::disclosure).filter(Objects::nonNull).map(Tested::of)
                .filter(Tested::isService).findFirst().orElse(Tested.BANK);
    }

    /** Returns the text for a figure. */
    FigureText text(String id) {
        return FigureText.of(id, tested());
    }

    /** Returns whether a valid run was too short for a verdict. */
    boolean isFirstLook() {
        return configurations.stream().flatMap(each -> each.valid().stream())
                .anyMatch(RunQuality::isFirstLook);
    }

    boolean soughtCapacity() {
        return measured.capacities() != null;
    }

    /** Returns the capacities; empty for a comparison. */
    List<Capacity> capacities() {
        return soughtCapacity() ? measured.capacities() : List.of();
    }

    public List<String> names() {
        return configurations.stream().map(ConfigurationRuns::name).toList();
    }

    /** Returns the runs of a configuration; none for an unknown name. */
    ConfigurationRuns configuration(String name) {
        return configurations.stream().filter(configuration -> configuration.name().equals(name)).findFirst()
                .orElseGet(() -> new ConfigurationRuns(name(name), null, List.of()));
    }

    /** Returns the comparison of a configuration with the baseline; null if unknown. */
    Comparison comparison(String figure, String configuration) {
        return measured.comparisons().stream().filter(comparison -> comparison.isOf(figure, configuration)
                && comparison.baseline().equals(Cell.ofConfiguration(baseline))).findFirst().orElse(null);
    }

    /** Returns the metric of the comparison. */
    String metric() {
        return measured.procedure() == null || measured.procedure().metric() == null ? BankFigures.APP_CPU.id()
                : measured.procedure().metric();
    }

    private static String name(String recorded) {
        return recorded == null ? "unnamed" : recorded;
    }
}
