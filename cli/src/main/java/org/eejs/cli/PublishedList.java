package org.eejs.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.text.WordUtils;
import org.eejs.lab.reproduction.PublishedDocuments.Document;
import org.eejs.lab.reproduction.PublishedItem;
import org.eejs.lab.reproduction.PublishedLibrary;

/** The list of published experiments, with durations and the parts that cannot run on this machine. */
final class PublishedList {
    private static final int WIDTH = 110;
    private static final String INDENT = " ".repeat(29);

    private PublishedList() {}

    static String words(PublishedLibrary library) {
        StringBuilder words = new StringBuilder();
        library.documents().documents().forEach((paper, document) -> words.append(words(document,
                library.items().stream().filter(item -> item.paper().equals(paper)).toList())));
        int minutes = library.items().stream().mapToInt(item -> item.minutes(false)).sum();
        return words.append("\nAll experiments take about %.1f hours, or %d minutes with --quick.%n".formatted(
                minutes / 60.0, library.items().stream().mapToInt(item -> item.minutes(true)).sum()))
                .append("To run one: ./eejs reproduce %s%n".formatted(library.items().get(0).name())).toString();
    }

    private static String words(Document document, List<PublishedItem> items) {
        return "\n%s\n%s\n".formatted(document.title(), document.source()) + items.stream().map(PublishedList::words)
                .collect(Collectors.joining());
    }

    private static String words(PublishedItem item) {
        PublishedItem.Form form = item.form();
        return "  %-26s %s".formatted(item.name(), wrapped(form.notHere() != null
                ? "%s: not here, %s".formatted(form.title(), form.notHere())
                : "%s (%s; %d min, quick %d min)".formatted(form.title(), String.join(", ", form.places()),
                        item.minutes(false), item.minutes(true))))
                + form.published().stream().filter(row -> row.notHere() != null)
                        .map(row -> INDENT + wrapped("without %s: %s".formatted(row.words(), row.notHere())))
                        .collect(Collectors.joining());
    }

    private static String wrapped(String words) {
        return WordUtils.wrap(words, WIDTH - INDENT.length(), "\n" + INDENT, false) + "\n";
    }

    static String json(PublishedLibrary library) {
        ArrayNode list = new ObjectMapper().createArrayNode();
        library.items().forEach(item -> {
            ObjectNode entry = list.addObject().put("name", item.name()).put("title", item.form().title());
            item.form().places().forEach(entry.putArray("places")::add);
            entry.put("minutes", item.form().minutes()).put("quickMinutes", item.form().quickMinutes())
                    .put("notHere", item.form().notHere());
        });
        return list.toPrettyString() + "\n";
    }
}
