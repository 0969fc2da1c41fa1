package org.eejs.banking;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request of the bank to the back end. On the wire it is the query of a GET: the workload's number (1 is banking),
 * the command's number and the arguments, separated by {@code &}, for example {@code /besim?1&4&58&3}.
 *
 * @param command the command
 * @param arguments one for each that the command takes
 */
public record BackEndRequest(BackEndCommand command, List<String> arguments) {
    /** The path of the back end. */
    public static final String PATH = "/besim";

    private static final String BANKING = "1";

    /** Throws IllegalArgumentException when the number of arguments is wrong. */
    public BackEndRequest {
        arguments = List.copyOf(arguments);
        if (arguments.size() != command.arguments()) {
            throw new IllegalArgumentException("%s takes %d arguments, not %d"
                    .formatted(command, command.arguments(), arguments.size()));
        }
    }

    /** Returns a request with these arguments, each written by its toString. */
    public static BackEndRequest of(BackEndCommand command, Object... arguments) {
        return new BackEndRequest(command, Arrays.stream(arguments).map(String::valueOf).toList());
    }

    /**
     * Reads the query of a request.
     *
     * @param query what follows the question mark; may be null
     * @throws IllegalArgumentException with a line that describes the fault
     */
    public static BackEndRequest parse(String query) {
        String[] parts = query == null ? new String[0] : query.split("&", -1);
        if (parts.length < 2 || !parts[0].equals(BANKING)) {
            throw new IllegalArgumentException("a request reads besim?1&<command>&<arguments>, not besim?" + query);
        }
        BackEndCommand command;
        try {
            command = BackEndCommand.byNumber(Integer.parseInt(parts[1]));
        } catch (NumberFormatException e) {
            command = null;
        }
        if (command == null) {
            throw new IllegalArgumentException("command " + parts[1] + " does not exist; commands are 0 to 12");
        }
        List<String> arguments = Arrays.stream(parts).skip(2)
                .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8))
                .toList();
        return new BackEndRequest(command, arguments);
    }

    /** Returns the query that {@link #parse} reads. */
    public String query() {
        return Stream.concat(Stream.of(BANKING, String.valueOf(command.number())),
                        arguments.stream().map(argument -> URLEncoder.encode(argument, StandardCharsets.UTF_8)))
                .collect(Collectors.joining("&"));
    }
}
