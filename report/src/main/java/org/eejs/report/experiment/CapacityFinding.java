package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eejs.report.experiment.CapacityTable.Row;
import org.eejs.report.table.Where;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Sentence;
import org.eejs.result.Result.Capacity;

/** Says how many sessions each configuration serves, and which serves most as far as that is sure. */
public final class CapacityFinding {
    private CapacityFinding() {}

    public static Finding of(CapacityTable table) {
        List<Row> known = table.rows().stream().filter(row -> row.capacity() != null)
                .sorted(Comparator.comparingInt((Row row) -> row.capacity().sessions()).reversed()).toList();
        boolean baselineOpen = known.stream().anyMatch(row -> row.configuration().equals(table.baseline())
                && row.capacity().openAbove());
        List<Finding.Standing> standings = new ArrayList<>();
        known.forEach(row -> standings.add(standing(row, table.baseline(), baselineOpen)));
        table.rows().stream().filter(row -> row.capacity() == null).forEach(row -> standings.add(
                new Finding.Standing(row.configuration(), "has no capacity yet.", row.state(), "open")));
        if (known.isEmpty()) {
            return new Finding("open", "?", "No capacity is known yet", List.of(), List.copyOf(standings));
        }
        List<String> statement = statement(known);
        if (known.size() == 1) {
            Capacity only = known.get(0).capacity();
            boolean sure = only.settled() && !only.openAbove();
            return new Finding(sure ? "met" : "open", sure ? "✓" : "?",
                    only.configuration() + " serves " + words(only), statement, List.copyOf(standings));
        }
        return several(known, table.baseline(), statement, standings);
    }

    private static Finding several(List<Row> known, String baseline, List<String> statement,
            List<Finding.Standing> standings) {
        Row best = known.get(0);
        boolean most = known.stream().skip(1).allMatch(other -> isAbove(best.capacity(), other.capacity(),
                known.size() - 1));
        if (most) {
            boolean compared = !best.configuration().equals(baseline) && best.relative() != null;
            String headline = "%s serves most: %s%s".formatted(best.configuration(), words(best.capacity()),
                    compared && !best.capacity().openAbove() ? ", " + against(best, baseline) : "");
            boolean sure = known.stream().allMatch(row -> row.capacity().settled());
            return new Finding(sure ? "met" : "open", sure ? "✓" : "?", headline, statement, List.copyOf(standings));
        }
        boolean open = known.stream().anyMatch(row -> row.capacity().openAbove());
        List<String> names = known.stream().map(Row::configuration).toList();
        return new Finding("open", open ? "?" : "=", open
                ? "Not decided: the limit of the load generator was reached before that of %s".formatted(
                        Sentence.joined(known.stream().filter(row -> row.capacity().openAbove())
                                .map(Row::configuration).toList()))
                : "%s serves %s, but no sure difference between %s was found".formatted(best.configuration(),
                        words(best.capacity()), Sentence.joined(names)),
                statement, List.copyOf(standings));
    }

    private static List<String> statement(List<Row> known) {
        List<String> statement = new ArrayList<>();
        List<String> unsettled = known.stream().filter(row -> !row.capacity().settled() && !row.capacity().openAbove())
                .map(Row::configuration).toList();
        if (!unsettled.isEmpty()) {
            statement.add("The search has not settled for %s: continue it with --resume and a higher --max-runs."
                    .formatted(Sentence.joined(unsettled)));
        }
        if (known.stream().anyMatch(row -> row.capacity().openAbove())) {
            statement.add("Where the load generator’s limit was reached, give it more processors, or what it loads "
                    + "fewer.");
        }
        return statement;
    }

    // Against a baseline that serves more than could be asked for, a ratio is only a bound.
    private static Finding.Standing standing(Row row, String baseline, boolean baselineOpen) {
        Capacity capacity = row.capacity();
        String relative = row.configuration().equals(baseline) || row.relative() == null || capacity.openAbove()
                || baselineOpen ? "" : "; " + against(row, baseline);
        String interval = Change.isInterval(capacity.ci95())
                ? " (95\u00a0% interval " + CapacityTable.interval(capacity) + ")" : "";
        String sentence = capacity.openAbove()
                ? "serves at least %s%s: the load generator’s limit was reached.".formatted(sessions(capacity),
                        interval)
                : capacity.settled() ? "serves %s%s%s.".formatted(sessions(capacity), interval, relative)
                        : "not settled: about %s%s%s.".formatted(sessions(capacity), interval, relative);
        String badge = row.configuration().equals(baseline) && capacity.settled() && !capacity.openAbove()
                ? "baseline" : row.state();
        return new Finding.Standing(row.configuration(), sentence, badge,
                capacity.openAbove() || !capacity.settled() ? "missed" : "open");
    }

    private static String against(Row row, String baseline) {
        Change change = row.relative();
        String words = change.hasInterval() && !change.isSure() ? "no sure difference to " + baseline
                : change.more("fewer", "more", "times as many") + (change.isFactor() ? " as " : " than ") + baseline;
        return change.hasInterval() ? words + " (" + change.interval("fewer", "more") + ")" : words;
    }

    private static String words(Capacity capacity) {
        String interval = Change.isInterval(capacity.ci95())
                ? " (95\u00a0% interval " + CapacityTable.interval(capacity) + ")" : "";
        return (capacity.openAbove() ? "at least " : capacity.settled() ? "" : "about ") + sessions(capacity)
                + interval;
    }

    private static String sessions(Capacity capacity) {
        return Sentence.count(capacity.sessions(), "session");
    }

    // Sure when not even chance would bring the two together.
    private static boolean isAbove(Capacity best, Capacity other, int family) {
        return !other.openAbove() && Change.isInterval(best.ci95()) && Change.isInterval(other.ci95())
                && Change.ofEstimates(best.sessions(), best.ci95(), other.sessions(), other.ci95(), family)
                        .low() > 1;
    }
}
