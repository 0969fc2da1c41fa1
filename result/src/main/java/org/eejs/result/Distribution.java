package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.eejs.result.settings.Allowed;

/**
 * The distribution of values, in the unit of the figure that it belongs to. Without values there is none. Immutable.
 *
 * <p>{@code value("p95")} is its 95th percentile, {@code value("p999")} the 99.9th.
 *
 * @param count how many values there were
 * @param mean their mean
 * @param max the largest
 * @param curve percentiles, the lowest first
 */
public record Distribution(@Allowed(least = 1) long count, double mean, double max,
        List<Point> curve) {
    /** A point of the curve: {@code percentile} percent of the values were at most {@code value}. */
    public record Point(@Allowed(most = 100) double percentile, double value) {}

    public Distribution {
        curve = List.copyOf(curve);
    }

    /** Returns a percentile of the curve; NaN where it has no such point. */
    public double percentile(double percentile) {
        return curve.stream().filter(point -> point.percentile() == percentile).mapToDouble(Point::value).findFirst()
                .orElse(Double.NaN);
    }

    /** Returns the words that {@link #value} knows, including those of all points of the curve. */
    List<String> words() {
        return Stream.concat(Stream.of("count", "mean", "max"), curve.stream().map(Point::percentile)
                .filter(percentile -> percentile >= 10 && percentile < 100).map(percentile -> "p"
                        + new DecimalFormat("#.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(percentile)
                        .replace(".", ""))).toList();
    }

    /** Returns the value of a word: {@code count}, {@code mean}, {@code max}, or a percentile; NaN for another word. */
    @JsonIgnore
    double value(String word) {
        return switch (word) {
            case "count" -> count;
            case "mean" -> mean;
            case "max" -> max;
            default -> word.matches("p\\d\\d+") ? percentile(Double.parseDouble(
                    word.substring(1, 3) + "." + word.substring(3) + "0")) : Double.NaN;
        };
    }
}
