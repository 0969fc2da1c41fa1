package org.eejs.report.text;

/**
 * A piece of a sentence.
 *
 * @param text its words
 * @param figure whether it is a figure, to be seen at a glance
 */
public record Phrase(String text, boolean figure) {
    static Phrase words(String text) {
        return new Phrase(text, false);
    }

    static Phrase figure(String text) {
        return new Phrase(text, true);
    }
}
