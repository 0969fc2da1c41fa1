package org.eejs.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eejs.result.InputException;
import org.eejs.result.RunDirectory;

/** Results in subfolders of a folder. */
final class KeptResults {
    /** The name for the latest result. */
    private static final String LAST = "last";
    private static final Path USUAL = Path.of("results");

    private KeptResults() {}

    /**
     * Returns the folders of results by the time of writing, the latest last.
     *
     * @throws InputException if the folder is not readable
     */
    static List<Path> in(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> Files.isRegularFile(each.resolve(RunDirectory.RESULT)))
                    .sorted(Comparator.comparing(KeptResults::written).thenComparing(Comparator.naturalOrder()))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new InputException(folder + ": listing its results failed: " + e.getMessage());
        }
    }

    private static FileTime written(Path result) {
        try {
            return Files.getLastModifiedTime(result.resolve(RunDirectory.RESULT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the result for a word of the command line: a path, or {@code last}.
     *
     * @throws InputException if there is no last result
     */
    static Path named(Path word) {
        if (!word.equals(Path.of(LAST)) || Files.exists(word)) {
            return word;
        }
        List<Path> all = Files.isDirectory(USUAL) ? in(USUAL) : List.of();
        if (all.isEmpty()) {
            throw new InputException("last: there is no result in the folder " + USUAL + "; name a result");
        }
        return all.get(all.size() - 1);
    }
}
