package org.eejs.pix.message;

/** Text of other programs or of a message as one short line without control characters. */
public final class OneLine {
    private static final int LONGEST = 200;

    private OneLine() {}

    public static String of(String text) {
        String line = text.strip().replaceAll("[\\p{C}\\s]+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
    }
}
