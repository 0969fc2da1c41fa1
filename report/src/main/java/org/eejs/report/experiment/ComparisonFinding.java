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
import org.eejs.report.text.FigureText;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.RunQuality;
import org.eejs.report.text.Sentence;
import org.eejs.result.Observation;
import org.eejs.result.Result.Comparison;
import org.eejs.result.Result.Procedure;
import org.eejs.result.Result;

/**
 * The finding of a comparison: the best configuration, the difference and its certainty. Created for one experiment.
 */
public final class ComparisonFinding {
    private static final String BETTER = "better";
    private static final String WORSE = "worse";
    private static final String NO_DIFFERENCE = "noDifference";

    /** Above this number of runs, longer runs are a better advice than more runs. */
    private static final int MANY_RUNS = 40;
    /** The longest warm-up of {@code --warm-up auto}, in seconds. */
    private static final long LONG_WARM_UP = 120;

    private final ExperimentReport experiment;
    private final String metric;
    private final FigureText text;
    private final String baseline;
    private final List<Comparison> ranked;
    // The configurations of the headline: those that were stopped are left out.
    private final List<Comparison> counted;

    private ComparisonFinding(ExperimentReport experiment) {
        this.experiment = experiment;
        this.metric = experiment.metric();
        this.text = experiment.text(metric);
        this.baseline = experiment.baseline();
        this.ranked = experiment.names().stream().map(name -> experiment.comparison(metric, name))
                .filter(Objects::nonNull).sorted(bestFirst()).toList();
        this.counted = ranked.stream().filter(comparison -> {
            Result.Configuration configuration = experiment.configuration(comparison.name()).configuration();
            return configuration == null || configuration.skipped() == null;
        }).toList();
    }

    public static Finding of(ExperimentReport experiment) {
        ComparisonFinding finding = new ComparisonFinding(experiment);
        List<Finding.Rank> ranks = finding.ranks();
        if (finding.counted.isEmpty()) {
            return new Finding("open", "?", "No comparison",
                    List.of("There are no two configurations with valid runs that completed."), ranks);
        }
        Finding found = finding.found(ranks);
        return new Finding(found.style(), found.mark(), found.headline()
                + (finding.isCold() ? " (JVMs not yet warm)" : ""),
                Stream.concat(found.statement().stream(), finding.reasons()).toList(), found.ranks());
    }

    /** Returns the parts of the CPU that explain the differences, as far as they are known. */
    private Stream<String> reasons() {
        WhyTable why = new WhyTable(experiment.configurations(), baseline);
        return counted.stream().map(why::sentence).flatMap(Optional::stream);
    }

    private Finding found(List<Finding.Rank> ranks) {
        List<Comparison> better = with(BETTER);
        List<String> open = counted.stream().filter(ComparisonFinding::isOpen).map(Comparison::name).toList();
        List<String> same = names(NO_DIFFERENCE);
        List<String> statement = new ArrayList<>();
        String headline;
        String mark = "✓";
        if (!better.isEmpty()) {
            Comparison best = better.get(0);
            List<String> rivals = rivals(best);
            headline = "%s %s: %s (%s)".formatted(best.name(), rivals.isEmpty() ? text.wins()
                    : "is better than " + baseline, Change.of(best).sentence(text, baseline), certainty(best));
            if (!rivals.isEmpty()) {
                statement.add("The intervals of %s and %s overlap, so the best configuration is undecided."
                        .formatted(best.name(), Sentence.joined(rivals)));
            }
        } else if (same.size() == counted.size()) {
            mark = "=";
            headline = "No difference between %s: %s%s".formatted(all(), text.words(), within());
            statement.addAll(detectable());
        } else if (with(WORSE).size() == counted.size()) {
            Comparison next = counted.get(0);
            headline = "%s %s: %s has %s (%s)".formatted(baseline, text.wins(), counted.size() == 1 ? next.name()
                    : "the next, " + next.name() + ",", Change.of(next).sentence(text, baseline), certainty(next));
        } else if (open.isEmpty()) {
            mark = "=";
            headline = "No configuration is better than %s: no difference to %s; %s is worse".formatted(baseline,
                    Sentence.joined(same), Sentence.joined(names(WORSE)));
        } else {
            mark = "?";
            headline = "Undecided: whether the %s of %s differs from that of %s".formatted(text.words(),
                    Sentence.joined(open), baseline);
            statement.addAll(detectable());
            statement.add(advice());
        }
        return new Finding(mark.equals("✓") ? "met" : "open", mark, headline, statement, ranks);
    }

