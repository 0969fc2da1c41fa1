package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.TableCell.Look;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column.Kind;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Tested;
import org.eejs.result.Evidence;
import org.eejs.result.Observation;
import org.eejs.result.Result.AlgorithmProof;

/** The providers of the bank's algorithms in each configuration, which prove that the requested ones were used. */
final class AlgorithmTable {
    private static final List<String> ORDER = List.of("rsa", "ec", "xdh", "keyGeneration", "aes", "digest", "random");

    private AlgorithmTable() {}

    static Section section(ExperimentReport experiment) {
        List<Evidence> runs = experiment.configurations().stream().flatMap(each -> each.runs().stream())
                .map(Observation::evidence).toList();
        List<String> counted = runs.stream().map(Evidence::algorithms).filter(Objects::nonNull).flatMap(List::stream)
                .map(AlgorithmProof::family).distinct().sorted().toList();
        String means = runs.stream().map(Evidence::algorithmCounting).filter(Objects::nonNull).distinct()
                .collect(Collectors.joining("; "));
        Section section = Section.of("Providers of algorithms").in(Where.FILES);
        Tested tested = experiment.tested();
        if (counted.isEmpty() && tested.isService()) {
            return Section.of("Reports of the JVMs").in(Where.FILES).with(said(experiment));
        }
        if (counted.isEmpty()) {
            return section.with(Block.nothing("The bank’s providers were not counted.", Where.FILES));
        }
        List<Column<String>> columns = new ArrayList<>(List.of(Column.words(tested.words("Algorithms of the bank"),
                AlgorithmTable::name)));
        experiment.configurations().forEach(configuration -> columns.add(Column.of(configuration.name(), Kind.WORDS,
                family -> cell(configuration, family))));
        return section.with(
                Block.table(Table.of(columns, Stream.concat(ORDER.stream(), counted.stream()).distinct()
                        .toList()).styled("matrix")),
                Block.note(tested.words("Shares of the providers in the bank’s calls of getInstance, over all runs. ")
                        + "✓ requested provider, ✕ another provider for an algorithm that the requested one offers. "
                        + "No mark: none was requested, or it does not offer the algorithm."),
                Block.paragraph(Block.Style.NOTE, means.isEmpty() ? "" : "Counted by: " + means + ".", Where.FILES));
    }

    /** Returns the providers that the JVMs of a service reported; their counts are in the report of each run. */
    private static Block said(ExperimentReport experiment) {
        return Block.table(Table.of(List.of(ExperimentTables.NAME,
                Column.of("Report of its JVM", Kind.LONG_WORDS, configuration -> {
                    List<String> said = configuration.runs().stream()
                            .map(run -> run.evidence().service()).filter(Objects::nonNull)
                            .flatMap(service -> service.proofs().stream())
                            .map(line -> line.replaceAll(" \\(\\d+\\)", "")).distinct().toList();
                    return TableCell.of(said.isEmpty() ? "nothing" : String.join("; ", said));
                })), experiment.configurations()));
    }

    private static TableCell cell(ConfigurationRuns configuration, String family) {
        List<List<AlgorithmProof>> counted = configuration.runs().stream().map(run -> run.evidence().algorithms())
                .filter(Objects::nonNull).toList();
        if (counted.isEmpty()) {
            return nothing(configuration.runs().isEmpty() ? "not run" : "not counted");
        }
        List<AlgorithmProof> proofs = counted.stream().flatMap(List::stream)
                .filter(proof -> family.equals(proof.family())).toList();
        String asked = proofs.stream().map(AlgorithmProof::asked).filter(Objects::nonNull).findFirst()
                .map(provider -> "requested: " + provider).orElse("");
        Map<String, Long> served = proofs.stream()
                .flatMap(proof -> proof.servedBy().entrySet().stream())
                .filter(entry -> entry.getValue() != null && entry.getValue() > 0)
                .collect(Collectors.groupingBy(Map.Entry::getKey, TreeMap::new,
                        Collectors.summingLong(Map.Entry::getValue)));
        if (served.isEmpty()) {
            return nothing("not used").small(asked);
        }
        long all = served.values().stream().mapToLong(Long::longValue).sum();
        TableCell cell = TableCell.of("");
        for (Map.Entry<String, Long> entry : served.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).toList()) {
            String sign = sign(proofs, entry.getKey());
            cell = cell.and(Look.ITEM, sign + entry.getKey(), sign.isEmpty() ? "" : sign.equals("✓ ") ? "ok" : "alarm")
                    .and(Look.FAINT, share(entry.getValue(), all));
        }
        boolean differs = served.keySet().stream().anyMatch(provider -> !sign(proofs, provider).equals("✓ "));
        return differs ? cell.small(asked) : cell;
    }

    private static TableCell nothing(String words) {
        return TableCell.of("").and(Look.PLAIN, words, "nothing");
    }

    // 100% means all, and 0% none.
    private static String share(long count, long all) {
        double percent = 100.0 * count / all;
        return count == all ? "100%" : percent > 99.9 ? ">\u00a099.9%"
                : percent < 0.1 ? "<\u00a00.1%" : Format.figure(percent) + "%";
    }

    /** Returns ✓ for a requested provider, ✕ for one that replaced it; empty otherwise. */
    private static String sign(List<AlgorithmProof> proofs, String provider) {
        return proofs.stream().anyMatch(proof -> proof.instead().contains(provider)) ? "✕ "
                : proofs.stream().anyMatch(proof -> proof.asAsked().contains(provider)) ? "✓ " : "";
    }

    private static String name(String family) {
        return switch (family) {
            case "rsa" -> "RSA";
            case "ec" -> "Elliptic curves";
            case "xdh" -> "X25519 and X448";
            case "keyGeneration" -> "Key generation";
            case "aes" -> "AES";
            case "digest" -> "Digests";
            case "random" -> "Random numbers";
            default -> family;
        };
    }
}
