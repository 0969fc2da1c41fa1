package org.eejs.banking;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The written form of durations in options and files: {@code 500ms}, {@code 10s}, {@code 3min}, {@code 1h}. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|min|h)");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException with a line that describes what is expected
     */
    public static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text.strip() + "' is not a duration; write a number and ms, s, min or h, such as 10s");
        }
        double value = Double.parseDouble(matcher.group(1));
        double millis = switch (matcher.group(2)) {
            case "ms" -> value;
            case "s" -> value * 1_000;
            case "min" -> value * 60_000;
            default -> value * 3_600_000;
        };
        return Duration.ofNanos(Math.round(millis * 1_000_000));
    }

    /** Writes a duration in the largest unit that keeps it whole, down to milliseconds. */
    public static String format(Duration duration) {
        return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }
}
