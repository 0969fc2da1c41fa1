package org.eejs.result;

import java.util.Arrays;
import java.util.Locale;
import org.eejs.result.settings.Allowed;

/**
 * The spread of a figure over several rounds. Of five rounds, lowest and highest hold the true median in 15 of 16
 * cases; of n, in all but 1 of 2^(n-1).
 *
 * @param lowest the lowest of them
 * @param median the median
 * @param highest the highest of them
 */
public record Spread(@Allowed(least = Double.NEGATIVE_INFINITY) double lowest,
        @Allowed(least = Double.NEGATIVE_INFINITY) double median,
        @Allowed(least = Double.NEGATIVE_INFINITY) double highest) {
    /** Returns the spread of the values of one or more rounds. */
    public static Spread of(double[] rounds) {
        double[] sorted = rounds.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(sorted[0], median, sorted[sorted.length - 1]);
    }

    /** Returns whether a value is within the spread. */
    public boolean holds(double value) {
        return lowest <= value && value <= highest;
    }

    /** Returns the spread with three significant digits, for example {@code 0.991 (0.982 to 1.01)}. */
    @Override
    public String toString() {
        return lowest == highest ? digits(median)
                : digits(median) + " (" + digits(lowest) + " to " + digits(highest) + ")";
    }

    /** Returns a number with three significant digits, and without decimals from 1,000 on. */
    public static String digits(double value) {
        if (Math.abs(value) >= 1000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        int behind = value == 0 ? 2 : Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
        return String.format(Locale.ROOT, "%." + behind + "f", value);
    }
}
