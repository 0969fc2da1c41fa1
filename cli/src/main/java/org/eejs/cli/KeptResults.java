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

/** The folders of results below a folder. */
final class KeptResults {
    /** What stands for the last of them. */
    private static final String LAST = "last";
    private static final Path USUAL = Path.of("results");

    private KeptResults() {}

    /**
     * By the time at which their results were written, the last one last.
     *
     * @throws InputException with a line that names the folder when it cannot be read
     */
    static List<Path> in(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> Files.isRegularFile(each.resolve(RunDirectory.RESULT)))
                    .sorted(Comparator.comparing(KeptResults::written).thenComparing(Comparator.naturalOrder()))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new InputException("the results in " + folder + " cannot be listed: " + e.getMessage());
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
     * Returns the result that a word of the command line names: a path, or {@code last}.
     *
     * @throws InputException when there is no last one
     */
    static Path named(Path word) {
        if (!word.equals(Path.of(LAST)) || Files.exists(word)) {
            return word;
        }
        List<Path> all = Files.isDirectory(USUAL) ? in(USUAL) : List.of();
        if (all.isEmpty()) {
            throw new InputException("there is no last result: " + USUAL + " has none where you stand");
        }
        return all.get(all.size() - 1);
    }
}
