package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.eejs.report.text.Change;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Probe;
import org.eejs.result.Result.Run;

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
     * @param relative its capacity by that of the baseline; null when either is not known
     * @param mean mean response time of the nearest probes, in words
     * @param p95 95th percentile of the response time, mean over the nearest probes, in words
     * @param nearest which probes these are, in words
     */
    public record Row(String configuration, Capacity capacity, String sessions, String interval, Change relative,
            String relativeWords, String mean, String p95, String nearest, String state) {}

    public static CapacityTable of(ExperimentReport experiment) {
        Capacity baseline = capacity(experiment, experiment.baseline());
        List<Row> rows = new ArrayList<>();
        for (ConfigurationRuns configuration : experiment.configurations()) {
            Capacity capacity = capacity(experiment, configuration.name());
            rows.add(capacity == null ? new Row(configuration.name(), null, Format.NONE, Format.NONE, null, Format.NONE,
                    Format.NONE, Format.NONE, "", "not sought") : row(configuration, capacity, baseline));
        }
        return new CapacityTable(experiment.baseline(), List.copyOf(rows));
    }

    /** The capacity of a configuration; null when it was not sought. */
    static Capacity capacity(ExperimentReport experiment, String name) {
        return experiment.capacities().stream()
                .filter(capacity -> Objects.equals(capacity.configuration(), name)).findFirst().orElse(null);
    }

    private static Row row(ConfigurationRuns configuration, Capacity capacity, Capacity baseline) {
        List<Run> nearest = nearest(configuration, capacity);
        Change relative = relative(capacity, baseline);
        String sessions = Format.count(capacity.sessions());
        return new Row(configuration.name(), capacity, capacity.openAbove() ? "at least " + sessions : sessions,
                interval(capacity), relative, relativeWords(capacity, baseline, relative),
                mean(nearest, measured -> measured.responseTime().mean()),
                mean(nearest, measured -> measured.responseTime().p95()), probes(nearest), state(capacity));
    }

    private static Change relative(Capacity capacity, Capacity baseline) {
        return baseline == null || baseline.sessions() <= 0 ? null
                : Change.ofEstimates(capacity.sessions(), capacity.ci95(), baseline.sessions(), baseline.ci95());
    }

    private static String relativeWords(Capacity capacity, Capacity baseline, Change relative) {
        if (capacity == baseline) {
            return "baseline";
        }
        if (relative == null || capacity.openAbove() && baseline.openAbove()) {
            return Format.NONE;
        }
        if (capacity.openAbove() || baseline.openAbove()) {
            return (capacity.openAbove() ? "at least " : "at most ") + relative.signed();
        }
        return relative.hasInterval() ? relative.signed() + " (" + relative.signedInterval() + ")" : relative.signed();
    }

    /** In sessions; where the search met its limit the upper end is only that limit, and is not shown. */
    static String interval(Capacity capacity) {
        if (!Change.isInterval(capacity.ci95())) {
            return Format.NONE;
        }
        String low = Format.count(Math.round(capacity.ci95().get(0)));
        return capacity.openAbove() ? low + " or more"
                : low + " to " + Format.count(Math.round(capacity.ci95().get(1)));
    }

    private static String state(Capacity capacity) {
        return capacity.openAbove() ? "load limit reached" : capacity.settled() ? "settled" : "not settled";
    }

    // Valid probes within the interval; where none is, those whose number of sessions is nearest to the estimate.
    private static List<Run> nearest(ConfigurationRuns configuration, Capacity capacity) {
        List<Probe> valid = RunFigures.orEmpty(capacity.probes()).stream()
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

    private static String mean(List<Run> runs, ToDoubleFunction<RunFigures> figure) {
        OptionalDouble mean = runs.stream().map(RunFigures::new)
                .filter(measured -> measured.responseTime().count() > 0).mapToDouble(figure).average();
        return mean.isPresent() ? Format.time(mean.getAsDouble()) : Format.NONE;
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
        return "%s at %s".formatted(runs.size() == 1 ? "1 probe" : runs.size() + " probes",
                least.equals(most) ? least : least + " to " + most);
    }
}
