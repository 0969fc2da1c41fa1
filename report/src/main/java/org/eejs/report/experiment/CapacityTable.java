package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Sentence;
import org.eejs.result.BankFigures;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result.Capacity;
import org.eejs.result.Result.Probe;

/**
 * The capacity of each configuration in sessions, and its response time there.
 *
 * @param baseline the configuration that others are compared with
 * @param rows in the order of the experiment
 */
public record CapacityTable(String baseline, List<Row> rows) {
    /**
     * One configuration.
     *
     * @param capacity null if it was not searched
     * @param baseline the capacity of the baseline; null if it was not searched
     * @param nearest the probes that determine its response time
     * @param family the number of configurations that are compared with the baseline
     */
    public record Row(String configuration, Capacity capacity, Capacity baseline, List<Observation> nearest,
            int family) {
        /**
         * Returns the ratio of its capacity to the baseline's, with a simultaneous interval; null if unknown.
         */
        Change relative() {
            return capacity == null || baseline == null || baseline.sessions() <= 0 ? null
                    : Change.ofEstimates(capacity.sessions(), capacity.ci95(), baseline.sessions(), baseline.ci95(),
                            family);
        }

        private boolean isOpen() {
            return capacity.openAbove();
        }

        /** Returns whether the search is complete. */
        private boolean isSettled() {
            return capacity.settled() && !isOpen();
        }

        private boolean isBaseline() {
            return capacity != null && capacity == baseline;
        }

        private String state() {
            return capacity == null ? "not searched" : isOpen() ? "load limit reached"
                    : capacity.settled() ? "settled" : "unfinished";
        }

        private String sessions() {
            return capacity == null ? Format.NONE : (isOpen() ? "at least " : "") + Format.count(capacity.sessions());
        }

        private String against() {
            Change relative = relative();
            return isBaseline() ? "baseline" : relative == null || isOpen() && baseline.openAbove() ? Format.NONE
                    : isOpen() ? "at least " + relative.signed()
                    : baseline.openAbove() ? "at most " + relative.signed()
                    : relative.signed() + (relative.hasInterval() ? " (" + relative.signedInterval() + ")" : "");
        }

        /** Returns text such as "about 466 sessions (95% CI 455 to 479)". */
        private String words() {
            return (isOpen() ? "at least " : capacity.settled() ? "" : "about ")
                    + Sentence.count(capacity.sessions(), "session") + (Change.isInterval(capacity.ci95())
                            ? " (95% CI " + interval(capacity) + ")" : "");
        }

        private String comparedWith(String name) {
            Change change = relative();
            String words = change.hasInterval() && !change.isSure() ? "no significant difference to " + name
                    : change.more("fewer", "more", "times as many") + (change.isFactor() ? " as " : " than ") + name;
            return change.hasInterval() ? words + " (" + change.interval("fewer", "more") + ")" : words;
        }

        // If the load generator cannot saturate the baseline, a ratio is only a bound.
        private Finding.Rank rank(String name) {
            if (capacity == null) {
                return new Finding.Rank(configuration, "has no capacity yet.", state(), "open");
            }
            String relative = isBaseline() || relative() == null || isOpen() || baseline.openAbove() ? ""
                    : "; " + comparedWith(name);
            String sentence = isOpen() ? "serves " + words() + ": the load generator’s limit was reached."
                    : "%s%s%s.".formatted(capacity.settled() ? "serves " : "unfinished: ", words(), relative);
            return new Finding.Rank(configuration, sentence, isBaseline() && isSettled() ? "baseline" : state(),
                    isSettled() ? "open" : "missed");
        }

        // Significant if the intervals, corrected for all comparisons, exclude equality.
        private boolean isAbove(Row other, int others) {
            return !other.isOpen() && Change.isInterval(capacity.ci95()) && Change.isInterval(other.capacity.ci95())
                    && Change.ofEstimates(capacity.sessions(), capacity.ci95(), other.capacity.sessions(),
                            other.capacity.ci95(), others).low() > 1;
        }
    }

