package org.eejs.report.text;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.Bench.Cell;
import org.eejs.result.MachineCode;

/**
 * An operation of a primitive, regardless of the provider: a row of a table.
 *
 * @param operation null if no operation could be measured
 * @param bytes its size; null if it has none
 */
public record Routine(String algorithm, String operation, Integer bytes, Map<String, String> parameters) {
    public static Routine of(Cell cell) {
        return new Routine(cell.algorithm(), cell.operation(), cell.bytes(), cell.parameters());
    }

    /** Returns the cell of a provider on a JDK. */
    public Cell cell(String group, String jdk, String provider, MachineCode code, int threads) {
        return new Cell(group, operation, algorithm, bytes, parameters, jdk, provider, true, threads)
                .of(provider, code, threads);
    }

    /** Returns the name for readers; only varying parameters are included. */
    public String words(Set<String> varying) {
        return Stream.of(algorithm + (operation == null ? "" : " " + operation)
                + (bytes == null ? "" : " " + Rate.size(bytes)), variation(varying))
                .filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }

    /** Returns the name without the algorithm. */
    public String shortWords(Set<String> varying) {
        return Stream.of((operation == null ? Format.NONE : operation) + (bytes == null ? "" : " " + Rate.size(bytes)),
                variation(varying)).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }

    /**
     * Returns the parameters; may be empty. Numbers and truth values have a name, while words like PKIX need none.
     */
    String variation(Set<String> varying) {
        return parameters.entrySet().stream().filter(entry -> varying.contains(entry.getKey()))
                .map(entry -> entry.getValue() != null && entry.getValue().matches("(?!true$|false$)[A-Za-z].*")
                        ? entry.getValue() : entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Returns this routine with another size. */
    public Routine withBytes(Integer other) {
        return new Routine(algorithm, operation, other, parameters);
    }
}
