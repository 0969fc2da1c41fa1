package org.eejs.report.page;

import java.util.function.UnaryOperator;

/**
 * A chart, which the page's script draws.
 *
 * @param kind the script's function that draws it
 * @param look its class in the style sheet
 * @param run the id of its data; charts of seconds with the same id move together
 * @param index the number among several charts; null for a single one
 * @param curve the number of a curve; null for all
 * @param scale the scale of its axis; null for the default
 * @param height in pixels; null for the height in the style sheet
 * @param title the title above it; may be empty
 * @param label a description for blind readers
 * @param plot its data; null if the script finds them by the id
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