    /** Returns whether the JVM of a valid run was not warm. */
    private boolean isCold() {
        return experiment.configurations().stream().flatMap(each -> each.valid().stream())
                .anyMatch(RunQuality::isCold);
    }

    /** Returns the smallest difference that this comparison could have found. */
    private List<String> detectable() {
        return counted.stream().map(Comparison::detectable).filter(Objects::nonNull).max(Double::compare)
                .map(ratio -> List.of("Four of five such comparisons find a difference of %s."
                        .formatted(Format.percent(ratio - 1)))).orElse(List.of());
    }

    /** Returns whether the configuration is better or worse. */
    static boolean isDecided(Comparison comparison) {
        return BETTER.equals(comparison.verdict()) || WORSE.equals(comparison.verdict());
    }

    /** Returns whether neither a difference nor its absence was found. */
    static boolean isOpen(Comparison comparison) {
        return !isDecided(comparison) && !NO_DIFFERENCE.equals(comparison.verdict());
    }

    /** Returns a verdict as text. */
    public static String words(String verdict) {
        return verdict == null ? Format.NONE : switch (verdict) {
            case NO_DIFFERENCE -> "no difference";
            case "inconclusive" -> "undecided";
            default -> verdict;
        };
    }

    /** Returns the number of each verdict as text: "2 better, 1 undecided"; empty if there are none. */
    public static String counts(List<String> verdicts) {
        return Stream.of(BETTER, WORSE, NO_DIFFERENCE, "inconclusive").filter(verdicts::contains)
                .map(verdict -> Format.count(Collections.frequency(verdicts, verdict)) + " " + words(verdict))
                .collect(Collectors.joining(", "));
    }

    /** Returns the class of a verdict in the style sheet. */
    public static String style(String verdict) {
        return BETTER.equals(verdict) ? "met" : WORSE.equals(verdict) ? "missed" : "open";
    }

    private List<Finding.Rank> ranks() {
        List<Finding.Rank> ranks = new ArrayList<>();
        for (Comparison comparison : ranked) {
            Change change = Change.of(comparison);
            ranks.add(new Finding.Rank(comparison.name(), "%s (%s): %s instead of %s.".formatted(
                    change.sentence(text, baseline), certainty(comparison),
                    text.value(comparison.mean()), text.value(comparison.baselineMean())),
                    words(comparison.verdict()), style(comparison.verdict())));
        }
        // The baseline has its ratio of 1 in the ranking.
        ranks.add((int) ranked.stream().filter(this::isAhead).count(), ofBaseline());
        for (String name : experiment.names()) {
            if (!name.equals(baseline) && experiment.comparison(metric, name) == null) {
                ranks.add(new Finding.Rank(name, experiment.configuration(name).valid().isEmpty()
                        ? "has no valid run." : "was not compared with " + baseline + ".", "not compared", "open"));
            }
        }
        return List.copyOf(ranks);
    }

    private Finding.Rank ofBaseline() {
        int valid = experiment.configuration(baseline).valid().size();
        String runs = valid == 0 ? "no valid run" : ProcedureNotes.runs(valid, "valid ");
        return new Finding.Rank(baseline, ranked.isEmpty() ? runs + "." : "%s, %s %s on average.".formatted(runs,
                text.value(ranked.get(0).baselineMean()), text.words()), "baseline", "open");
    }

    // Configurations whose interval overlaps with that of the best one.
    private List<String> rivals(Comparison best) {
        double bound = isLowerBetter() ? Change.of(best).highest() : Change.of(best).lowest();
        return counted.stream().filter(other -> other != best)
                .filter(other -> isLowerBetter() ? Change.of(other).lowest() <= bound
                        : Change.of(other).highest() >= bound)
                .map(Comparison::name).toList();
    }

    private String certainty(Comparison comparison) {
        Change change = Change.of(comparison);
        String runs = ProcedureNotes.runs(comparison.runs(), "") + " each";
        return change.hasInterval() ? "95%% CI %s, %s".formatted(change.interval(
                text.figure().below(), text.figure().above()), runs)
                : "too few runs for a CI: " + runs;
    }

