package org.eejs.pix.message;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Foreign text, escaped reversibly for one of our lines: a reader of the line sees every character that is not plain.
 */
public final class Escaped {
    private static final Pattern NOT_ASCII = Pattern.compile("[^ -~]|\\\\");
    private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}\\\\]");

    private Escaped() {}

    /**
     * Returns the text with everything except printable ASCII escaped as in Java, because letters of other scripts look
     * like ASCII's.
     */
    public static String ascii(String text) {
        return escaped(NOT_ASCII, text);
    }

    /** Returns the text with only those characters escaped that end a line, move text on it, or are invisible. */
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
