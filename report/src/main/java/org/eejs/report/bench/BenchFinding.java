package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Sentence;
import org.eejs.report.text.Subject;
import org.eejs.result.Bench.NativeScore;
import org.eejs.result.Bench.Score;
import org.eejs.result.MachineCode;

/** Says who is fastest at what, and by how much. Made for one result. */
final class BenchFinding {
    private static final String ADVICE = "A JVM of --quick counts after a second or a few, while its compiler is still "
            + "at work: whoever computes in Java may be faster than it seems. Leave out --quick before you decide.";

    private final List<BenchScores> groups;

    /** Whether the JVMs were too young to judge by. */
    private final boolean young;

    private BenchFinding(List<BenchScores> groups, boolean young) {
        this.groups = groups;
        this.young = young;
    }

    static Finding of(List<BenchScores> groups, BenchWarnings warnings, boolean quick) {
        BenchFinding finding = new BenchFinding(groups, quick);
        List<Finding.Standing> standings = groups.stream().map(finding::standing).toList();
        boolean measured = groups.stream().flatMap(group -> group.scores().values().stream())
                .anyMatch(BenchScores::isMeasured);
        String named = BenchWinners.of(groups);
        String winners = named.isEmpty() || !quick ? named : Finding.atFirstSight(named);
        if (!warnings.mismatched().isEmpty()) {
            return new Finding("invalid", "!", "Wrong answers by %s: not measured where they were given".formatted(
                    Sentence.joined(warnings.mismatched())), winners.isEmpty() ? List.of()
                            : List.of(Sentence.of(winners)), standings);
        }
        if (!measured) {
            return new Finding("open", "?", "Nothing was measured", List.of(), standings);
        }
        if (winners.isEmpty()) {
            return new Finding("open", "=", "Measured, but nothing to compare with", List.of(), standings);
        }
        return quick ? new Finding("open", "?", winners, List.of(ADVICE), standings)
                : new Finding("met", "✓", winners, List.of(), standings);
    }

    // Of each group its most telling row, on the newest JDK that has one.
    private Finding.Standing standing(BenchScores group) {
        for (String jdk : group.jdks()) {
            for (Subject subject : group.subjects(jdk)) {
                if (subject.bytes() == null || subject.bytes().equals(group.typicalSize())) {
                    Map<String, Score> measured = group.measured(subject, jdk);
                    if (!measured.isEmpty()) {
                        return standing(group, subject, jdk, measured);
                    }
                }
            }
        }
        return new Finding.Standing(group.group().title(), "has no figure.", "not measured", "open");
    }

    private Finding.Standing standing(BenchScores group, Subject subject, String jdk, Map<String, Score> measured) {
        List<String> best = BenchScores.best(measured);
        Score fastest = measured.get(best.get(0));
        Score ofJdk = measured.get(BenchProviders.JDK);
        List<String> parts = new ArrayList<>();
        String names = Sentence.joined(best.stream().map(column -> name(measured.get(column))).toList());
        parts.add(names + " " + Rate.words(fastest.opsPerSecond(), subject.bytes())
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
        NativeScore limit = group.ofNative(subject, group.threads());
        if (fastest.ofNative() != null) {
            parts.add("%s reaches %s of %s".formatted(name(fastest), Rate.percent(fastest.ofNative()),
                    limit == null || limit.program() == null ? "native code" : limit.program()));
        }
        String badge = measured.size() == 1 ? "alone" : best.size() > 1 ? "not decided" : name(fastest);
        return new Finding.Standing(group.group().title(), "%s, JDK %s: %s.".formatted(subject.words(group.varying()),
                jdk, parts.stream().collect(Collectors.joining("; "))), badge,
                !young && measured.size() > 1 && best.size() == 1 ? "met" : "open");
    }

    private static String name(Score score) {
        return BenchProviders.name(score.cell().provider());
    }
}
