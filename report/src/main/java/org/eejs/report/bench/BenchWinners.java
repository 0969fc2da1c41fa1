package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.report.text.Format;
import org.eejs.report.text.Routine;
import org.eejs.report.text.Sentence;

/** The headline of a benchmark, with algorithms and their fastest providers: "SHA-256: JDK fastest; SHA3-256: BC". */
final class BenchWinners {
    private static final String UNDECIDED = "undecided";
    /** The number of parts that a reader takes in within ten seconds. */
    private static final int MOST_PARTS = 4;
    private static final int MOST_THINGS = 4;

    /** The fastest providers by algorithm, or by group if there are several, in rows with at least two providers. */
    private final Map<String, Set<String>> winners = new LinkedHashMap<>();

    private BenchWinners(List<BenchScores> groups) {
        boolean several = groups.size() > 1;
        for (BenchScores group : groups) {
            for (String jdk : group.jdks()) {
                for (Routine subject : group.shown(group.subjects(jdk))) {
                    Map<String, Score> measured = group.measured(subject, jdk);
                    if (measured.size() > 1) {
                        List<String> best = BenchScores.best(measured);
                        winners.computeIfAbsent(several ? group.group().title() : subject.algorithm(),
                                thing -> new LinkedHashSet<>()).add(best.size() == 1
                                        ? BenchProviders.name(best.get(0)) : UNDECIDED);
                    }
                }
            }
        }
    }

    /** Returns the headline without a full stop; empty if no row has two providers. */
    static String of(List<BenchScores> groups) {
        return new BenchWinners(groups).words();
    }

    private String words() {
        Map<String, List<String>> things = new LinkedHashMap<>();
        winners.forEach((thing, own) -> things.computeIfAbsent(outcome(own), any -> new ArrayList<>()).add(thing));
        // Undecided groups come last.
        List<String> open = things.remove(UNDECIDED);
        List<String> parts = new ArrayList<>();
        things.forEach((outcome, of) -> parts.add("%s: %s".formatted(some(of), parts.isEmpty()
                ? outcome.replaceFirst("(, partly undecided)?$", " fastest$1") : outcome)));
        if (open != null) {
            parts.add("%s: %s".formatted(some(open), UNDECIDED));
        }
        return parts.size() <= MOST_PARTS ? String.join("; ", parts)
                : String.join("; ", parts.subList(0, MOST_PARTS)) + "; more in the tables";
    }

    private static String outcome(Set<String> own) {
        List<String> named = own.stream().filter(name -> !name.equals(UNDECIDED)).toList();
        return named.isEmpty() ? UNDECIDED : named.stream().collect(Collectors.joining(" or "))
                + (named.size() < own.size() ? ", partly undecided" : "");
    }

    private static String some(List<String> things) {
        return things.size() <= MOST_THINGS ? Sentence.joined(things)
                : String.join(", ", things.subList(0, MOST_THINGS - 1)) + " and "
                        + Format.count(things.size() - MOST_THINGS + 1) + " others";
    }
}
