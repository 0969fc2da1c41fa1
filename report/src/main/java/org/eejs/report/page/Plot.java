package org.eejs.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;

/**
 * What a chart draws, by its shape: names, numbers and colours of the style sheet. The page's script draws each shape
 * once, whatever was measured. A null is a point that was not measured.
 */
public sealed interface Plot {
    ObjectMapper JSON = new ObjectMapper();

    /** Series are columns, since that is what charts take and far smaller than rows. */
    record TimeSeries(List<Phase> phases, List<Integer> seconds, List<Integer> sessions, List<Panel> panels)
            implements Plot {}

    /** A phase from the beginning of a second to the end of another. */
    record Phase(String name, boolean measured, int from, int to) {}

    /** Lines over the same axis; {@code isTime} where they are milliseconds. */
    record Panel(String axis, boolean isTime, List<Line> lines) {}

    /** Values second by second; {@code unit} follows each when it is pointed at. */
    record Line(String name, String unit, String colour, Look look, List<? extends Number> values) {}

    /** How a line is drawn: a sum is thin, the parts of it lie on each other. */
    enum Look { LINE, AREA, BARS, SUM, PART }

    /** Times by percentile, of one thing or of several; limits are those that all have. */
    record Distribution(String unit, List<Limit> limits, List<Curve> curves) implements Plot {}

    record Limit(String name, long ms) {}

    record Curve(String name, List<Point> points, List<Point> landmarks) {}

    /** {@code oneIn} is 1 / (1 - percentile): 10 is the 90th percentile, 100 the 99th. */
    record Point(String name, double oneIn, double ms) {}

    /** A bar for each name, cut into parts. */
    record StackedBars(String unit, List<String> names, List<Part> parts) implements Plot {}

    record Part(String name, String colour, List<Double> values) {}

    /** Ratios to a baseline: one group of bars for each figure, with a bar for each name. */
    record Ratios(List<String> names, String baseline, List<Group> groups) implements Plot {}

    /** Ratios of a figure; {@code lower} says whether lower is better. */
    record Group(String name, boolean lower, boolean decides, List<Bar> bars) {}

    /**
     * A figure and the ends of its 95 % interval, which are null where there is none; {@code open} where that says
     * nothing: a ratio that was not decided, a capacity that may be any higher one.
     */
    record Bar(double value, Double low, Double high, boolean open) {}

    /** A figure of each name with its interval, and relative to the baseline. */
    record Bars(String axis, List<String> names, String baseline, List<Bar> bars) implements Plot {}

    /** Single runs of each name and their mean. */
    record Spread(String axis, List<String> names, List<Dots> dots) implements Plot {}

    record Dots(Double mean, List<Double> runs) {}

    /**
     * A time over a facet, logarithmic, with the limit that it must keep and the estimate that follows. The ranges of
     * both axes are those of all scatters that are compared by eye.
     */
    record Scatter(String facet, String axis, Limit limit, Range across, Range up, Bar estimate, List<Mark> marks)
            implements Plot {}

    record Range(double low, double high) {}

    /** {@code answer} is PASSED, FAILED or UNUSABLE. */
    record Mark(double at, double ms, String answer) {}

    /** Returns the name of the script's function for it. */
    default String shape() {
        String name = getClass().getSimpleName();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    default String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Records of numbers and names are always JSON", e);
        }
    }
}
