package org.eejs.report.text;

import java.util.List;

/**
 * The finding of an experiment, as text for a quick reader.
 *
 * @param style the class of its tone in the style sheet
 * @param mark a sign that identifies the outcome without colour
 * @param headline the outcome as a sentence
 * @param statement further sentences: certainty, reasons and advice
 * @param ranks the configurations, best first
 */
public record Finding(String style, String mark, String headline, List<String> statement, List<Rank> ranks) {
    /** Returns this finding for runs that were too short: nothing is decided. */
    public Finding atFirstSight() {
        return new Finding("open", "?", "First look: " + headline, statement, ranks);
    }

    /** Returns the headline of a quick look at cold JVMs. */
    public static String atFirstSight(String found) {
        return "First look with cold JVMs: " + found;
    }

    /**
     * The place of a configuration.
     *
     * @param name the configuration
     * @param sentence its comparison
     * @param badge its verdict in a word
     * @param style the class of the verdict in the style sheet
     * @param opens whether the sentence begins with the badge
     */
    public record Rank(String name, String sentence, String badge, String style, boolean opens) {
        public Rank(String name, String sentence, String badge, String style) {
            this(name, sentence, badge, style, false);
        }

        /** Returns the place on one line. */
        public String line() {
            return opens ? "%s: %s %s".formatted(name, badge, sentence)
                    : badge.chars().anyMatch(Character::isLetter) ? "%s: %s [%s]".formatted(name, sentence, badge)
                    : name + ": " + sentence;
        }
    }
}
