package org.eejs.report.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Sentence;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Probe;
import org.eejs.result.Result.Run;
import org.eejs.result.Result.Times;

/**
 * How many sessions each configuration serves, and how fast it still is then.
 *
 * @param baseline the configuration that others are compared with
 * @param rows in the order of the experiment
 */
public record CapacityTable(String baseline, List<Row> rows) {
    /**
     * One configuration.
     *
     * @param capacity null when it was not sought
     * @param baseline of the configuration that it is compared with; null when it was not sought
     * @param nearest the probes that say how fast it is
     * @param family how many configurations are compared with the baseline
     */
    public record Row(String configuration, Capacity capacity, Capacity baseline, List<Run> nearest, int family) {
        /** Its capacity by that of the baseline, in an interval that holds with all others; null when not known. */
        Change relative() {
            return capacity == null || baseline == null || baseline.sessions() <= 0 ? null
                    : Change.ofEstimates(capacity.sessions(), capacity.ci95(), baseline.sessions(), baseline.ci95(),
                            family);
        }

        String state() {
            return capacity == null ? "not sought" : capacity.openAbove() ? "load limit reached"
                    : capacity.settled() ? "settled" : "not settled";
        }

        private String sessions() {
            return capacity == null ? Format.NONE
                    : (capacity.openAbove() ? "at least " : "") + Format.count(capacity.sessions());
        }

        private String against() {
            if (capacity != null && capacity == baseline) {
                return "baseline";
            }
            Change relative = relative();
            if (relative == null || capacity.openAbove() && baseline.openAbove()) {
                return Format.NONE;
            }
            return capacity.openAbove() ? "at least " + relative.signed()
                    : baseline.openAbove() ? "at most " + relative.signed()
                    : relative.signed() + (relative.hasInterval() ? " (" + relative.signedInterval() + ")" : "");
        }
    }

    public static CapacityTable of(ExperimentReport experiment) {
        Capacity baseline = capacity(experiment, experiment.baseline());
        return new CapacityTable(experiment.baseline(), experiment.configurations().stream().map(configuration -> {
            Capacity capacity = capacity(experiment, configuration.name());
            return new Row(configuration.name(), capacity, baseline,
                    capacity == null ? List.of() : nearest(configuration, capacity),
                    experiment.configurations().size() - 1);
        }).toList());
    }

    public Table table() {
        return Table.of(List.of(
                Column.words("Configuration", Row::configuration),
                Column.figure("Sessions", Row::sessions),
                Column.figure("95 % interval", row -> interval(row.capacity())),
                Column.figure("Against " + baseline, Row::against),
                Column.figure("Mean response time there", row -> mean(row.nearest(), Times::mean)),
                Column.figure("p95 there", row -> mean(row.nearest(), Times::p95)),
                Column.words("Nearest probes", row -> probes(row.nearest())),
                Column.words("State", Row::state)), rows);
    }

    /** The capacity of a configuration; null when it was not sought. */
    static Capacity capacity(ExperimentReport experiment, String name) {
        return experiment.capacities().stream()
                .filter(capacity -> Objects.equals(capacity.configuration(), name)).findFirst().orElse(null);
    }

    /** In sessions; where the search met its limit the upper end is only that limit, and is not shown. */
    static String interval(Capacity capacity) {
        if (capacity == null || !Change.isInterval(capacity.ci95())) {
            return Format.NONE;
        }
        String low = Format.count(Math.round(capacity.ci95().get(0)));
        return capacity.openAbove() ? low + " or more"
                : low + " to " + Format.count(Math.round(capacity.ci95().get(1)));
    }

    // Valid probes within the interval; where none is, those whose number of sessions is nearest to the estimate.
    private static List<Run> nearest(ConfigurationRuns configuration, Capacity capacity) {
        List<Probe> valid = capacity.probes().stream()
                .filter(probe -> run(configuration, probe) != null).toList();
        List<Probe> within = valid.stream().filter(probe -> Change.isInterval(capacity.ci95())
                && probe.sessions() >= capacity.ci95().get(0) && probe.sessions() <= capacity.ci95().get(1)).toList();
        if (within.isEmpty()) {
            int distance = valid.stream().mapToInt(probe -> Math.abs(probe.sessions() - capacity.sessions())).min()
                    .orElse(0);
            within = valid.stream().filter(probe -> Math.abs(probe.sessions() - capacity.sessions()) == distance)
                    .toList();
        }
        return within.stream().sorted(Comparator.comparingInt(Probe::sessions))
                .map(probe -> run(configuration, probe)).toList();
    }

    private static Run run(ConfigurationRuns configuration, Probe probe) {
        return configuration.valid().stream().filter(run -> run.repetition() == probe.repetition()).findFirst()
                .orElse(null);
    }

    private static String mean(List<Run> runs, ToDoubleFunction<Times> figure) {
        return RelativeTables.words(runs.stream().map(run -> new RunFigures(run).responseTime())
                .filter(times -> times.count() > 0).mapToDouble(figure).average(), Format::time);
    }

    private static String sessions(Run run) {
        return Format.count(Math.round(new RunFigures(run).banking().load().sessions()));
    }

    private static String probes(List<Run> runs) {
        if (runs.isEmpty()) {
            return "";
        }
        String least = sessions(runs.get(0));
        String most = sessions(runs.get(runs.size() - 1));
        return "%s at %s".formatted(Sentence.count(runs.size(), "probe"),
                least.equals(most) ? least : least + " to " + most);
    }
}
