package org.eejs.xml;

/** What others say, or what stands in a message, as one short line without control characters. */
final class OneLine {
    private static final int LONGEST = 200;

    private OneLine() {}

    static String of(String text) {
        String line = text.strip().replaceAll("[\\p{C}\\s]+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
    }
}
