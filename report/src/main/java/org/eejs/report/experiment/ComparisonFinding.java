package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.MetricText;
import org.eejs.report.text.RunFigures;
import org.eejs.report.text.Sentence;
import org.eejs.result.Result;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.Procedure;

/** Says which configuration of a comparison won, by how much, and how sure that is. Made for one experiment. */
public final class ComparisonFinding {
    private static final String BETTER = "better";
    private static final String WORSE = "worse";
    private static final String NO_DIFFERENCE = "noDifference";

    private final ExperimentReport experiment;
    private final String metric;
    private final MetricText text;
    private final String baseline;
    private final List<Comparison> ranked;
    // Those that the headline speaks of: a configuration that was given up is not waited for.
    private final List<Comparison> counted;

    private ComparisonFinding(ExperimentReport experiment) {
        this.experiment = experiment;
        this.metric = experiment.metric();
        this.text = experiment.text(metric);
        this.baseline = experiment.baseline();
        this.ranked = experiment.names().stream().map(name -> experiment.comparison(metric, name))
                .filter(Objects::nonNull).sorted(bestFirst()).toList();
        this.counted = ranked.stream().filter(comparison -> {
            Result.Configuration configuration = experiment.configuration(comparison.configuration()).configuration();
            return configuration == null || configuration.skipped() == null;
        }).toList();
    }

    public static Finding of(ExperimentReport experiment) {
        ComparisonFinding finding = new ComparisonFinding(experiment);
        List<Finding.Standing> standings = finding.standings();
        if (finding.counted.isEmpty()) {
            return new Finding("open", "?", "Nothing could be compared",
                    List.of("There are no two configurations with valid runs that were not given up."), standings);
        }
        Finding found = finding.found(standings);
        return new Finding(found.style(), found.mark(), found.headline()
                + (finding.isCold() ? ", of JVMs not yet warm" : ""),
                Stream.concat(found.statement().stream(), finding.reasons()).toList(), found.standings());
    }

    /** Where the differences that were decided come from, as far as it is known. */
    private Stream<String> reasons() {
        WhyTable why = new WhyTable(experiment.configurations(), baseline);
        return counted.stream().map(why::sentence).flatMap(Optional::stream);
    }

    private Finding found(List<Finding.Standing> standings) {
        List<Comparison> better = with(BETTER);
        if (!better.isEmpty()) {
            return winner(better.get(0), standings);
        }
        if (with(NO_DIFFERENCE).size() == counted.size()) {
            return new Finding("open", "=", "No difference found between %s: %s%s".formatted(all(), text.words(),
                    within()), detectable(), standings);
        }
        return with(WORSE).size() < counted.size() ? undecided(standings) : baselineWins(standings);
    }

    /** Whether any run that counts was measured before its JVM was warm. */
    private boolean isCold() {
        return experiment.configurations().stream().flatMap(each -> each.valid().stream())
                .anyMatch(run -> new RunFigures(run).isCold());
    }

    /** The smallest difference that would have been found. */
    private List<String> detectable() {
        return counted.stream().map(Comparison::detectable).filter(Objects::nonNull).max(Double::compare)
                .map(ratio -> List.of("A difference of %s would have been found in four of five such comparisons."
                        .formatted(Format.percent(ratio - 1)))).orElse(List.of());
    }

    /** Whether it was found better or worse. */
    static boolean isDecided(Comparison comparison) {
        return BETTER.equals(comparison.verdict()) || WORSE.equals(comparison.verdict());
    }

    /** Whether nothing was found, not even that there is no difference. */
    static boolean isOpen(Comparison comparison) {
        return !isDecided(comparison) && !NO_DIFFERENCE.equals(comparison.verdict());
    }

    /** A verdict as people say it. */
    public static String words(String verdict) {
        return verdict == null ? Format.NONE : switch (verdict) {
            case NO_DIFFERENCE -> "no difference";
            case "inconclusive" -> "not decided";
            default -> verdict;
        };
    }

    /** How often each verdict was given, in words: "2 better, 1 not decided"; empty for none. */
    public static String counts(List<String> verdicts) {
        return Stream.of(BETTER, WORSE, NO_DIFFERENCE, "inconclusive").filter(verdicts::contains)
                .map(verdict -> Format.count(Collections.frequency(verdicts, verdict)) + " " + words(verdict))
                .collect(Collectors.joining(", "));
    }

    /** The class of a verdict in the style sheet. */
    public static String style(String verdict) {
        return BETTER.equals(verdict) ? "met" : WORSE.equals(verdict) ? "missed" : "open";
    }

    private Finding winner(Comparison best, List<Finding.Standing> standings) {
        List<String> rivals = rivals(best);
        String headline = "%s %s: %s (%s)".formatted(best.configuration(),
                rivals.isEmpty() ? text.wins() : "is better than " + baseline,
                Change.of(best).sentence(text, baseline), certainty(best));
        List<String> statement = new ArrayList<>();
        if (!rivals.isEmpty()) {
            statement.add("The interval of %s overlaps with that of %s: which of them is best is not decided."
                    .formatted(best.configuration(), Sentence.joined(rivals)));
        }
        return new Finding("met", "✓", headline, statement, standings);
    }

