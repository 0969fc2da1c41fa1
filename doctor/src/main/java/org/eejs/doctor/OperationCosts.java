package org.eejs.doctor;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.profile.Place;
import org.eejs.result.RecordMapping;

/** The savings in operations that no rule explains, by the table {@code costs.yaml}. Immutable. */
final class OperationCosts {
    private static final String FILE = "costs.yaml";
    private static final OperationCosts INSTANCE = read();

    private final List<Cost> costs;
    private final List<Library> libraries;

    /**
     * A line of the table.
     *
     * @param operations the names of operations
     * @param algorithms the algorithms; null for all
     * @param providers the security providers of the algorithm; null for all
     * @param libraries the kinds of libraries that call; null for all
     * @param saved the least, likely and most part of the cost that the fix saves, 0 to 1
     * @param elsewhere whether it is no bottleneck, but costs less by another algorithm or provider
     * @param why the reason for these parts
     * @param lowers the protection that the fix lowers; null if none
     * @param cure the fix in words; null if it depends on the library
     * @param lines lines to copy; null likewise
     */
    record Cost(List<String> operations, List<String> algorithms, List<String> providers,
            List<String> libraries, String id, String title, List<Double> saved, boolean elsewhere, String why,
            String lowers, String cure, List<String> lines) {
        private boolean matches(String operation, Place.Primitive asked, Library library) {
            return operations.contains(operation)
                    && (algorithms == null || asked != null && algorithms.contains(asked.algorithm()))
                    && (providers == null || asked != null && providers.contains(asked.provider()))
                    && (libraries == null || library != null && libraries.contains(library.kind()));
        }
    }

    /**
     * A library with its own setting that keeps connections.
     *
     * @param kind such as {@code database}
     * @param frames its frames
     */
    record Library(String kind, FramePattern frames, String cure, List<String> lines) {}

    /** The content of the file. */
    private record Table(List<Cost> costs, List<Named> libraries) {}

    private record Named(String kind, List<String> begin, String cure, List<String> lines) {
        Library library() {
            return new Library(kind, new FramePattern(begin.toArray(new String[0])), cure, lines);
        }
    }

    private OperationCosts(Table table) {
        this.costs = table.costs();
        this.libraries = table.libraries().stream().map(Named::library).toList();
    }

    private static OperationCosts read() {
        try (InputStream file = OperationCosts.class.getResourceAsStream(FILE)) {
            return new OperationCosts(RecordMapping.in(new YAMLMapper()).readValue(file, Table.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all lines. */
    static List<Cost> all() {
        return INSTANCE.costs;
    }

    /**
     * Returns the line for an operation; empty if nothing is known.
     *
     * @param asked the algorithm; may be null
     * @param library may be null
     */
    static Optional<Cost> of(String operation, Place.Primitive asked, Library library) {
        return INSTANCE.costs.stream().filter(cost -> cost.matches(operation, asked, library)).findFirst();
    }

    /** Returns the library whose setting keeps the connections of a stack; null if none is known. */
    static Library library(Stack stack) {
        return INSTANCE.libraries.stream().filter(each -> stack.has(each.frames())).findFirst().orElse(null);
    }
}
