package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.report.text.Format;
import org.eejs.report.text.JdkVersions;
import org.eejs.report.text.RunFigures;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Check;
import org.eejs.result.Bench.Verdict;

/**
 * What each provider answered before it was measured.
 *
 * @param columns the providers
 * @param rows one for each algorithm of each group
 * @param versions of the providers
 * @param unavailable why a provider was not measured at something, where it gave no wrong answer
 */
public record CheckTable(List<String> columns, List<Row> rows, List<Version> versions, List<Missing> unavailable) {
    /**
     * One algorithm.
     *
     * @param means by what the answers are known
     * @param cells by provider
     */
    public record Row(String group, String algorithm, String means, List<Cell> cells) {}

    /** What a provider answered: signs by JDK, or one for all. */
    public record Cell(String words, String style, String title) {}

    /** A provider's version on each JDK. */
    public record Version(String provider, String version) {}

    /** What a provider does not offer, and why. */
    public record Missing(String provider, String what, String why) {}

    static CheckTable of(Bench bench) {
        List<Check> checks = RunFigures.orEmpty(bench.checks());
        List<String> providers = checks.stream().map(Check::provider).filter(Objects::nonNull).distinct().toList();
        Map<List<String>, List<Check>> byAlgorithm = new LinkedHashMap<>();
        checks.forEach(check -> byAlgorithm.computeIfAbsent(List.of(String.valueOf(check.group()),
                String.valueOf(check.algorithm())), key -> new ArrayList<>()).add(check));
        List<Row> rows = new ArrayList<>();
        byAlgorithm.forEach((key, own) -> rows.add(new Row(key.get(0), key.get(1), own.stream().map(Check::means)
                .filter(means -> means != null && !means.isBlank()).distinct().collect(Collectors.joining("; ")),
                providers.stream().map(provider -> cell(own.stream().filter(
                        check -> provider.equals(check.provider())).toList())).toList())));
        return new CheckTable(providers.stream().map(BenchProviders::name).toList(), List.copyOf(rows),
                versions(checks, providers), missing(checks));
    }

    /** What went wrong, in one line. */
    static String message(Check check) {
        return check.message() == null || check.message().isBlank() ? "no reason was recorded" : check.message();
    }

    private static Cell cell(List<Check> checks) {
        if (checks.isEmpty()) {
            return new Cell("", "", "");
        }
        Set<Verdict> verdicts = checks.stream().map(Check::verdict).collect(Collectors.toCollection(
                LinkedHashSet::new));
        String words = verdicts.size() == 1 ? sign(checks.get(0).verdict())
                : JdkVersions.newestFirst(checks.stream().map(Check::jdk)).stream().map(jdk -> checks.stream()
                        .filter(check -> jdk.equals(check.jdk())).findFirst().map(check -> sign(check.verdict())
                                + "\u00a0" + JdkVersions.feature(jdk)).orElse("")).collect(Collectors.joining(", "));
        boolean broken = verdicts.contains(Verdict.MISMATCH) || verdicts.contains(Verdict.FAILED);
        return new Cell(words, broken ? "alarm" : verdicts.contains(Verdict.OK) ? "ok" : "nothing",
                checks.stream().map(Check::message).filter(message -> message != null && !message.isBlank()).distinct()
                        .collect(Collectors.joining("; ")));
    }

    private static String sign(Verdict verdict) {
        return verdict == null ? "?" : switch (verdict) {
            case OK -> "✓";
            case UNAVAILABLE -> Format.NONE;
            case MISMATCH -> "✕\u00a0wrong";
            case FAILED -> "✕\u00a0failed";
        };
    }

    private static List<Version> versions(List<Check> checks, List<String> providers) {
        List<Version> versions = new ArrayList<>();
        for (String provider : providers) {
            Map<String, Set<String>> byVersion = new LinkedHashMap<>();
            checks.stream().filter(check -> provider.equals(check.provider()) && check.version() != null)
                    .forEach(check -> byVersion.computeIfAbsent(check.version(), key -> new LinkedHashSet<>())
                            .add(String.valueOf(check.jdk())));
            String words = byVersion.size() == 1 ? byVersion.keySet().iterator().next()
                    : byVersion.entrySet().stream().map(entry -> "%s on JDK %s".formatted(entry.getKey(),
                            String.join(", ", entry.getValue()))).collect(Collectors.joining("; "));
            versions.add(new Version(provider, words.isEmpty() ? "could not be had" : words));
        }
        return List.copyOf(versions);
    }

    // That SunEC has no AES needs no words; a JDK lacks what none of its providers has.
    private static List<Missing> missing(List<Check> checks) {
        Map<List<String>, Map<String, Set<String>>> missing = new LinkedHashMap<>();
        for (Check check : checks) {
            if (check.verdict() == Verdict.UNAVAILABLE && !isOfferedBesides(checks, check)) {
                boolean ofJdk = BenchProviders.isOfTheJdk(check.provider());
                missing.computeIfAbsent(List.of(ofJdk ? BenchProviders.JDK : BenchProviders.name(check.provider()),
                        ofJdk ? "none of its providers offers it" : message(check)), key -> new LinkedHashMap<>())
                        .computeIfAbsent(String.valueOf(check.jdk()), key -> new LinkedHashSet<>())
                        .add(String.valueOf(check.algorithm()));
            }
        }
        List<Missing> list = new ArrayList<>();
        missing.forEach((key, byJdk) -> {
            Map<Set<String>, List<String>> byAlgorithms = new LinkedHashMap<>();
            byJdk.forEach((jdk, algorithms) -> byAlgorithms.computeIfAbsent(algorithms, all -> new ArrayList<>())
                    .add(jdk));
            byAlgorithms.forEach((algorithms, jdks) -> list.add(new Missing(key.get(0), "%s on JDK %s".formatted(
                    String.join(", ", algorithms), String.join(", ", jdks)), key.get(1))));
        });
        return List.copyOf(list);
    }

    private static boolean isOfferedBesides(List<Check> checks, Check missing) {
        return BenchProviders.isOfTheJdk(missing.provider()) && checks.stream().anyMatch(check ->
                BenchProviders.isOfTheJdk(check.provider()) && Objects.equals(check.algorithm(), missing.algorithm())
                        && Objects.equals(check.group(), missing.group()) && Objects.equals(check.jdk(), missing.jdk())
                        && check.verdict() != Verdict.UNAVAILABLE);
    }
}
