package org.eejs.report.xml;

import java.util.List;

/**
 * A chart of a study, and what it draws.
 *
 * @param id of its place in the page
 * @param kind {@code sizes}, {@code threads}, {@code changes}, {@code times} or {@code providers}
 * @param title above it
 * @param axis what its values are, with the unit
 * @param slots names along the other axis, where it has names
 * @param series what is drawn
 */
public record XmlPanel(String id, String kind, String title, String axis, List<String> slots, List<Series> series) {
    /**
     * What has one colour.
     *
     * @param look the number of its colour, and where it has no stroke the number of its mark
     * @param stroke the number of its stroke
     */
    public record Series(String name, int look, int stroke, List<Mark> marks) {}

    /**
     * A figure.
     *
     * @param x bytes, threads, or the number of a slot
     * @param y null when there is none
     * @param low the lower end of its interval; null when there is none
     * @param high the upper end
     * @param tone {@code better} or {@code worse} where that is significant, {@code failed}, else empty
     * @param words what its tooltip says
     */
    public record Mark(double x, Double y, Double low, Double high, String tone, String words) {}

    /** Whether there is anything to draw. */
    boolean isDrawn() {
        return series.stream().flatMap(each -> each.marks().stream()).anyMatch(mark -> mark.y() != null);
    }

    /** Whether it needs the whole width of the page. */
    public boolean isWide() {
        return !kind.equals("threads");
    }

    /** How high a chart of changes must be, in pixels, for each name to have a line; null for other charts. */
    Integer height() {
        return kind.equals("changes") || kind.equals("times") ? (Integer) (70 + 34 * Math.max(1, slots.size())) : null;
    }
}
