package org.eejs.report.page;

/**
 * A fraction and its required minimum.
 *
 * @param label the name of the fraction
 * @param value the fraction as a percentage, as text
 * @param fraction 0 to 1
 * @param needed the required minimum, as text
 * @param threshold 0 to 1
 */
public record Gauge(String label, String value, double fraction, String needed, double threshold) {
    public boolean reached() {
        return fraction >= threshold;
    }
}
