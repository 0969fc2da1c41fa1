package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.report.experiment.ComparisonFinding;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Routine;
import org.eejs.report.text.Sentence;
import org.eejs.result.MachineCode;
import org.eejs.result.Result;
import org.eejs.result.Result.Comparison;

/** The finding of a benchmark: the fastest provider of each group, and by how much. Created for one result. */
final class BenchFinding {
    private static final String ADVICE = "With --quick, a JVM is measured after a few seconds while its compiler still "
            + "works, so providers in Java look slower than they are. Leave out --quick before you decide.";

    private final List<BenchScores> groups;

    /** Whether the JVMs were too cold for conclusions. */
    private final boolean young;

    private BenchFinding(List<BenchScores> groups, boolean young) {
        this.groups = groups;
        this.young = young;
    }

    static Finding of(Result result, List<BenchScores> groups, BenchWarnings warnings) {
        boolean quick = result.bench().settings() != null && result.bench().settings().quick();
        BenchFinding finding = new BenchFinding(groups, quick);
        List<Finding.Rank> ranks = groups.stream().map(finding::rank).toList();
        boolean measured = groups.stream().flatMap(group -> group.scores().values().stream())
                .anyMatch(Score::isMeasured);
        String named = BenchWinners.of(groups).isEmpty() ? best(RatioTable.rates(result)) : BenchWinners.of(groups);
        String winners = named.isEmpty() || !quick ? named : Finding.atFirstSight(named);
        if (!warnings.mismatched().isEmpty()) {
            return new Finding("invalid", "!", "Wrong answers by %s: these cells were not measured".formatted(
                    Sentence.joined(warnings.mismatched())), winners.isEmpty() ? List.of()
                            : List.of(Sentence.of(winners)), ranks);
        }
        if (!measured) {
            return new Finding("open", "?", "Nothing was measured", List.of(), ranks);
        }
        if (winners.isEmpty()) {
            return new Finding("open", "=", "Measured, without a comparison", List.of(), ranks);
        }
        return quick ? new Finding("open", "?", winners, List.of(ADVICE), ranks)
                : new Finding("met", "✓", winners, List.of(), ranks);
    }

    /** Returns the best ratio, and the number of each verdict; empty if there are no ratios. */
    private static String best(List<Comparison> ratios) {
        return ratios.stream().max(Comparator.comparingDouble(Comparison::ratio))
                .map(ratio -> "%s: %s times the throughput; %s".formatted(RatioTable.compared(ratio),
                        Rate.digits(ratio.ratio()), ComparisonFinding.counts(ratios.stream()
                                .map(Comparison::verdict).toList()))).orElse("");
    }

    // The most significant row of each group, on the newest JDK that has one.
    private Finding.Rank rank(BenchScores group) {
        for (String jdk : group.jdks()) {
            for (Routine subject : group.subjects(jdk)) {
                if (subject.bytes() == null || subject.bytes().equals(group.typicalSize())) {
                    Map<String, Score> measured = group.measured(subject, jdk);
                    if (!measured.isEmpty()) {
                        return rank(group, subject, jdk, measured);
                    }
                }
            }
        }
        return new Finding.Rank(group.group().title(), "has no figure.", "not measured", "open");
    }

    private Finding.Rank rank(BenchScores group, Routine subject, String jdk, Map<String, Score> measured) {
        List<String> best = BenchScores.best(measured);
        Score fastest = measured.get(best.get(0));
        Score ofJdk = measured.get(BenchProviders.JDK);
        List<String> parts = new ArrayList<>();
        String names = Sentence.joined(best.stream().map(column -> name(measured.get(column))).toList());
        parts.add(names + " " + fastest.words()
                + (best.size() > 1 ? " (intervals overlap)" : ""));
        Score other = ofJdk != null && ofJdk != fastest ? ofJdk : measured.values().stream()
                .filter(score -> score != fastest)
                .max(Comparator.comparingDouble(Score::opsPerSecond)).orElse(null);
        if (other != null && !best.contains(BenchProviders.column(other.cell().provider()))) {
            parts.set(0, "%s, %s times %s".formatted(parts.get(0),
                    Rate.digits(fastest.opsPerSecond() / other.opsPerSecond()), name(other)));
        }
        Score ownOfJdk = ofJdk == null ? fastest : ofJdk;
        Change gain = ChangeTables.gain(group, subject, jdk, ownOfJdk.cell().provider(),
                MachineCode.OFF);
        if (gain != null) {
            parts.add("%s %s times its software".formatted(name(ownOfJdk), Rate.digits(gain.ratio())));
        }
        Score limit = group.ofNative(subject, group.threads());
        if (limit != null) {
            parts.add("%s reaches %s of %s".formatted(name(fastest), group.percentOfNative(fastest),
                    limit.cell().provider()));
        }
        String badge = measured.size() == 1 ? "only one" : best.size() > 1 ? "undecided" : name(fastest);
        return new Finding.Rank(group.group().title(), "%s, JDK %s: %s.".formatted(subject.words(group.varying()),
                jdk, parts.stream().collect(Collectors.joining("; "))), badge,
                !young && measured.size() > 1 && best.size() == 1 ? "met" : "open");
    }

    private static String name(Score score) {
        return BenchProviders.name(score.cell().provider());
    }
}
