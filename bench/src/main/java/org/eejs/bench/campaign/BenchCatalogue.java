package org.eejs.bench.campaign;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.List;
import java.util.Map;
import org.eejs.bench.measuring.Extent;
import org.eejs.bench.measuring.Group;
import org.eejs.lab.machine.Jdk;

/**
 * The catalogue of benchmarks. Immutable.
 *
 * @param groups in the order of the report
 * @param selections names for algorithms of several groups
 * @param providers the names for {@code --provider}; {@code eejs env} shows which of them this machine has
 * @param jdks the versions of the JDKs on this machine
 */
public record BenchCatalogue(List<Entry> groups, List<Selection> selections, List<String> providers,
        List<String> jdks) {
    /**
     * A group.
     *
     * @param name its name on the command line
     * @param title its title in reports
     * @param about the description of an operation
     * @param operations the values for {@code --operation}
     * @param algorithms the values for {@code --algorithm}
     * @param sizes in bytes; empty where operations have none
     * @param variations other parameters and their values
     */
    public record Entry(String name, String title, String about, List<String> operations, List<String> algorithms,
            List<Integer> sizes, Map<String, List<String>> variations) {}

    /** Returns the groups of a request, reduced to what it would measure. */
    public static BenchCatalogue of(BenchRequest request) {
        Extent extent = request.extent();
        boolean whole = request.groups().isEmpty();
        List<Group> groups = whole ? Groups.listed() : request.chosenGroups();
        List<Entry> entries = groups.stream().filter(group -> !request.chosenAlgorithms(group).isEmpty())
                .map(group -> new Entry(group.name(), group.title(), group.about(), request.chosenOperations(group),
                        request.chosenAlgorithms(group), group.sizes(extent), group.parameters())).toList();
        return new BenchCatalogue(entries, whole ? Selection.ALL : List.of(),
                BenchRequest.providers(request.chosenGroups()), Jdk.all().stream().map(Jdk::version).distinct()
                        .toList());
    }

    /** Returns the catalogue as JSON. */
    public String json() {
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a catalogue is always JSON", e);
        }
    }

    /** Returns the catalogue as text, with an end of line. */
    public String words() {
        StringBuilder text = new StringBuilder();
        for (Entry group : groups) {
            text.append("%-11s %s%n".formatted(group.name(), group.title()));
            line(text, "", group.about());
            line(text, "operations", String.join(", ", group.operations()));
            line(text, "algorithms", String.join(", ", group.algorithms()));
            if (!group.sizes().isEmpty()) {
                line(text, "bytes", String.join(", ", group.sizes().stream().map(String::valueOf).toList()));
            }
            group.variations().forEach((name, values) -> line(text, name, String.join(", ", values)));
            text.append("%n".formatted());
        }
        for (Selection selection : selections) {
            text.append("%-11s %s%n".formatted(selection.name(), selection.title()));
            line(text, "", selection.about());
            line(text, "groups", String.join(", ", selection.groups()));
            line(text, "algorithms", String.join(", ", selection.algorithms()));
            text.append("%n".formatted());
        }
        text.append("providers   %s%n".formatted(String.join(", ", providers)));
        text.append("            or JDK for the JDK's own, or class@jar; eejs env shows which are here%n".formatted());
        text.append("JDKs        %s%n".formatted(String.join(", ", jdks)));
        return text.toString();
    }

    /** Appends a line, wrapped at the width of a narrow terminal. */
    private static void line(StringBuilder text, String name, String words) {
        String head = "            " + (name.isEmpty() ? "" : "%-11s ".formatted(name));
        StringBuilder line = new StringBuilder(head);
        for (String word : words.split(" ")) {
            if (line.length() + word.length() > 100 && !line.toString().isBlank()) {
                text.append(line.toString().stripTrailing()).append(System.lineSeparator());
                line = new StringBuilder(" ".repeat(head.length()));
            }
            line.append(word).append(' ');
        }
        text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
}
