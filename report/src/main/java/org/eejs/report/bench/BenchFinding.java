package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.report.text.Change;
import org.eejs.report.text.Finding;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Sentence;
import org.eejs.report.text.Subject;
import org.eejs.result.Bench.NativeScore;
import org.eejs.result.Bench.Score;
import org.eejs.result.MachineCode;

/** Says who is fastest at what, and by how much. Made for one result. */
final class BenchFinding {
    private final List<BenchScores> groups;
    private final BenchWarnings warnings;

    private BenchFinding(List<BenchScores> groups, BenchWarnings warnings) {
        this.groups = groups;
        this.warnings = warnings;
    }

    static Finding of(List<BenchScores> groups, BenchWarnings warnings) {
        BenchFinding finding = new BenchFinding(groups, warnings);
        List<Finding.Standing> standings = groups.stream().map(finding::standing).toList();
        boolean measured = groups.stream().flatMap(group -> group.scores().values().stream())
                .anyMatch(BenchScores::isMeasured);
        String winners = finding.winners();
        if (!warnings.mismatched().isEmpty()) {
            return new Finding("invalid", "!", "Wrong answers by %s: not measured where they were given".formatted(
                    Sentence.joined(warnings.mismatched())), winners.isEmpty() ? List.of()
                            : List.of(Sentence.of(winners)), standings);
        }
        if (!measured) {
            return new Finding("open", "?", "Nothing was measured", List.of(), standings);
        }
        return winners.isEmpty()
                ? new Finding("open", "=", "Measured, but nothing to compare with", List.of(), standings)
                : new Finding("met", "✓", winners, List.of(), standings);
    }

    // How often each is fastest, over the rows of the tables in which it has a rival.
    private String winners() {
        Map<String, Integer> wins = new LinkedHashMap<>();
        int rows = 0;
        int open = 0;
        for (BenchScores group : groups) {
            for (String jdk : group.jdks()) {
                for (Subject subject : group.shown(group.subjects(jdk))) {
                    Map<String, Score> measured = group.measured(subject, jdk);
                    if (measured.size() > 1) {
                        rows++;
                        List<String> best = BenchScores.best(measured);
                        if (best.size() == 1) {
                            wins.merge(BenchProviders.name(best.get(0)), 1, Integer::sum);
                        } else {
                            open++;
                        }
                    }
                }
            }
        }
        if (rows == 0) {
            return "";
        }
        List<Map.Entry<String, Integer>> ranked = wins.entrySet().stream().sorted(Comparator.comparingInt(
                (Map.Entry<String, Integer> entry) -> entry.getValue()).reversed()).toList();
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, Integer> entry : ranked) {
            parts.add(parts.isEmpty() ? "%s is fastest in %s of %s rows".formatted(subject(entry.getKey()),
                    Format.count(entry.getValue()), Format.count(rows))
                    : "%s in %s".formatted(article(entry.getKey()), Format.count(entry.getValue())));
        }
        if (parts.isEmpty()) {
            return "No provider is significantly fastest in any of %s rows".formatted(Format.count(rows));
        }
        return String.join(", ", parts) + (open == 0 ? ""
                : "; %s %s not decided".formatted(Format.count(open), open == 1 ? "is" : "are"));
    }

    private static String subject(String column) {
        return column.equals(BenchProviders.JDK) ? "The JDK itself" : column;
    }

    private static String article(String column) {
        return column.equals(BenchProviders.JDK) ? "the JDK itself" : column;
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
                measured.size() > 1 && best.size() == 1 ? "met" : "open");
    }

    private static String name(Score score) {
        return BenchProviders.name(score.cell().provider());
    }
}
