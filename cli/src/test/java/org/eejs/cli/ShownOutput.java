package org.eejs.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A command's output in a document. A number matches any number, a unit of time any other, and a space or line end any
 * other. A line of … matches any lines, or none.
 *
 * @param text lines with their line ends
 */
record ShownOutput(String text) {
    private static final String ANY_LINES = "…\n";
    private static final Pattern NUMBER = Pattern.compile("[−+-]?\\d[\\d.,]*");
    /** A unit of time and the following punctuation. */
    private static final Pattern TIME = Pattern.compile("(µs|ms|s|min)(\\W*)");

    /** Returns whether a command's output matches. */
    boolean fits(String output) {
        return matcher(output).matches();
    }

    /** Returns the text with the figures of matching output; the whole output if it does not match. */
    String renewed(String output) {
        Matcher found = matcher(output);
        if (!found.matches()) {
            return output;
        }
        List<String> parts = new ArrayList<>();
        for (int part = 1; part <= found.groupCount(); part++) {
            parts.add(found.group(part));
        }
        return String.join(ANY_LINES, parts);
    }

    private Matcher matcher(String output) {
        String parts = Arrays.stream(text.split("(?m)^" + ANY_LINES, -1)).map(ShownOutput::part)
                .collect(Collectors.joining("(?:.*\\n)*?"));
        return Pattern.compile(parts).matcher(output);
    }

    private static String part(String lines) {
        if (lines.isBlank()) {
            return "(\\s*)";
        }
        StringBuilder pattern = new StringBuilder("(\\s*");
        String before = "";
        for (String word : lines.strip().split("\\s+")) {
            pattern.append(before.isEmpty() ? "" : "\\s+");
            Matcher time = TIME.matcher(word);
            pattern.append(NUMBER.matcher(before).find() && time.matches()
                    ? "(?:µs|ms|s|min)" + Pattern.quote(time.group(2)) : word(word));
            before = word;
        }
        return pattern.append("[ \\t]*\\n\\s*?)").toString();
    }

    private static String word(String word) {
        StringBuilder pattern = new StringBuilder();
        Matcher number = NUMBER.matcher(word);
        int end = 0;
        while (number.find()) {
            pattern.append(number.start() == end ? "" : Pattern.quote(word.substring(end, number.start())))
                    .append(NUMBER.pattern());
            end = number.end();
        }
        return end == word.length() ? pattern.toString() : pattern.append(Pattern.quote(word.substring(end))).toString();
    }
}
