package org.eejs.result;

import java.util.Arrays;
import java.util.Locale;
import org.eejs.result.settings.Allowed;

/**
 * A figure of several rounds. Of five rounds, lowest and highest hold the true median in 15 of 16 cases; of n, in all
 * but 1 of 2^(n-1).
 *
 * @param lowest the lowest of them
 * @param median the median
 * @param highest the highest of them
 */
public record Spread(@Allowed(least = Double.NEGATIVE_INFINITY) double lowest,
        @Allowed(least = Double.NEGATIVE_INFINITY) double median,
        @Allowed(least = Double.NEGATIVE_INFINITY) double highest) {
    /** Returns the spread of what the rounds measured, of which there must be one at least. */
    public static Spread of(double[] rounds) {
        double[] sorted = rounds.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(sorted[0], median, sorted[sorted.length - 1]);
    }

    /** Returns whether a value is not outside of what the rounds measured. */
    public boolean holds(double value) {
        return lowest <= value && value <= highest;
    }

    /** With three significant digits, for example {@code 0.991 (0.982 to 1.01)}. */
    @Override
    public String toString() {
        return lowest == highest ? digits(median)
                : digits(median) + " (" + digits(lowest) + " to " + digits(highest) + ")";
    }

    /** Returns three significant digits, and none behind the point of thousands. */
    public static String digits(double value) {
        if (Math.abs(value) >= 1000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        int behind = value == 0 ? 2 : Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
        return String.format(Locale.ROOT, "%." + behind + "f", value);
    }
}
