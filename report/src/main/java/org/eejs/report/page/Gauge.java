package org.eejs.report.page;

/**
 * A fraction and the least that it must be.
 *
 * @param label what it is a fraction of
 * @param value the fraction in per cent, in words
 * @param fraction 0 to 1
 * @param needed the threshold, in words
 * @param threshold 0 to 1
 */
public record Gauge(String label, String value, double fraction, String needed, double threshold) {
    public boolean reached() {
        return fraction >= threshold;
    }
}
