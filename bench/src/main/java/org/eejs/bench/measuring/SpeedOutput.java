package org.eejs.bench.measuring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The output of {@code openssl speed -mr}: lines of fields between colons. Lines that begin with {@code +H} contain
 * sizes, those with {@code +F} and a number contain rates a second. With {@code -multi}, it also has the lines of each
 * process, after {@code Got:}, and the last lines are sums. The meaning of the numbers is from OpenSSL's
 * {@code apps/speed.c} of 3.0 to 3.5. All rates are operations a second, except those of {@code +F} without a number,
 * which are bytes.
 *
 * <pre>
 * +H:size:...                                     +F5:index:bits:agreements:seconds
 * +F:index:name:bytes a second for each size      +F6:index:bits:curve:sign:verify
 * +F2:index:bits:sign:verify[:encrypt:decrypt]    +F8:index:bits:agreements:seconds
 * +F3:index:bits:sign:verify                      +F9:index:keys:encapsulate:decapsulate
 * +F4:index:bits:sign:verify                      +F10:index:keys:sign:verify
 * </pre>
 *
 * @param lines the lines in their order
 */
record SpeedOutput(List<String> lines) {
    private static final String OF_A_PROCESS = "Got: ";
    private static final String AGREE = "agree";
    private static final String GENERATE = "generate";

    /** The form of a kind of line: the number of fields before its rates, and the operations of these rates. */
    private record Form(int skipped, List<String> operations) {}

    private static final Map<String, Form> FORMS = Map.of(
            "+F2", new Form(3, List.of("sign", "verify", "encrypt", "decrypt")),
            "+F3", new Form(3, List.of("sign", "verify")),
            "+F4", new Form(3, List.of("sign", "verify")),
            "+F5", new Form(3, List.of(AGREE)),
            "+F6", new Form(4, List.of("sign", "verify")),
            "+F8", new Form(3, List.of(AGREE)),
            "+F9", new Form(2, List.of(GENERATE, "encapsulate", "decapsulate")),
            "+F10", new Form(2, List.of(GENERATE, "sign", "verify")));

    /** Returns the lines of a text. */
    static SpeedOutput of(String text) {
        return new SpeedOutput(text.lines().map(String::strip).toList());
    }

    /**
     * Returns the rate of an operation.
     *
     * @param bytes its size in bytes; null where it has none
     * @param processes the number of processes
     * @return operations a second of all processes together; empty when the rate or a process is missing
     */
    Optional<Double> rate(String operation, Integer bytes, int processes) {
        if (processes > 1 && lines.stream().filter(line -> line.startsWith(OF_A_PROCESS + "+F")).count()
                != processes) {
            return Optional.empty();
        }
        Optional<Double> rate = bytes == null ? ofKeys(operation) : ofBytes(bytes);
        return rate.filter(value -> value > 0 && Double.isFinite(value));
    }

    private Optional<Double> ofBytes(int bytes) {
        Optional<String[]> sizes = fields("+H").findFirst().or(this::sizesOfAProcess);
        Optional<String[]> rates = fields("+F").findFirst();
        if (sizes.isEmpty() || rates.isEmpty()) {
            return Optional.empty();
        }
        List<String> columns = Arrays.asList(sizes.get()).subList(1, sizes.get().length);
        int column = columns.indexOf(String.valueOf(bytes));
        // Names of algorithms have no colon, but nothing guarantees it: rates are counted from the end.
        int field = rates.get().length - columns.size() + column;
        return column < 0 || field < 2 ? Optional.empty() : number(rates.get()[field]).map(rate -> rate / bytes);
    }

    /** Returns the sizes, which only the lines of single processes contain, not their sums. */
    private Optional<String[]> sizesOfAProcess() {
        return lines.stream().filter(line -> line.startsWith(OF_A_PROCESS + "+H:")).findFirst()
                .map(line -> line.substring(OF_A_PROCESS.length()).replaceFirst(" from \\d+$", "").split(":"));
    }

    private Optional<Double> ofKeys(String operation) {
        for (Map.Entry<String, Form> form : FORMS.entrySet()) {
            int index = form.getValue().operations().indexOf(operation);
            int field = form.getValue().skipped() + index;
            Optional<String[]> found = fields(form.getKey()).findFirst();
            if (index >= 0 && found.isPresent() && field < found.get().length) {
                return number(found.get()[field]);
            }
        }
        return Optional.empty();
    }

    private Stream<String[]> fields(String kind) {
        return lines.stream().map(line -> line.split(":")).filter(fields -> fields[0].equals(kind));
    }

    private static Optional<Double> number(String field) {
        try {
            return Optional.of(Double.valueOf(field));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns the program's error message, in one line, without the addresses in its error queue; empty for none. */
    String complaint() {
        List<String> said = new ArrayList<>();
        for (String line : lines) {
            if (!line.isEmpty() && !line.startsWith("+") && !line.startsWith(OF_A_PROCESS)
                    && !line.startsWith("Forked child ") && !line.matches("[0-9A-F]+:error:.*")
                    && !said.contains(line)) {
                said.add(line);
            }
        }
        return String.join("; ", said.subList(0, Math.min(2, said.size())));
    }
}
