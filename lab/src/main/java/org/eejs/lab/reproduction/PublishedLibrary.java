package org.eejs.lab.reproduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eejs.result.InputException;

/**
 * The published experiments of a folder, in the order of their documents.
 *
 * @param documents their sources
 * @param items all of them
 */
public record PublishedLibrary(PublishedDocuments documents, List<PublishedItem> items) {
    /**
     * Reads all files of a folder.
     *
     * @param check refuses invalid words of a command, by an {@link InputException}
     * @throws InputException with file, line and key of a fault
     */
    public static PublishedLibrary read(Path folder, Consumer<List<String>> check) {
        PublishedDocuments documents = PublishedDocuments.in(folder);
        List<PublishedItem> items = new ArrayList<>();
        for (String paper : documents.documents().keySet()) {
            List<String> places = List.copyOf(documents.of(paper).places().keySet());
            try (Stream<Path> files = Files.list(folder.resolve(paper))) {
                files.filter(file -> file.toString().endsWith(".yaml")).sorted()
                        .map(file -> PublishedItem.read(file, documents, check))
                        .sorted(Comparator.comparing(item -> places.indexOf(item.form().places().get(0))))
                        .forEach(items::add);
            } catch (IOException e) {
                throw new InputException("cannot read the folder of published experiments " + folder.resolve(paper)
                        + ": " + e.getMessage());
            }
        }
        return new PublishedLibrary(documents, List.copyOf(items));
    }

    /**
     * Returns the experiments with these names: an experiment by its file, or all that have a place of the document,
     * such as {@code eejs/section-5.2}. A name may also be that of a document, for all of its experiments, or of a
     * user's file.
     *
     * @throws InputException that lists the known names
     */
    public List<PublishedItem> named(List<String> names, Consumer<List<String>> check) {
        List<PublishedItem> meant = new ArrayList<>();
        for (String name : names) {
            List<PublishedItem> fitting = items.stream().filter(item -> item.name().equals(name)).toList();
            if (fitting.isEmpty()) {
                fitting = items.stream().filter(item -> item.paper().equals(name) || item.names().contains(name))
                        .toList();
            }
            if (!fitting.isEmpty()) {
                meant.addAll(fitting);
            } else if (name.matches(".*\\.ya?ml")) {
                Path file = Path.of(name).toAbsolutePath();
                meant.add(PublishedItem.read(file, PublishedDocuments.in(file.getParent().getParent()), check));
            } else {
                throw new InputException("there is no published experiment '%s'; there are %s".formatted(name,
                        String.join(", ", items.stream().map(PublishedItem::name).toList())));
            }
        }
        return meant.stream().distinct().toList();
    }
}
