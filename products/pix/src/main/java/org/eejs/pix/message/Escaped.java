package org.eejs.pix.message;

/** Text of others as it may stand on a line of ours, reversibly: whoever reads the line sees what is not plain. */
public final class Escaped {
    private Escaped() {}

    /** All but printable ASCII escaped as Java does, since letters of other scripts look like ASCII's. */
    public static String ascii(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.chars().forEach(each -> append(out, (char) each, each >= ' ' && each <= '~'));
        return out.toString();
    }

    /** Only what ends a line, moves what stands on it, or cannot be seen. */
    public static String line(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(each -> {
            boolean shown = switch (Character.getType(each)) {
                case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE,
                    Character.UNASSIGNED, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
                default -> true;
            };
            for (char one : Character.toChars(each)) {
                append(out, one, shown);
            }
        });
        return out.toString();
    }

    private static void append(StringBuilder out, char each, boolean shown) {
        if (each == '\\') {
            out.append("\\\\");
        } else if (shown) {
            out.append(each);
        } else {
            out.append(String.format("\\u%04x", (int) each));
        }
    }
}
