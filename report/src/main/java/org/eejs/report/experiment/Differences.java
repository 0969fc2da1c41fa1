package org.eejs.report.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.report.experiment.Circumstances.Fact;
import org.eejs.report.experiment.Circumstances.Group;
import org.eejs.report.experiment.Circumstances.Line;
import org.eejs.report.page.Block;
import org.eejs.report.page.Section;
import org.eejs.report.table.Cell;
import org.eejs.report.table.Column;
import org.eejs.report.table.Table;
import org.eejs.report.table.Where;
import org.eejs.report.text.Format;
import org.eejs.report.text.Roles;
import org.eejs.report.text.Sentence;
import org.eejs.report.text.Tested;
import org.eejs.result.Result.Disclosure;

/**
 * In what the configurations of an experiment differ: in what was asked for, and in what was then disclosed.
 *
 * @param configurations the names of the columns
 * @param rows what differs, the settings first
 * @param deviations deviations that not all configurations have
 * @param common of each fact that differs, what all have in common; empty when nothing
 */
public record Differences(List<String> configurations, List<Row> rows, Set<String> deviations,
        Map<List<String>, String> common) {
    /** One setting or fact by configuration. */
    public record Row(String name, List<String> values) {
        /** Of values that may be null. */
        static Row of(String name, List<String> values) {
            return new Row("setting " + name, shown(values));
        }
    }

    private static final String DEVIATIONS = "deviations";

    /** A column for each configuration; options of JVMs are broken only between them. */
    Section section(String title) {
        List<Column<Row>> columns = new ArrayList<>(List.of(Column.words("", Row::name)));
        for (String configuration : configurations) {
            int place = columns.size() - 1;
            columns.add(Column.of(configuration, Column.Kind.WORDS, row -> Cell.of("").and(Cell.Look.WORDY,
                    row.values().get(place))));
        }
        return Section.of(title).in(Where.FILES)
                .with(Block.table(Table.of(columns, rows).styled("matrix differences")));
    }

    /** A line for each row but that of deviations, which follow from the others: its name, and who has what. */
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

    /** Of others than configurations: what differs in their disclosures, behind what is known to differ. */
    static Differences of(List<String> names, String baselineName, List<Disclosure> disclosures, List<Row> settings) {
        return of(names, baselineName, disclosures, settings, Tested.BANK);
    }

    private static Differences of(List<String> names, String baselineName, List<Disclosure> disclosures,
            List<Row> settings, Tested tested) {
        List<Row> rows = new ArrayList<>(settings);
        Map<List<String>, List<String>> facts = new LinkedHashMap<>();
        for (int index = 0; index < names.size(); index++) {
            for (Group group : Circumstances.groups(disclosures.get(index), tested)) {
                for (Fact fact : group.facts()) {
                    for (Line line : fact.lines()) {
                        facts.computeIfAbsent(key(group.name(), fact.name(), line.role()),
                                key -> new ArrayList<>(Collections.nCopies(names.size(), null)))
                                .set(index, line.text());
                    }
                }
            }
        }
        Map<List<String>, String> common = new LinkedHashMap<>();
        int baseline = names.indexOf(baselineName);
        facts.forEach((key, values) -> {
            if (differ(values, disclosures)) {
                boolean options = Circumstances.OPTIONS.contains(key.get(1));
                common.put(key, options ? commonWords(values) : "");
                String role = key.get(2).isEmpty() ? "" : ", " + Roles.name(key.get(2));
                rows.add(new Row(key.get(1) + role + (options ? ", beside the common ones" : ""),
                        shortened(shown(options ? special(values) : values), baseline, baselineName)));
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

    /** What all configurations have of a line; empty when nothing. */
    String common(String group, String fact, Line line) {
        return common.getOrDefault(key(group, fact, line.role()), line.text());
    }

    private static List<String> key(String group, String fact, String role) {
        return List.of(group, fact, role == null ? "" : role);
    }

    private static List<Row> settings(List<ConfigurationRuns> all) {
        List<Map<String, String>> options = all.stream().map(each -> CommandLine.options(
                each.configuration() == null ? null : each.configuration().settings())).toList();
        Set<String> names = new LinkedHashSet<>();
        options.forEach(each -> names.addAll(each.keySet()));
        return names.stream().map(name -> Row.of(name,
                options.stream().map(each -> each.get(name)).toList())).toList();
    }

    // A configuration that never ran disclosed nothing and so differs in nothing.
    private static boolean differ(List<String> values, List<Disclosure> disclosures) {
        Set<String> different = new LinkedHashSet<>();
        for (int index = 0; index < values.size(); index++) {
            if (disclosures.get(index) != null) {
                different.add(Objects.requireNonNullElse(values.get(index), ""));
            }
        }
        return different.size() > 1;
    }

    // Of long lists of options only those that not all have.
    private static List<String> special(List<String> values) {
        List<List<String>> words = values.stream().map(value -> value == null ? null
                : Arrays.asList(value.split(" "))).toList();
        List<String> special = new ArrayList<>();
        for (List<String> own : words) {
            special.add(own == null ? null : orNone(own.stream().filter(word -> words.stream()
                    .anyMatch(other -> other != null && !other.contains(word))).toList(), " "));
        }
        return special;
    }

    private static String commonWords(List<String> values) {
        List<List<String>> words = values.stream().filter(Objects::nonNull)
                .map(value -> Arrays.asList(value.split(" "))).toList();
        return words.get(0).stream().filter(word -> words.stream().allMatch(other -> other.contains(word)))
                .collect(Collectors.joining(" "));
    }

    // A long value is read once.
    private static List<String> shortened(List<String> values, int baseline, String name) {
        List<String> shortened = new ArrayList<>(values);
        for (int index = 0; index < values.size(); index++) {
            if (baseline >= 0 && index != baseline && values.get(index).length() > 24
                    && values.get(index).equals(values.get(baseline))) {
                shortened.set(index, "as " + name);
            }
        }
        return shortened;
    }

    private static Set<String> deviations(List<Disclosure> disclosures) {
        List<List<String>> all = disclosures.stream().filter(Objects::nonNull)
                .map(disclosure -> disclosure.deviations()).toList();
        Set<String> some = new LinkedHashSet<>();
        all.stream().flatMap(Collection::stream)
                .filter(deviation -> all.stream().anyMatch(other -> !other.contains(deviation))).forEach(some::add);
        return some;
    }

    private static List<String> shown(List<String> values) {
        return values.stream().map(value -> value == null || value.isBlank() ? Format.NONE : value).toList();
    }

    private static String orNone(List<String> words, String separator) {
        return words.isEmpty() ? Format.NONE : String.join(separator, words);
    }
}
