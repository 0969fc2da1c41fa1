package org.eejs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eejs.lab.reproduction.PublishedLibrary;
import org.junit.jupiter.api.Test;

/**
 * The committed files of published experiments. Reading a file checks that each figure is in its document, and it
 * checks configurations, metrics and the options of commands.
 */
class PublishedExperimentsTest {
    private static final int MOST_MINUTES = 8 * 60;
    private static final int MOST_QUICK_MINUTES = 3;

    private final PublishedLibrary library = PublishedLibrary.read(Home.published(), ReproduceCommand::check);

    @Test
    void everyTableAndFigureHasAFile() {
        List<String> missing = new ArrayList<>();
        library.documents().documents().forEach((paper, document) -> {
            Set<String> places = new HashSet<>();
            library.items().stream().filter(item -> item.paper().equals(paper)).forEach(item -> {
                places.addAll(item.form().places());
                item.form().published().forEach(row -> places.add(row.place()));
            });
            document.places().keySet().stream().filter(place -> !places.contains(place))
                    .forEach(place -> missing.add(paper + ": " + place));
        });
        assertEquals(List.of(), missing);
    }

    @Test
    void checksOfEejsAreReadInTheSameWay() throws IOException {
        try (Stream<Path> files = Files.list(Home.published().resolveSibling("checks"))) {
            List<String> names = files.map(Path::toString).sorted().toList();
            assertEquals(names.size(), library.named(names, ReproduceCommand::check).size());
            assertTrue(names.size() > 5, names.toString());
        }
    }

    @Test
    void eachHasAUniqueName() {
        List<String> names = library.items().stream().map(item -> item.name()).toList();
        assertEquals(names.stream().distinct().toList(), names);
    }

    @Test
    void allOfThemAreANightsWork() {
        assertTrue(library.items().stream().mapToInt(item -> item.minutes(false)).sum() <= MOST_MINUTES);
        library.items().forEach(item -> assertTrue(item.minutes(true) <= MOST_QUICK_MINUTES, item.name()));
    }

    @Test
    void differencesFromTheOriginalAreReported() {
        library.items().stream().filter(item -> item.form().notHere() == null).forEach(item ->
                assertTrue(item.form().original() != null && item.form().standIn() != null, item.name()));
    }
}
