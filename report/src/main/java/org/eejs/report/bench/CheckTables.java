package org.eejs.report.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.banking.KnownProvider;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Column;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Table;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.JdkVersions;
import org.eejs.result.Bench;
import org.eejs.result.Bench.Check;
import org.eejs.result.Bench.Verdict;

/** The known-answer checks of providers, and the algorithms that they do not offer. */
final class CheckTables {
    private CheckTables() {}

    /** An algorithm that a provider does not offer, with the reason. */
    private record Missing(String provider, String what, String why) {}

    static Section section(Bench bench) {
        List<Check> checks = bench.checks();
        Section section = Section.of("Checks").in(Where.PAGE);
        if (checks.isEmpty()) {
            return section.with(Block.nothing("There were no known-answer checks.", Where.PAGE));
        }
        List<String> providers = checks.stream().map(Check::provider).filter(Objects::nonNull).distinct().toList();
        Table table = table(checks, providers);
        return section.with(
                Block.paragraph(Block.Style.TEXT, "Each provider passed known-answer tests first. Algorithms with "
                        + "wrong answers were not measured.", Where.PAGE),
                Block.folded("The checks of %d algorithms".formatted(table.rows().size()), Block.table(table),
                        Block.note("✓ right, – not offered, ✕ wrong or failed; with the JDK’s number if JDKs "
                                + "differ.")),
                Block.folded("Algorithms that are not offered", Block.table(Table.of(List.of(
                        Column.words("Provider", Missing::provider), Column.longWords("Algorithms", Missing::what),
                        Column.longWords("Why", Missing::why)), missing(checks)))),
                Block.heading("Providers"),
                new Block.Facts(versions(checks, providers)));
    }

    /** Returns the checks by algorithm and group, with the source of the known answers. */
    private static Table table(List<Check> checks, List<String> providers) {
        Map<List<String>, List<Check>> rows = new LinkedHashMap<>();
        checks.forEach(check -> rows.computeIfAbsent(List.of(check.algorithm(),
                check.group()), key -> new ArrayList<>()).add(check));
        List<Column<List<Check>>> columns = new ArrayList<>(List.of(Column.of("Algorithm", Kind.WORDS, row ->
                TableCell.of(row.get(0).algorithm()).small(row.get(0).group()))));
        providers.forEach(provider -> columns.add(Column.of(BenchProviders.name(provider), Kind.WORDS, row ->
                cell(row.stream().filter(check -> provider.equals(check.provider())).toList()))));
        columns.add(Column.longWords("Source of answers", row -> row.stream().map(Check::means)
                .filter(means -> means != null && !means.isBlank()).distinct().collect(Collectors.joining("; "))));
        return Table.of(columns, List.copyOf(rows.values())).styled("wide checks");
    }

    /** Returns the reason of a failure in one line. */
    static String message(Check check) {
        return check.message() == null || check.message().isBlank() ? "no reason was recorded" : check.message();
    }

    /** Returns the outcomes of a provider: signs by JDK, or one for all JDKs. */
    private static TableCell cell(List<Check> checks) {
        if (checks.isEmpty()) {
            return TableCell.of("");
        }
        Set<Verdict> verdicts = checks.stream().map(Check::verdict).collect(Collectors.toCollection(
                LinkedHashSet::new));
        String words = verdicts.size() == 1 ? sign(checks.get(0).verdict())
                : JdkVersions.newestFirst(checks.stream().map(Check::jdk)).stream().map(jdk -> checks.stream()
                        .filter(check -> jdk.equals(check.jdk())).findFirst().map(check -> sign(check.verdict())
                                + "\u00a0" + JdkVersions.feature(jdk)).orElse("")).collect(Collectors.joining(", "));
        boolean broken = verdicts.contains(Verdict.MISMATCH) || verdicts.contains(Verdict.FAILED);
        return TableCell.of("").and(Look.PLAIN, words, broken ? "alarm" : verdicts.contains(Verdict.OK) ? "ok"
                : "nothing")
                .hinted(checks.stream().map(Check::message).filter(message -> message != null && !message.isBlank())
                        .distinct().collect(Collectors.joining("; ")));
    }

    private static String sign(Verdict verdict) {
        return verdict == null ? "?" : switch (verdict) {
            case OK -> "✓";
            case UNAVAILABLE -> Format.NONE;
            case MISMATCH -> "✕\u00a0wrong";
            case FAILED -> "✕\u00a0failed";
        };
    }

    /** Returns the version of each provider, by JDK. */
    private static Map<String, String> versions(List<Check> checks, List<String> providers) {
        Map<String, String> versions = new LinkedHashMap<>();
        for (String provider : providers) {
            Map<String, Set<String>> byVersion = new LinkedHashMap<>();
            checks.stream().filter(check -> provider.equals(check.provider()) && check.version() != null)
                    .forEach(check -> byVersion.computeIfAbsent(check.version(), key -> new LinkedHashSet<>())
                            .add(check.jdk()));
            String words = byVersion.size() == 1 ? byVersion.keySet().iterator().next()
                    : byVersion.entrySet().stream().map(entry -> "%s on JDK %s".formatted(entry.getKey(),
                            String.join(", ", entry.getValue()))).collect(Collectors.joining("; "));
            versions.put(provider, words.isEmpty() ? "not available" : words);
        }
        return versions;
    }

    // A JDK lacks an algorithm only if none of its providers has it; SunEC needs no AES.
    private static List<Missing> missing(List<Check> checks) {
        Map<List<String>, Map<String, Set<String>>> missing = new LinkedHashMap<>();
        for (Check check : checks) {
            if (check.verdict() == Verdict.UNAVAILABLE && !isOfferedBesides(checks, check)) {
                boolean ofJdk = KnownProvider.isOfTheJdk(check.provider());
                missing.computeIfAbsent(List.of(ofJdk ? BenchProviders.JDK : BenchProviders.name(check.provider()),
                        ofJdk ? "none of its providers offers it" : message(check)), key -> new LinkedHashMap<>())
                        .computeIfAbsent(check.jdk(), key -> new LinkedHashSet<>())
                        .add(check.algorithm());
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
        return KnownProvider.isOfTheJdk(missing.provider()) && checks.stream().anyMatch(check ->
                KnownProvider.isOfTheJdk(check.provider()) && Objects.equals(check.algorithm(), missing.algorithm())
                        && Objects.equals(check.group(), missing.group()) && Objects.equals(check.jdk(), missing.jdk())
                        && check.verdict() != Verdict.UNAVAILABLE);
    }
}
