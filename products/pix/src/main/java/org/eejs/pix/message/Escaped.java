package org.eejs.pix.message;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Text of others as it may stand on a line of ours, reversibly: whoever reads the line sees what is not plain. */
public final class Escaped {
    private static final Pattern NOT_ASCII = Pattern.compile("[^ -~]|\\\\");
    private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}\\\\]");

    private Escaped() {}

    /** Returns all but printable ASCII escaped as Java does, since letters of other scripts look like ASCII's. */
    public static String ascii(String text) {
        return escaped(NOT_ASCII, text);
    }

    /** Returns only what ends a line, moves what stands on it, or cannot be seen. */
    public static String line(String text) {
        return escaped(NOT_SHOWN, text);
    }

    private static String escaped(Pattern special, String text) {
        // A replacement needs two backslashes for each.
        return special.matcher(text).replaceAll(found -> found.group().chars()
                .mapToObj(each -> each == '\\' ? "\\\\\\\\" : "\\\\u%04x".formatted(each))
                .collect(Collectors.joining()));
    }
}