    private Finding baselineWins(List<Finding.Standing> standings) {
        Comparison next = counted.get(0);
        String headline = "%s %s: %s has %s (%s)".formatted(baseline, text.wins(),
                counted.size() == 1 ? next.configuration() : "the next, " + next.configuration() + ",",
                Change.of(next).sentence(text, baseline), certainty(next));
        return new Finding("met", "✓", headline, List.of(), standings);
    }

    private Finding undecided(List<Finding.Standing> standings) {
        List<String> open = counted.stream().filter(comparison -> !WORSE.equals(comparison.verdict())
                && !NO_DIFFERENCE.equals(comparison.verdict())).map(Comparison::configuration).toList();
        if (open.isEmpty()) {
            return new Finding("open", "=", "Nothing is better than %s: no difference found to %s, and %s is worse"
                    .formatted(baseline, Sentence.joined(names(NO_DIFFERENCE)), Sentence.joined(names(WORSE))),
                    List.of(), standings);
        }
        List<String> statement = new ArrayList<>(detectable());
        statement.add(new Undecided(experiment, counted.stream().filter(ComparisonFinding::isOpen).toList()).advice());
        return new Finding("open", "?", "Not decided: whether the %s of %s differs from that of %s".formatted(
                text.words(), Sentence.joined(open), baseline), statement, standings);
    }

    private List<Finding.Standing> standings() {
        List<Finding.Standing> standings = new ArrayList<>();
        for (Comparison comparison : ranked) {
            Change change = Change.of(comparison);
            standings.add(new Finding.Standing(comparison.configuration(), "%s (%s): %s instead of %s.".formatted(
                    change.sentence(text, baseline), certainty(comparison),
                    text.value(comparison.mean()), text.value(comparison.baselineMean())),
                    words(comparison.verdict()), style(comparison.verdict())));
        }
        // The baseline stands where its ratio of 1 belongs.
        standings.add((int) ranked.stream().filter(this::isAhead).count(), ofBaseline());
        for (String name : experiment.names()) {
            if (!name.equals(baseline) && experiment.comparison(metric, name) == null) {
                standings.add(new Finding.Standing(name, experiment.configuration(name).valid().isEmpty()
                        ? "has no valid run." : "was not compared with " + baseline + ".", "not compared", "open"));
            }
        }
        return List.copyOf(standings);
    }

    private Finding.Standing ofBaseline() {
        int valid = experiment.configuration(baseline).valid().size();
        String runs = valid == 0 ? "no valid run" : ProcedureNotes.runs(valid, "valid ");
        return new Finding.Standing(baseline, ranked.isEmpty() ? runs + "." : "%s, %s %s on average.".formatted(runs,
                text.value(ranked.get(0).baselineMean()), text.words()), "baseline", "open");
    }

    // Those whose interval reaches into the best one's.
    private List<String> rivals(Comparison best) {
        double bound = isLowerBetter() ? Change.of(best).highest() : Change.of(best).lowest();
        return counted.stream().filter(other -> other != best)
                .filter(other -> isLowerBetter() ? Change.of(other).lowest() <= bound
                        : Change.of(other).highest() >= bound)
                .map(Comparison::configuration).toList();
    }

    private String certainty(Comparison comparison) {
        Change change = Change.of(comparison);
        String runs = ProcedureNotes.runs(comparison.runs(), "") + " each";
        return change.hasInterval() ? "95\u00a0%% interval %s, %s".formatted(change.interval(
                text.below().split(" ")[0], text.above().split(" ")[0]), runs)
                : "too few runs for an interval: " + runs;
    }

    private String within() {
        Procedure procedure = experiment.measured().procedure();
        return procedure == null || procedure.margin() == 0 ? " is the same"
                : " within ±" + Format.reached(procedure.margin());
    }

    private String all() {
        return Sentence.joined(experiment.names().stream().filter(name -> name.equals(baseline)
                || counted.stream().anyMatch(comparison -> comparison.configuration().equals(name))).toList());
    }

    private List<String> names(String verdict) {
        return with(verdict).stream().map(Comparison::configuration).toList();
    }

    private List<Comparison> with(String verdict) {
        return counted.stream().filter(comparison -> verdict.equals(comparison.verdict())).toList();
    }

    private boolean isAhead(Comparison comparison) {
        return isLowerBetter() ? comparison.ratio() < 1 : comparison.ratio() > 1;
    }

    private Comparator<Comparison> bestFirst() {
        Comparator<Comparison> lowestFirst = Comparator.comparingDouble(Comparison::ratio);
        return isLowerBetter() ? lowestFirst : lowestFirst.reversed();
    }

    private boolean isLowerBetter() {
        return experiment.names().stream().map(name -> experiment.comparison(metric, name)).filter(Objects::nonNull)
                .noneMatch(comparison -> "higher".equals(comparison.better()));
    }
}
