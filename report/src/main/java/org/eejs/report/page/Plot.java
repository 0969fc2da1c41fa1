package org.eejs.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import org.eejs.result.RecordMapping;

/**
 * The data of a chart by its shape: names, numbers and colours of the style sheet. The page's script draws each shape
 * regardless of the subject. A null is a point that was not measured.
 */
public sealed interface Plot {
    ObjectMapper JSON = RecordMapping.in(new ObjectMapper());

    /** Series of seconds, as columns, because the charting library expects them and they are smaller than rows. */
    record TimeSeries(List<Phase> phases, List<Integer> seconds, List<Integer> sessions, List<Panel> panels)
            implements Plot {}

    /** A phase from one second to another. */
    record Phase(String name, boolean measured, int from, int to) {}

    /** Lines over a common axis; {@code isTime} if they are milliseconds. */
    record Panel(String axis, boolean isTime, List<Line> lines) {}

    /** Values by second; {@code unit} follows each value in the tooltip. */
    record Line(String name, String unit, String colour, Look look, List<? extends Number> values) {}

    /** The look of a line: a sum is thin, and its parts are stacked. */
    enum Look { LINE, AREA, BARS, SUM, PART }

    /** Times by percentile, as one or several curves, with their common limits. */
    record Distribution(String unit, List<Limit> limits, List<Curve> curves) implements Plot {}

    record Limit(String name, long ms) {}

    record Curve(String name, List<Point> points, List<Point> landmarks) {}

    /** {@code oneIn} is 1 / (1 - percentile): 10 is the 90th percentile, 100 the 99th. */
    record Point(String name, double oneIn, double ms) {}

    /** A bar per name, divided into parts. */
    record StackedBars(String unit, List<String> names, List<Part> parts) implements Plot {}

    record Part(String name, String colour, List<Double> values) {}

    /** Ratios to a baseline: a group of bars per figure, with a bar per name. */
    record Ratios(List<String> names, String baseline, List<Group> groups) implements Plot {}

    /** Ratios of a figure; {@code lower} is true if lower values are better. */
    record Group(String name, boolean lower, boolean decides, List<Bar> bars) {}

    /**
     * A figure with the bounds of its 95% CI, which may be null; {@code open} marks an undecided ratio, or a capacity
     * that is only a lower bound.
     */
    record Bar(double value, Double low, Double high, boolean open) {}

    /** A figure per name with its interval, also relative to the baseline. */
    record Bars(String axis, List<String> names, String baseline, List<Bar> bars) implements Plot {}

    /** Single runs per name with their mean. */
    record Spread(String axis, List<String> names, List<Dots> dots) implements Plot {}

    record Dots(Double mean, List<Double> runs) {}

    /**
     * Times by a facet on logarithmic axes, with a limit and the resulting estimate. The ranges of both axes are shared
     * by all scatter charts of an experiment.
     */
    record Scatter(String facet, String axis, Limit limit, Range across, Range up, Bar estimate, List<Mark> marks)
            implements Plot {}

    record Range(double low, double high) {}

    /** {@code answer} is PASSED, FAILED or UNUSABLE. */
    record Mark(double at, double ms, String answer) {}

    /** Returns the name of the script's function for this shape. */
    default String shape() {
        String name = getClass().getSimpleName();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    default String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Writing records as JSON failed", e);
        }
    }
}
