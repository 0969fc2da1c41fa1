package org.eejs.report.page;

import java.util.function.UnaryOperator;

/**
 * A chart, which the page's script draws.
 *
 * @param kind which of the script's functions draws it
 * @param look its class in the style sheet
 * @param run the id of what it draws; charts of seconds with the same id move together
 * @param index which of several; null for the only one
 * @param curve which curve of it; null for all
 * @param scale of its axis; null for the usual one
 * @param height in pixels; null for what the style sheet says
 * @param title above it; empty for none
 * @param label for those who cannot see it
 * @param plot what it draws; null where the script finds that by the id
 */
public record Chart(String kind, String look, String run, Integer index, Integer curve, String scale, Integer height,
        String title, String label, Plot plot) {
    public static Chart of(String kind, String look, String run, String label) {
        return new Chart(kind, look, run, null, null, null, null, "", label, null);
    }

    public static Chart of(Plot plot, String look, String run, String label) {
        return new Chart(plot.shape(), look, run, null, null, null, null, "", label, plot);
    }

    public Chart at(int place) {
        return new Chart(kind, look, run, place, curve, scale, height, title, label, plot);
    }

    public Chart ofCurve(int place, String ownScale) {
        return new Chart(kind, look, run, index, place, ownScale, height, title, label, plot);
    }

    public Chart titled(String words) {
        return new Chart(kind, look, run, index, curve, scale, height, words, label, plot);
    }

    Chart worded(UnaryOperator<String> words) {
        return new Chart(kind, look, run, index, curve, scale, height, words.apply(title), words.apply(label), plot);
    }

    public Chart high(Integer pixels) {
        return new Chart(kind, look, run, index, curve, scale, pixels, title, label, plot);
    }
}
