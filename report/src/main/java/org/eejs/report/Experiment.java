package org.eejs.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eejs.lab.Result;
import org.eejs.lab.Result.Comparison;
import org.eejs.lab.Result.Procedure;
import org.eejs.lab.Result.Run;

/**
 * A result of several configurations, each with its runs.
 *
 * @param baseline the name of the configuration that others are compared with
 * @param configurations in the order of the experiment
 */
record Experiment(Result result, String baseline, List<ConfigurationRuns> configurations) {
    static Experiment of(Result result) {
        Map<String, Result.Configuration> recorded = new LinkedHashMap<>();
        for (Result.Configuration configuration : Measured.orEmpty(result.configurations())) {
            recorded.put(name(configuration.name()), configuration);
        }
        for (Run run : Measured.orEmpty(result.runs())) {
            recorded.computeIfAbsent(name(run.configuration()),
                    name -> new Result.Configuration(name, null, null, null));
        }
        List<ConfigurationRuns> configurations = new ArrayList<>();
        recorded.forEach((name, configuration) -> configurations.add(new ConfigurationRuns(name, configuration,
                Measured.orEmpty(result.runs()).stream().filter(run -> name(run.configuration()).equals(name))
                        .toList())));
        Procedure procedure = result.procedure();
        String baseline = procedure != null && procedure.baseline() != null ? procedure.baseline()
                : configurations.isEmpty() ? Format.NONE : configurations.get(0).name();
        return new Experiment(result, baseline, List.copyOf(configurations));
    }

    /** Whether a result is one of several configurations, or of the capacity of one. */
    static boolean isOne(Result result) {
        return result.configurations() != null || result.capacities() != null;
    }

    /** Whether it performed XML transactions; else it ran the banking workload. */
    boolean isOfXml() {
        return isOfXml(result);
    }

    static boolean isOfXml(Result result) {
        return Measured.orEmpty(result.runs()).stream().anyMatch(run -> run.xml() != null);
    }

    boolean soughtCapacity() {
        return result.capacities() != null;
    }

    List<String> names() {
        return configurations.stream().map(ConfigurationRuns::name).toList();
    }

    /** The runs of a configuration; none for a name that does not occur. */
    ConfigurationRuns configuration(String name) {
        return configurations.stream().filter(configuration -> configuration.name().equals(name)).findFirst()
                .orElseGet(() -> new ConfigurationRuns(name(name), null, List.of()));
    }

    /** How a configuration compares with the baseline; null when that is not known. */
    Comparison comparison(String metric, String configuration) {
        return Measured.orEmpty(result.comparisons()).stream()
                .filter(comparison -> Objects.equals(comparison.metric(), metric)
                        && Objects.equals(comparison.configuration(), configuration)
                        && Objects.equals(comparison.baseline(), baseline))
                .findFirst().orElse(null);
    }

    /** The figure that decides. */
    String metric() {
        return result.procedure() == null || result.procedure().metric() == null ? Metric.CPU_PER_PAGE.key()
                : result.procedure().metric();
    }

    private static String name(String recorded) {
        return recorded == null ? "unnamed" : recorded;
    }
}