    /** Returns the capacities, and the configuration with the highest one if the difference is significant. */
    public Finding finding() {
        List<Row> known = rows.stream().filter(row -> row.capacity() != null)
                .sorted(Comparator.comparingInt((Row row) -> row.capacity().sessions()).reversed()).toList();
        List<Finding.Rank> ranks = Stream.concat(known.stream(), rows.stream().filter(row ->
                row.capacity() == null)).map(row -> row.rank(baseline)).toList();
        if (known.isEmpty()) {
            return new Finding("open", "?", "No capacity yet", List.of(), ranks);
        }
        Row best = known.get(0);
        List<String> open = known.stream().filter(Row::isOpen).map(Row::configuration).toList();
        String headline;
        boolean sure = known.stream().allMatch(row -> row.capacity().settled());
        String mark = "✓";
        if (known.size() == 1) {
            headline = best.configuration() + " serves " + best.words();
            sure = best.isSettled();
        } else if (known.stream().skip(1).allMatch(other -> best.isAbove(other, known.size() - 1))) {
            headline = "%s has the highest capacity: %s%s".formatted(best.configuration(), best.words(),
                    best.isBaseline() || best.relative() == null || best.isOpen() ? ""
                            : ", " + best.comparedWith(baseline));
        } else {
            sure = false;
            mark = "=";
            headline = open.isEmpty() ? "%s serves %s; no significant difference between %s".formatted(
                    best.configuration(), best.words(), Sentence.joined(known.stream().map(Row::configuration)
                            .toList()))
                    : "Undecided: the load generator reached its limit before "
                            + Sentence.joined(open);
        }
        return new Finding(sure ? "met" : "open", sure || mark.equals("=") && open.isEmpty() ? mark : "?", headline,
                statement(known, open), ranks);
    }

    private static List<String> statement(List<Row> known, List<String> open) {
        List<String> statement = new ArrayList<>();
        List<String> unsettled = known.stream().filter(row -> !row.capacity().settled() && !row.isOpen())
                .map(Row::configuration).toList();
        if (!unsettled.isEmpty()) {
            statement.add("The search is unfinished for %s: continue it with --resume and a higher --max-runs."
                    .formatted(Sentence.joined(unsettled)));
        }
        if (!open.isEmpty()) {
            statement.add("The load generator reached its limit: give it more processors, or give fewer to the "
                    + "measured program.");
        }
        return statement;
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
                Column.figure("95% CI", row -> interval(row.capacity())),
                Column.figure("Change from " + baseline, Row::against),
                Column.figure("Mean response time", row -> mean(row.nearest(), BankFigures.RESPONSE_TIME)),
                Column.figure("p95", row -> mean(row.nearest(), BankFigures.RESPONSE_TIME_P95)),
                Column.words("Nearest probes", row -> probes(row.nearest())),
                Column.words("State", Row::state)), rows);
    }

    /** Returns the capacity of a configuration; null if it was not searched. */
    static Capacity capacity(ExperimentReport experiment, String name) {
        return experiment.capacities().stream()
                .filter(capacity -> Objects.equals(capacity.configuration(), name)).findFirst().orElse(null);
    }

    /** Returns the interval in sessions. If the load generator reached its limit, the upper bound is unknown. */
    static String interval(Capacity capacity) {
        if (capacity == null || !Change.isInterval(capacity.ci95())) {
            return Format.NONE;
        }
        String low = Format.count(Math.round(capacity.ci95().get(0)));
        return capacity.openAbove() ? low + " or more"
                : low + " to " + Format.count(Math.round(capacity.ci95().get(1)));
    }

    // Valid probes within the interval; otherwise the probes with the nearest number of sessions.
    private static List<Observation> nearest(ConfigurationRuns configuration, Capacity capacity) {
        List<Probe> valid = capacity.probes().stream().filter(probe -> run(configuration, probe) != null)
                .sorted(Comparator.comparingInt(Probe::sessions)).toList();
        List<Probe> within = valid.stream().filter(probe -> Change.isInterval(capacity.ci95())
                && probe.sessions() >= capacity.ci95().get(0) && probe.sessions() <= capacity.ci95().get(1)).toList();
        int distance = valid.stream().mapToInt(probe -> Math.abs(probe.sessions() - capacity.sessions())).min()
                .orElse(0);
        return (within.isEmpty() ? valid.stream().filter(probe -> Math.abs(probe.sessions() - capacity.sessions())
                == distance) : within.stream()).map(probe -> run(configuration, probe)).toList();
    }

    private static Observation run(ConfigurationRuns configuration, Probe probe) {
        return configuration.valid().stream().filter(run -> run.round() == probe.round()).findFirst()
                .orElse(null);
    }

    private static String mean(List<Observation> runs, Figure figure) {
        Double mean = ConfigurationRuns.mean(runs, figure);
        return mean == null ? Format.NONE : Format.time(mean);
    }

    private static String sessions(Observation run) {
        return Format.count(Math.round(BankFigures.SESSIONS.of(run)));
    }

    private static String probes(List<Observation> runs) {
        if (runs.isEmpty()) {
            return "";
        }
        String least = sessions(runs.get(0));
        String most = sessions(runs.get(runs.size() - 1));
        return "%s at %s".formatted(Sentence.count(runs.size(), "probe"),
                least.equals(most) ? least : least + " to " + most);
    }
}