    private String within() {
        Procedure procedure = experiment.measured().procedure();
        return procedure == null || procedure.margin() == 0 ? " is the same"
                : " within ±" + Format.reached(procedure.margin());
    }

    private String all() {
        return Sentence.joined(experiment.names().stream().filter(name -> name.equals(baseline)
                || counted.stream().anyMatch(comparison -> comparison.name().equals(name))).toList());
    }

    private List<String> names(String verdict) {
        return with(verdict).stream().map(Comparison::name).toList();
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
        return text.figure().lowerIsBetter();
    }

    /** Returns why the result is undecided, and what to do. More runs help only against random variation. */
    private String advice() {
        long cold = valid().filter(ComparisonFinding::wasCold).count();
        if (2 * cold >= valid().count() && cold > 0) {
            return ofColdRuns(cold);
        }
        long all = runs().count();
        if (2 * valid().count() < all) {
            return "Only %s of %s %s valid; repeating will not help. Fix the reasons in the table of runs first."
                    .formatted(Format.count(valid().count()), ProcedureNotes.runs((int) all, ""),
                            valid().count() == 1 ? "was" : "were");
        }
        return ofSpread() + ofOthers();
    }

    private Stream<Observation> runs() {
        return experiment.configurations().stream().flatMap(each -> each.runs().stream());
    }

    private Stream<Observation> valid() {
        return experiment.configurations().stream().flatMap(each -> each.valid().stream());
    }

    private static boolean wasCold(Observation run) {
        return !run.evidence().steady() || RunQuality.isCold(run);
    }

    private String ofColdRuns(long cold) {
        String reason = "In %s of %s the %s. A longer warm-up helps, more runs do not: "
                .formatted(Format.count(cold), ProcedureNotes.runs((int) valid().count(), "valid "),
                        experiment.tested().words("JVM was still compiling, or its CPU per page had not settled"));
        long warmUp = valid().map(run -> run.evidence().phases()).filter(phases -> phases != null)
                .mapToLong(phases -> phases.rampUp() + phases.warmUp()).max().orElse(0);
        return reason + (warmUp < LONG_WARM_UP ? "repeat without --quick, or with --warm-up auto."
                        : "repeat with --warm-up %ds, or with more sessions, which shorten the warm-up.".formatted(
                                2 * warmUp));
    }

    /** Returns the number of runs that would suffice at the current spread. */
    private String ofSpread() {
        int soFar = runs().mapToInt(Observation::round).max().orElse(0);
        int needed = Math.max(soFar + 1, counted.stream().filter(ComparisonFinding::isOpen)
                .mapToInt(this::needed).max().orElse(0));
        String reason = "The spread of the runs is too large for a verdict. ";
        if (needed > MANY_RUNS) {
            return reason + "More than %d runs each would be necessary: lengthen the steady state (--phases), or use "
                    .formatted(MANY_RUNS) + "a quieter machine.";
        }
        return reason + "About %d runs each would suffice: continue with --resume and --max-runs %d.".formatted(
                needed, needed);
    }

    private int needed(Comparison comparison) {
        Change change = Change.of(comparison);
        if (!change.hasInterval()) {
            return 2 * Math.max(2, comparison.runs());
        }
        Procedure procedure = experiment.measured().procedure();
        double margin = procedure == null ? 0 : procedure.margin();
        double off = Math.abs(change.ratio() - 1);
        // An interval is narrow enough if it excludes 1, or if it is within the margin.
        double enough = Math.max(off, margin - off);
        double half = (change.high() - change.low()) / 2;
        return (int) Math.min(2.0 * MANY_RUNS, Math.max(comparison.runs() + 1.0,
                Math.ceil(comparison.runs() * half * half / (enough * enough))));
    }

    private String ofOthers() {
        double stolen = valid().mapToDouble(RunQuality::stolenCpu).average().orElse(0);
        return stolen <= RunQuality.MUCH_STOLEN ? "" : " Steal was %s of the processors’ time; a quieter machine needs "
                .formatted(Format.percent(stolen)) + "fewer runs.";
    }
}
