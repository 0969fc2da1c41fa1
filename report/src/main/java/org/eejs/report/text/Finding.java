package org.eejs.report.text;

import java.util.List;

/**
 * What an experiment showed, in words that are read in ten seconds.
 *
 * @param style the class of its tone in the style sheet
 * @param mark a sign that tells outcomes apart without colour
 * @param headline the outcome in a sentence
 * @param statement what belongs to it: how sure it is, what it rests on, what to do
 * @param standings each configuration, the best first
 */
public record Finding(String style, String mark, String headline, List<String> statement, List<Standing> standings) {
    /** Returns the same of runs that were too short: nothing is decided. */
    public Finding atFirstSight() {
        return new Finding("open", "?", "A first look: " + headline, statement, standings);
    }

    /** Returns the headline of a first look: it must say first that it is one. */
    public static String atFirstSight(String found) {
        return "A first look, of JVMs too young to judge: " + found;
    }

    /**
     * One configuration's place.
     *
     * @param name the configuration
     * @param sentence how it compares
     * @param badge its verdict in a word
     * @param style the class of the verdict in the style sheet
     * @param opens whether the sentence goes on from the badge
     */
    public record Standing(String name, String sentence, String badge, String style, boolean opens) {
        public Standing(String name, String sentence, String badge, String style) {
            this(name, sentence, badge, style, false);
        }

        /** Returns all of it on one line; a badge that is a figure stands in its sentence, too. */
        public String line() {
            return opens ? "%s: %s %s".formatted(name, badge, sentence)
                    : badge.chars().anyMatch(Character::isLetter) ? "%s: %s [%s]".formatted(name, sentence, badge)
                    : name + ": " + sentence;
        }
    }
}
