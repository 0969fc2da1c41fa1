package org.eejs.lab.banking;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.eejs.result.Distribution;

/** A distribution of times, kept in microseconds to three significant digits; sums and extremes are exact. */
final class Tally {
    /** The points of a percentile curve, closer together towards the end. */
    private static final double[] CURVE = {0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 96, 97, 98, 98.5,
        99, 99.25, 99.5, 99.75, 99.9, 99.95, 99.99, 100};

    private final Histogram histogram = new Histogram(3);
    private double sumMicros;
    private long maxMicros;

    void add(long micros) {
        histogram.recordValue(micros);
        sumMicros += micros;
        maxMicros = Math.max(maxMicros, micros);
    }

    void addAll(int[] micros) {
        for (int value : micros) {
            add(value);
        }
    }

    long count() {
        return histogram.getTotalCount();
    }

    /** Returns the distribution; null without times. */
    Distribution distribution() {
        long count = histogram.getTotalCount();
        return count == 0 ? null : new Distribution(count, millis(sumMicros / count), millis(maxMicros),
                Arrays.stream(CURVE).mapToObj(each -> new Distribution.Point(each, at(each))).toList());
    }

    /** Returns the value that this percentage of the times does not exceed, in milliseconds; 0 without times. */
    double at(double percentile) {
        return histogram.getTotalCount() == 0 ? 0
                : millis(Math.min(histogram.getValueAtPercentile(percentile), maxMicros));
    }

    private static double millis(double micros) {
        return Math.round(micros) / 1_000.0;
    }
}
