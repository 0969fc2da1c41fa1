package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.report.experiment.Circumstances.Key;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.TableCell;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Roles;
import org.eejs.report.text.Sentence;
import org.eejs.report.text.Tested;
import org.eejs.result.Result.Disclosure;

/**
 * The differences between the configurations of an experiment, in settings and in disclosed facts.
 *
 * @param configurations the names of the columns
 * @param rows the differences, settings first
 * @param deviations deviations that some configurations have
 * @param common the common part of each differing fact; empty if there is none
 */
public record Differences(List<String> configurations, List<Row> rows, Set<String> deviations,
        Map<Key, String> common) {
    /** One setting or fact by configuration. */
    public record Row(String name, List<String> values) {
        /** Returns a row of values that may be null. */
        public static Row of(String name, List<String> values) {
            return new Row("setting " + name, shown(values));
        }
    }

    private static final String DEVIATIONS = "deviations";

    /** Returns a table with a column per configuration. JVM options are broken only between options. */
    public Section section(String title) {
        List<Column<Row>> columns = Stream.concat(Stream.of(Column.words("", Row::name)),
                IntStream.range(0, configurations.size()).mapToObj(place -> Column.<Row>of(configurations.get(place),
                        Column.Kind.WORDS, row -> TableCell.of("").and(TableCell.Look.WORDY,
                                row.values().get(place))))).toList();
        return Section.of(title).in(Where.FILES)
                .with(Block.table(Table.of(columns, rows).styled("matrix differences")));
    }

    /** Returns a line per row with its values and configurations, without deviations, which follow from the others. */
    List<String> lines() {
        return rows.stream().filter(row -> !row.name().equals(DEVIATIONS)).map(row -> {
            Map<String, List<String>> having = new LinkedHashMap<>();
            for (int index = 0; index < configurations.size(); index++) {
                having.computeIfAbsent(row.values().get(index), value -> new ArrayList<>())
                        .add(configurations.get(index));
            }
            return row.name() + ": " + having.entrySet().stream().map(each -> Sentence.joined(each.getValue()) + " "
                    + each.getKey()).collect(Collectors.joining("; "));
        }).toList();
    }

    static Differences of(ExperimentReport experiment) {
        List<ConfigurationRuns> all = experiment.configurations();
        return of(experiment.names(), experiment.baseline(), all.stream().map(each -> each.configuration() == null
                ? null : each.configuration().disclosure()).toList(), settings(all), experiment.tested());
    }

    /** Returns the differences between the disclosures of results, after the differences that are already known. */
    public static Differences of(List<String> names, String baselineName, List<Disclosure> disclosures,
            List<Row> settings) {
        return of(names, baselineName, disclosures, settings, Tested.BANK);
    }

    private static Differences of(List<String> names, String baselineName, List<Disclosure> disclosures,
            List<Row> settings, Tested tested) {
        List<Row> rows = new ArrayList<>(settings);
        Map<Key, List<String>> facts = new LinkedHashMap<>();
        for (int index = 0; index < names.size(); index++) {
            int place = index;
            Circumstances.facts(disclosures.get(index), tested).forEach((key, value) -> facts.computeIfAbsent(key,
                    any -> new ArrayList<>(Collections.nCopies(names.size(), null))).set(place, value));
        }
        Map<Key, String> common = new LinkedHashMap<>();
        int baseline = names.indexOf(baselineName);
        facts.forEach((key, values) -> {
            if (differ(values, disclosures)) {
                common.put(key, key.isOptions() ? commonWords(values) : "");
                rows.add(new Row(key.fact() + (key.role() == null ? "" : ", " + Roles.name(key.role()))
                        + (key.isOptions() ? ", in addition to the common ones" : ""),
                        shortened(shown(key.isOptions() ? special(values) : values), baseline, baselineName)));
            }
        });
        Set<String> deviations = deviations(disclosures);
        if (!deviations.isEmpty()) {
            rows.add(new Row(DEVIATIONS, disclosures.stream().map(disclosure -> disclosure == null ? Format.NONE
                    : orNone(disclosure.deviations().stream().filter(deviations::contains).toList(),
                            "; ")).toList()));
        }
        return new Differences(names, List.copyOf(rows), deviations, common);
    }

    private static List<Row> settings(List<ConfigurationRuns> all) {
        List<Map<String, String>> options = all.stream().map(each -> CommandLine.options(
                each.configuration() == null ? null : each.configuration().settings())).toList();
        Set<String> names = new LinkedHashSet<>();
        options.forEach(each -> names.addAll(each.keySet()));
        return names.stream().map(name -> Row.of(name,
                options.stream().map(each -> each.get(name)).toList())).toList();
    }

    // A configuration without runs has no disclosure, so it differs in nothing.
    private static boolean differ(List<String> values, List<Disclosure> disclosures) {
        return IntStream.range(0, values.size()).filter(index -> disclosures.get(index) != null)
                .mapToObj(index -> Objects.requireNonNullElse(values.get(index), "")).distinct().count() > 1;
    }

    // Long lists of options are reduced to the options that some configurations lack.
    private static List<String> special(List<String> values) {
        List<List<String>> words = words(values);
        return values.stream().map(value -> value == null ? "" : orNone(Stream.of(value.split(" ")).filter(word ->
                words.stream().anyMatch(other -> !other.contains(word))).toList(), " ")).toList();
    }

    private static String commonWords(List<String> values) {
        List<List<String>> words = words(values);
        return words.get(0).stream().filter(word -> words.stream().allMatch(other -> other.contains(word)))
                .collect(Collectors.joining(" "));
    }

    private static List<List<String>> words(List<String> values) {
        return values.stream().filter(Objects::nonNull).map(value -> List.of(value.split(" "))).toList();
    }

    // A long value appears only once.
    private static List<String> shortened(List<String> values, int baseline, String name) {
        return IntStream.range(0, values.size()).mapToObj(index -> baseline >= 0 && index != baseline
                && values.get(index).length() > 24 && values.get(index).equals(values.get(baseline)) ? "as " + name
                        : values.get(index)).toList();
    }

    private static Set<String> deviations(List<Disclosure> disclosures) {
        List<List<String>> all = disclosures.stream().filter(Objects::nonNull).map(Disclosure::deviations).toList();
        return all.stream().flatMap(List::stream).filter(deviation -> all.stream().anyMatch(other ->
                !other.contains(deviation))).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static List<String> shown(List<String> values) {
        return values.stream().map(value -> value == null || value.isBlank() ? Format.NONE : value).toList();
    }

    private static String orNone(List<String> words, String separator) {
        return words.isEmpty() ? Format.NONE : String.join(separator, words);
    }
}
