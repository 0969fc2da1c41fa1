package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.eejs.report.text.Format;
import org.eejs.report.text.Rate;
import org.eejs.result.Bench.Check;
import org.eejs.result.Bench.NativeScore;
import org.eejs.result.Bench.Score;
import org.eejs.result.Bench.Verdict;
import org.eejs.result.Bench;

/**
 * What went wrong in measuring primitives.
 *
 * @param mismatched the providers that gave wrong answers
 * @param alarms what they answered, a sentence for each algorithm
 * @param cautions what else has no figure, or a doubtful one
 */
public record BenchWarnings(List<String> mismatched, List<String> alarms, List<String> cautions) {
    private static final int MOST = 8;

    static BenchWarnings of(Bench bench, List<OverheadTable.Overhead> overheads) {
        List<Check> checks = bench.checks();
        List<String> mismatched = checks.stream().filter(check -> check.verdict() == Verdict.MISMATCH)
                .map(check -> BenchProviders.name(check.provider())).distinct().toList();
        List<String> cautions = new ArrayList<>();
        overheads.stream().filter(each -> Boolean.FALSE.equals(each.kept())).forEach(each -> cautions.add(
                "On JDK %s measuring costs %s of the shortest operation, %s: its figure is that much too low."
                        .formatted(each.jdk(), each.words(), each.what())));
        List<String> failed = Stream.of(
                sentences(checks, Verdict.FAILED,
                        "%s failed the check of %s on JDK %s and was not measured there: %s"),
                bench.scores().stream().filter(score -> !BenchScores.isMeasured(score))
                        .map(BenchWarnings::failed).toList(),
                bench.natives().stream().filter(score -> score.opsPerSecond() == null)
                        .map(BenchWarnings::failed).distinct().toList()).flatMap(List::stream).toList();
        cautions.addAll(failed.subList(0, Math.min(MOST, failed.size())));
        if (failed.size() > MOST) {
            cautions.add("%s more failed; the tables mark them with ✕.".formatted(Format.count(failed.size() - MOST)));
        }
        return new BenchWarnings(mismatched, sentences(checks, Verdict.MISMATCH,
                "WRONG ANSWER: %s is not measured at %s on JDK %s: %s"), List.copyOf(cautions));
    }

    // What happens on all JDKs is said once.
    private static List<String> sentences(List<Check> checks, Verdict verdict, String pattern) {
        Map<List<String>, List<String>> jdks = new LinkedHashMap<>();
        checks.stream().filter(check -> check.verdict() == verdict).forEach(check -> jdks.computeIfAbsent(List.of(
                BenchProviders.name(check.provider()), check.algorithm(), CheckTables.message(check)),
                key -> new ArrayList<>()).add(check.jdk()));
        return jdks.entrySet().stream().map(entry -> pattern.formatted(entry.getKey().get(0), entry.getKey().get(1),
                String.join(", ", entry.getValue()), sentence(entry.getKey().get(2)))).toList();
    }

    private static String failed(Score score) {
        return "No figure of %s: %s".formatted(score.cell(), sentence(BenchScores.error(score)));
    }

    private static String failed(NativeScore score) {
        return "No native figure of %s %s%s: %s".formatted(score.operation(), score.algorithm(),
                score.bytes() == null ? "" : " " + Rate.size(score.bytes()),
                sentence(Objects.requireNonNullElse(score.error(), "no reason was recorded")));
    }

    private static String sentence(String words) {
        return words.matches("(?s).*[.!?…]") ? words : words + '.';
    }
}
