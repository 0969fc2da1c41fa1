package org.eejs.terminal;

import java.util.regex.Pattern;

/**
 * Text without characters that steer a terminal, turn or hide text, or end a line. Each such character is escaped as in
 * Java and JSON, for example {@code \}{@code u001b}: a reader sees it, and JSON keeps its meaning.
 */
public final class Printable {
    /**
     * Control, format and surrogate characters, line and paragraph separators, and the characters that Unicode calls
     * default ignorable: fillers, variation selectors and tags.
     */
    private static final String UNSAFE = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\x{34F}\\x{115F}\\x{1160}\\x{17B4}"
            + "\\x{17B5}\\x{180B}-\\x{180F}\\x{2065}\\x{3164}\\x{FE00}-\\x{FE0F}\\x{FFA0}\\x{FFF0}-\\x{FFF8}"
            + "\\x{E0000}-\\x{E0FFF}";
    private static final Pattern IN_LINE = Pattern.compile("[" + UNSAFE + "]");
    private static final Pattern IN_TEXT = Pattern.compile("[" + UNSAFE + "&&[^\\n]]");
    private static final Pattern LINE_END = Pattern.compile("\\R\\s*");

    private Printable() {}

    /** Returns one line: ends of lines become spaces. */
    public static String line(String text) {
        return escaped(IN_LINE, LINE_END.matcher(text).replaceAll(" "));
    }

    /** Returns lines, which end with {@code \n} only. */
    public static String text(String text) {
        return escaped(IN_TEXT, text);
    }

    private static String escaped(Pattern unsafe, String text) {
        if (text.chars().allMatch(unit -> unit >= ' ' && unit <= '~')) {
            return text;
        }
        return unsafe.matcher(text.replace('\t', ' ')).replaceAll(found -> {
            StringBuilder escape = new StringBuilder();
            // Two backslashes, because a replacement consumes one.
            found.group().chars().forEach(unit -> escape.append("\\\\u%04x".formatted(unit)));
            return escape.toString();
        });
    }
}
