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

/** Says which configuration of a comparison won, by how much, and how sure that is. Made for one experiment. */
public final class ComparisonFinding {
    private static final String BETTER = "better";
    private static final String WORSE = "worse";
    private static final String NO_DIFFERENCE = "noDifference";

    /** More runs than this are a night's work; each run must then say more. */
    private static final int MANY_RUNS = 40;
    /** The longest warm-up of the option {@code --warm-up auto}, in seconds. */
    private static final long LONG_WARM_UP = 120;

    private final ExperimentReport experiment;
    private final String metric;
    private final FigureText text;
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
            Result.Configuration configuration = experiment.configuration(comparison.name()).configuration();
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

    /** Returns where the differences that were decided come from, as far as it is known. */
    private Stream<String> reasons() {
        WhyTable why = new WhyTable(experiment.configurations(), baseline);
        return counted.stream().map(why::sentence).flatMap(Optional::stream);
    }

    private Finding found(List<Finding.Standing> standings) {
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
                statement.add("The interval of %s overlaps with that of %s: which of them is best is not decided."
                        .formatted(best.name(), Sentence.joined(rivals)));
            }
        } else if (same.size() == counted.size()) {
            mark = "=";
            headline = "No difference found between %s: %s%s".formatted(all(), text.words(), within());
            statement.addAll(detectable());
        } else if (with(WORSE).size() == counted.size()) {
            Comparison next = counted.get(0);
            headline = "%s %s: %s has %s (%s)".formatted(baseline, text.wins(), counted.size() == 1 ? next.name()
                    : "the next, " + next.name() + ",", Change.of(next).sentence(text, baseline), certainty(next));
        } else if (open.isEmpty()) {
            mark = "=";
            headline = "Nothing is better than %s: no difference found to %s, and %s is worse".formatted(baseline,
                    Sentence.joined(same), Sentence.joined(names(WORSE)));
        } else {
            mark = "?";
            headline = "Not decided: whether the %s of %s differs from that of %s".formatted(text.words(),
                    Sentence.joined(open), baseline);
            statement.addAll(detectable());
            statement.add(advice());
        }
        return new Finding(mark.equals("✓") ? "met" : "open", mark, headline, statement, standings);
    }

    /** Returns whether any run that counts was measured before its JVM was warm. */
    private boolean isCold() {
        return experiment.configurations().stream().flatMap(each -> each.valid().stream())
                .anyMatch(RunQuality::isCold);
    }

    /** Returns the smallest difference that would have been found. */
    private List<String> detectable() {
        return counted.stream().map(Comparison::detectable).filter(Objects::nonNull).max(Double::compare)
                .map(ratio -> List.of("A difference of %s would have been found in four of five such comparisons."
                        .formatted(Format.percent(ratio - 1)))).orElse(List.of());
    }

    /** Returns whether it was found better or worse. */
    static boolean isDecided(Comparison comparison) {
        return BETTER.equals(comparison.verdict()) || WORSE.equals(comparison.verdict());
    }

    /** Returns whether nothing was found, not even that there is no difference. */
    static boolean isOpen(Comparison comparison) {
        return !isDecided(comparison) && !NO_DIFFERENCE.equals(comparison.verdict());
    }

    /** Returns a verdict as people say it. */
    public static String words(String verdict) {
        return verdict == null ? Format.NONE : switch (verdict) {
            case NO_DIFFERENCE -> "no difference";
            case "inconclusive" -> "not decided";
            default -> verdict;
        };
    }

    /** Returns how often each verdict was given, in words: "2 better, 1 not decided"; empty for none. */
    public static String counts(List<String> verdicts) {
        return Stream.of(BETTER, WORSE, NO_DIFFERENCE, "inconclusive").filter(verdicts::contains)
                .map(verdict -> Format.count(Collections.frequency(verdicts, verdict)) + " " + words(verdict))
                .collect(Collectors.joining(", "));
    }

    /** Returns the class of a verdict in the style sheet. */
    public static String style(String verdict) {
        return BETTER.equals(verdict) ? "met" : WORSE.equals(verdict) ? "missed" : "open";
    }

    private List<Finding.Standing> standings() {
        List<Finding.Standing> standings = new ArrayList<>();
        for (Comparison comparison : ranked) {
            Change change = Change.of(comparison);
            standings.add(new Finding.Standing(comparison.name(), "%s (%s): %s instead of %s.".formatted(
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
                .map(Comparison::name).toList();
    }

    private String certainty(Comparison comparison) {
        Change change = Change.of(comparison);
        String runs = ProcedureNotes.runs(comparison.runs(), "") + " each";
        return change.hasInterval() ? "95\u00a0%% interval %s, %s".formatted(change.interval(
                text.figure().below(), text.figure().above()), runs)
                : "too few runs for an interval: " + runs;
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

    /** Returns why it is not decided, and the way out: more runs help against chance, and against nothing else. */
    private String advice() {
        long cold = valid().filter(ComparisonFinding::wasCold).count();
        if (2 * cold >= valid().count() && cold > 0) {
            return ofColdRuns(cold);
        }
        long all = runs().count();
        if (2 * valid().count() < all) {
            return "Only %s valid of %s: more of the same would not count either. Their table says why the others "
                    .formatted(valid().count() == 1 ? "1 is" : Format.count(valid().count()) + " are",
                            ProcedureNotes.runs((int) all, "")) + "are not valid; mend that first.";
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
        String reason = "In %s of %s the %s, so that each shows another moment of its warm-up. A longer warm-up helps, "
                .formatted(Format.count(cold), ProcedureNotes.runs((int) valid().count(), "valid "),
                        experiment.tested().words("JVM was still compiling or its cost of a page had not settled"))
                + "more runs do not: ";
        long warmUp = valid().map(run -> run.evidence().phases()).filter(phases -> phases != null)
                .mapToLong(phases -> phases.rampUp() + phases.warmUp()).max().orElse(0);
        return reason + (warmUp < LONG_WARM_UP ? "compare again without --quick, or with --warm-up auto."
                        : "compare again with --warm-up %ds, or with more sessions, which warm it sooner.".formatted(
                                2 * warmUp));
    }

    /** Returns how many runs would be enough, if they go on to differ as they did. */
    private String ofSpread() {
        int soFar = runs().mapToInt(Observation::round).max().orElse(0);
        int needed = Math.max(soFar + 1, counted.stream().filter(ComparisonFinding::isOpen)
                .mapToInt(this::needed).max().orElse(0));
        String reason = "The runs differ too much to say better, worse or no difference. ";
        if (needed > MANY_RUNS) {
            return reason + "It would take more than %d of each: let each run say more, with a longer steady state "
                    .formatted(MANY_RUNS) + "(--phases), or take a quieter machine.";
        }
        return reason + "At this spread about %d of each would: go on with --resume and --max-runs %d.".formatted(
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
        // An interval decides that leaves 1 out, or that reaches neither end of the margin.
        double enough = Math.max(off, margin - off);
        double half = (change.high() - change.low()) / 2;
        return (int) Math.min(2.0 * MANY_RUNS, Math.max(comparison.runs() + 1.0,
                Math.ceil(comparison.runs() * half * half / (enough * enough))));
    }

    private String ofOthers() {
        double stolen = valid().mapToDouble(RunQuality::stolenCpu).average().orElse(0);
        return stolen <= RunQuality.MUCH_STOLEN ? "" : " The hypervisor gave %s of the processors’ time to others; a "
                .formatted(Format.percent(stolen)) + "quieter machine needs fewer runs.";
    }
}
