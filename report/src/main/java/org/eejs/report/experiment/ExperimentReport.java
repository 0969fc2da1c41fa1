package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eejs.report.text.Format;
import org.eejs.report.text.MetricText;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Tested;
import org.eejs.result.Experiment;
import org.eejs.result.Experiment.BenchesCompared;
import org.eejs.result.Experiment.CapacitiesSought;
import org.eejs.result.Result;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.Procedure;
import org.eejs.result.Result.Run;

/**
 * A result of several configurations, each with its runs.
 *
 * @param baseline the name of the configuration that others are compared with
 * @param configurations in the order of the experiment
 */
public record ExperimentReport(Experiment measured, String baseline, List<ConfigurationRuns> configurations) {
    public static ExperimentReport of(Experiment measured) {
        Map<String, Result.Configuration> recorded = new LinkedHashMap<>();
        for (Result.Configuration configuration : measured.configurations()) {
            recorded.put(name(configuration.name()), configuration);
        }
        for (Run run : measured.runs()) {
            recorded.computeIfAbsent(name(run.configuration()),
                    name -> new Result.Configuration(name, null, null, null));
        }
        List<ConfigurationRuns> configurations = new ArrayList<>();
        recorded.forEach((name, configuration) -> configurations.add(new ConfigurationRuns(name, configuration,
                measured.runs().stream().filter(run -> name(run.configuration()).equals(name))
                        .toList())));
        Procedure procedure = measured.procedure();
        String baseline = procedure != null && procedure.baseline() != null ? procedure.baseline()
                : configurations.isEmpty() ? Format.NONE : configurations.get(0).name();
        return new ExperimentReport(measured, baseline, List.copyOf(configurations));
    }

    /** In what the configurations differ, in lines. */
    public List<String> differences() {
        return Differences.of(this).lines();
    }

    /** Whether a result is one of several configurations, or of the capacity of one. */
    public static boolean isOne(Result result) {
        return result.measured() instanceof Experiment measured && !(measured instanceof BenchesCompared);
    }

    /** Whether it performed XML transactions; else it ran the banking workload. */
    public boolean isOfXml() {
        return measured.runs().stream().anyMatch(ConfigurationRuns::isOfXml);
    }

    public static boolean isOfXml(Result result) {
        return result.runs().stream().anyMatch(ConfigurationRuns::isOfXml);
    }

    /** What its configurations run; before the first run, that of which their processes are. */
    public Tested tested() {
        return !measured.runs().isEmpty() ? Tested.of(measured.runs()) : measured.configurations().stream()
                .map(Result.Configuration::disclosure).filter(Objects::nonNull).map(Tested::of)
                .filter(Tested::isService).findFirst().orElse(Tested.BANK);
    }

    /** A metric of this key in words for what they run. */
    MetricText text(String key) {
        return MetricText.of(key).worded(tested());
    }

    /** Whether any run that counts was too short for a verdict of its own. */
    boolean isFirstLook() {
        return configurations.stream().flatMap(each -> each.valid().stream())
                .anyMatch(run -> new RunFigures(run).isFirstLook());
    }

    boolean soughtCapacity() {
        return measured instanceof CapacitiesSought;
    }

    /** How many sessions each serves; empty for a comparison. */
    List<Capacity> capacities() {
        return measured instanceof CapacitiesSought sought ? sought.capacities() : List.of();
    }

    public List<String> names() {
        return configurations.stream().map(ConfigurationRuns::name).toList();
    }

    /** The runs of a configuration; none for a name that does not occur. */
    ConfigurationRuns configuration(String name) {
        return configurations.stream().filter(configuration -> configuration.name().equals(name)).findFirst()
                .orElseGet(() -> new ConfigurationRuns(name(name), null, List.of()));
    }

    /** How a configuration compares with the baseline; null when that is not known. */
    Comparison comparison(String metric, String configuration) {
        return measured.comparisons().stream()
                .filter(comparison -> Objects.equals(comparison.metric(), metric)
                        && Objects.equals(comparison.configuration(), configuration)
                        && Objects.equals(comparison.baseline(), baseline))
                .findFirst().orElse(null);
    }

    /** The figure that decides. */
    String metric() {
        return measured.procedure() == null || measured.procedure().metric() == null ? MetricText.CPU_PER_PAGE.key()
                : measured.procedure().metric();
    }

    private static String name(String recorded) {
        return recorded == null ? "unnamed" : recorded;
    }
}
