package org.eejs.report.text;

import java.util.List;

/**
 * A figure that is compared, in words.
 *
 * @param key as it stands in a result
 * @param words its name in a sentence
 * @param unit of its values, which are fractions where it is %; empty for none
 * @param below what a configuration has that is below another: less of something, or a shorter one
 * @param above what a configuration has that is above another
 * @param wins what the best configuration does
 */
public record MetricText(String key, String words, String unit, String below, String above, String wins) {
    public static final MetricText APP_CPU_PER_PAGE = new MetricText("appCpuMsPerPage", "application CPU per page",
            "ms", "less application CPU per page", "more application CPU per page", "costs least");
    public static final MetricText CPU_PER_PAGE = new MetricText("cpuMsPerPage", "CPU per page", "ms",
            "less CPU per page", "more CPU per page", "costs least");
    public static final MetricText RESPONSE_TIME = new MetricText("responseTimeMs.mean", "mean response time", "ms",
            "shorter mean response time", "longer mean response time", "answers fastest");
    public static final MetricText RESPONSE_TIME_P95 = new MetricText("responseTimeMs.p95",
            "95th percentile of response time", "ms", "shorter 95th percentile of response time",
            "longer 95th percentile of response time", "answers fastest");
    public static final MetricText LOGIN = new MetricText("loginMs.mean", "mean login time", "ms",
            "shorter mean login time", "longer mean login time", "logs in fastest");
    public static final MetricText PAGES = new MetricText("pages", "pages", "", "fewer pages", "more pages",
            "serves most pages");
    public static final MetricText GOOD_PAGES = new MetricText("goodPages", "good pages", "", "fewer good pages",
            "more good pages", "serves most good pages");
    public static final MetricText PROCESSORS = new MetricText("bankProcessors", "processors in use by the bank", "",
            "fewer processors in use by the bank", "more processors in use by the bank", "uses fewest processors");
    public static final MetricText SYSTEM_CPU_SHARE = new MetricText("bankSystemCpuShare",
            "share of system CPU", "%", "smaller share of system CPU", "larger share of system CPU",
            "spends least of its CPU in the kernel");
    public static final MetricText FULL_HANDSHAKE = new MetricText("handshakeMs.full.mean", "mean full handshake",
            "ms", "shorter mean full handshake", "longer mean full handshake", "shakes hands fastest");
    public static final MetricText ALLOCATED = new MetricText("allocatedBytesPerPage", "heap allocated per page", "B",
            "less heap allocated per page", "more heap allocated per page", "allocates least");
    public static final MetricText CPU_PER_TRANSACTION = new MetricText("cpuMicrosPerTransaction",
            "CPU per transaction", "µs", "less CPU per transaction", "more CPU per transaction", "costs least");
    public static final MetricText TRANSACTIONS = new MetricText("transactionsPerSecond", "transactions per second",
            "", "fewer transactions per second", "more transactions per second", "is fastest");
    public static final MetricText ALLOCATED_PER_TRANSACTION = new MetricText("allocatedBytesPerTransaction",
            "heap allocated per transaction", "B", "less heap allocated per transaction",
            "more heap allocated per transaction", "allocates least");

    private static final List<MetricText> ALL = List.of(APP_CPU_PER_PAGE, CPU_PER_PAGE, RESPONSE_TIME,
            RESPONSE_TIME_P95, LOGIN, PAGES, GOOD_PAGES, PROCESSORS, SYSTEM_CPU_SHARE, FULL_HANDSHAKE,
            ALLOCATED, CPU_PER_TRANSACTION, TRANSACTIONS, ALLOCATED_PER_TRANSACTION);

    /** The metric of this key; one that is not known is called by it. */
    public static MetricText of(String key) {
        return ALL.stream().filter(metric -> metric.key.equals(key)).findFirst().orElseGet(() ->
                new MetricText(key, key, "", "lower " + key, "higher " + key, "has the best " + key));
    }

    /** The metric of what is tested. */
    public MetricText worded(Tested tested) {
        return !ALL.contains(this) ? this : new MetricText(key, tested.words(words), unit, tested.words(below),
                tested.words(above), tested.words(wins));
    }

    /** The words, capitalised; a key stays as it is. */
    public String name() {
        return !words.equals(key) || ALL.contains(this) ? Sentence.capitalised(words) : words;
    }

    /** A value with its unit. */
    public String value(double value) {
        return switch (unit) {
            case "" -> Format.average(value);
            case "%" -> Format.percent(value);
            case "B" -> Format.bytes(value);
            case "µs" -> Format.figure(value, unit);
            default -> Format.time(value);
        };
    }
}
