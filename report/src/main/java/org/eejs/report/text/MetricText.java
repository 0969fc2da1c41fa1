package org.eejs.report.text;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/** The figures that are compared, in words. */
public enum MetricText {
    CPU_PER_PAGE("cpuMsPerPage", "CPU per page", "ms", "less CPU per page", "more CPU per page", "costs least"),
    RESPONSE_TIME("responseTimeMs.mean", "mean response time", "ms", "shorter mean response time",
            "longer mean response time", "answers fastest"),
    RESPONSE_TIME_P95("responseTimeMs.p95", "95th percentile of response time", "ms",
            "shorter 95th percentile of response time", "longer 95th percentile of response time", "answers fastest"),
    LOGIN("loginMs.mean", "mean login time", "ms", "shorter mean login time", "longer mean login time",
            "logs in fastest"),
    PAGES("pages", "pages", "", "fewer pages", "more pages", "serves most pages"),
    GOOD_PAGES("goodPages", "good pages", "", "fewer good pages", "more good pages", "serves most good pages"),
    PROCESSORS("bankProcessors", "processors in use by the bank", "", "fewer processors in use by the bank",
            "more processors in use by the bank", "uses fewest processors"),
    FULL_HANDSHAKE("handshakeMs.full.mean", "mean full handshake", "ms", "shorter mean full handshake",
            "longer mean full handshake", "shakes hands fastest"),
    ALLOCATED("allocatedBytesPerPage", "heap allocated per page", "B", "less heap allocated per page",
            "more heap allocated per page", "allocates least"),
    CPU_PER_TRANSACTION("cpuMicrosPerTransaction", "CPU per transaction", "µs", "less CPU per transaction",
            "more CPU per transaction", "costs least"),
    TRANSACTIONS("transactionsPerSecond", "transactions per second", "", "fewer transactions per second",
            "more transactions per second", "is fastest"),
    ALLOCATED_PER_TRANSACTION("allocatedBytesPerTransaction", "heap allocated per transaction", "B",
            "less heap allocated per transaction", "more heap allocated per transaction", "allocates least");

    private final String key;
    private final String words;
    private final String unit;
    private final String below;
    private final String above;
    private final String wins;

    MetricText(String key, String words, String unit, String below, String above, String wins) {
        this.key = key;
        this.words = words;
        this.unit = unit;
        this.below = below;
        this.above = above;
        this.wins = wins;
    }

    /** As it stands in a result. */
    public String key() {
        return key;
    }

    /** The metric in words, capitalised; one that is not known by its key. */
    public static String name(String key) {
        MetricText metric = of(key);
        return metric == null ? String.valueOf(key)
                : metric.words.substring(0, 1).toUpperCase(Locale.ROOT) + metric.words.substring(1);
    }

    /** The metric in words; one that is not known by its key. */
    public static String words(String key) {
        MetricText metric = of(key);
        return metric == null ? String.valueOf(key) : metric.words;
    }

    /** What a configuration has that is below another: less of something, or a shorter one. */
    public static String below(String key) {
        MetricText metric = of(key);
        return metric == null ? "lower " + key : metric.below;
    }

    /** What a configuration has that is above another. */
    public static String above(String key) {
        MetricText metric = of(key);
        return metric == null ? "higher " + key : metric.above;
    }

    /** What the best configuration does. */
    public static String wins(String key) {
        MetricText metric = of(key);
        return metric == null ? "has the best " + key : metric.wins;
    }

    /** A value of the metric with its unit. */
    public static String value(String key, double value) {
        MetricText metric = of(key);
        if (metric == null || metric.unit.isEmpty()) {
            return Format.average(value);
        }
        return switch (metric.unit) {
            case "B" -> Format.bytes(value);
            case "µs" -> Format.figure(value, "µs");
            default -> Format.time(value);
        };
    }

    private static MetricText of(String key) {
        return Arrays.stream(values()).filter(metric -> Objects.equals(metric.key, key)).findFirst().orElse(null);
    }
}
