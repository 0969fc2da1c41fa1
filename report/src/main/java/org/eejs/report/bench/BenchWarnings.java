package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.report.text.Sentence;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Check;
import org.eejs.result.Bench.Verdict;

/**
 * Problems while primitives were measured.
 *
 * @param mismatched the providers with wrong answers
 * @param alarms the wrong answers, a sentence for each algorithm
 * @param cautions other cells without a figure, or with a doubtful one
 */
public record BenchWarnings(List<String> mismatched, List<String> alarms, List<String> cautions) {
    private static final int MOST = 8;

    static BenchWarnings of(Bench bench, List<BenchScores> groups, List<OverheadTable.Overhead> overheads) {
        List<Check> checks = bench.checks();
        List<String> mismatched = checks.stream().filter(check -> check.verdict() == Verdict.MISMATCH)
                .map(check -> BenchProviders.name(check.provider())).distinct().toList();
        List<String> cautions = new ArrayList<>(bench.notes().stream().map(Sentence::of).toList());
        overheads.stream().filter(each -> Boolean.FALSE.equals(each.kept())).forEach(each -> cautions.add(
                "On JDK %s the overhead is %s of the shortest operation, %s; its figure is too low by that."
                        .formatted(each.jdk(), each.words(), each.what())));
        List<String> failed = Stream.of(
                sentences(checks, Verdict.FAILED,
                        "%s failed the check of %s on JDK %s and was not measured there: %s"),
                groups.stream().flatMap(group -> group.scores().values().stream())
                        .filter(score -> !Score.isMeasured(score))
                        .map(score -> "No figure of %s: %s".formatted(score.cell(), sentence(score.error()))).toList(),
                groups.stream().flatMap(group -> group.natives().stream()).filter(score -> !Score.isMeasured(score))
                        .map(score -> "No native figure of %s %s%s: %s".formatted(score.cell().operation(),
                                score.cell().algorithm(), score.cell().bytes() == null ? ""
                                        : " " + Rate.size(score.cell().bytes()), sentence(score.error())))
                        .distinct().toList()).flatMap(List::stream).toList();
        cautions.addAll(failed.subList(0, Math.min(MOST, failed.size())));
        if (failed.size() > MOST) {
            cautions.add("%s more cells failed; the tables mark them with ✕.".formatted(
                    Format.count(failed.size() - MOST)));
        }
        return new BenchWarnings(mismatched, sentences(checks, Verdict.MISMATCH,
                "WRONG ANSWER: %s is not measured at %s on JDK %s: %s"), List.copyOf(cautions));
    }

    // A problem of all JDKs appears once.
    private static List<String> sentences(List<Check> checks, Verdict verdict, String pattern) {
        Map<List<String>, List<String>> jdks = new LinkedHashMap<>();
        checks.stream().filter(check -> check.verdict() == verdict).forEach(check -> jdks.computeIfAbsent(List.of(
                BenchProviders.name(check.provider()), check.algorithm(), CheckTables.message(check)),
                key -> new ArrayList<>()).add(check.jdk()));
        return jdks.entrySet().stream().map(entry -> pattern.formatted(entry.getKey().get(0), entry.getKey().get(1),
                String.join(", ", entry.getValue()), sentence(entry.getKey().get(2)))).toList();
    }

    private static String sentence(String words) {
        return words.matches("(?s).*[.!?…]") ? words : words + '.';
    }
}
