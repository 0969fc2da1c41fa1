package org.eejs.xmlload;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of documents as options and results write them. 1 KB is 1,000 bytes, 1 MB is 1,000 KB. */
public final class DocumentSize {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(KB|MB|)");
    private static final int KILO = 1_000;
    private static final int MEGA = 1_000_000;

    private DocumentSize() {}

    /**
     * Reads a length such as {@code 10KB}, {@code 1MB} or {@code 2500}.
     *
     * @return bytes
     * @throws IllegalArgumentException with a line that gives the valid lengths, also when the length is below the
     *     minimum or above the maximum of generated documents
     */
    public static int parse(String text) {
        Matcher form = FORM.matcher(text);
        long bytes = form.matches() ? Long.parseLong(form.group(1)) * unit(form.group(2)) : 0;
        if (bytes < XmlDocument.SHORTEST || bytes > XmlDocument.LONGEST) {
            throw new IllegalArgumentException("'%s' is not a size; give bytes, KB or MB from %s to %s".formatted(text,
                    format(XmlDocument.SHORTEST), format(XmlDocument.LONGEST)));
        }
        return (int) bytes;
    }

    private static int unit(String name) {
        return switch (name) {
            case "KB" -> KILO;
            case "MB" -> MEGA;
            default -> 1;
        };
    }

    /** Writes a length in a form that {@link #parse} reads. */
    public static String format(int bytes) {
        return bytes % MEGA == 0 ? bytes / MEGA + "MB" : bytes % KILO == 0 ? bytes / KILO + "KB"
                : String.valueOf(bytes);
    }
}
