package org.eejs.report.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.Locale;

/**
 * Numbers for readers: three significant digits, thousands separators, units after a no-break space. Counts are never
 * rounded.
 */
public final class Format {
    /** The text for a missing figure. */
    public static final String NONE = "–";

    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
    private static final double GIBIBYTE = 1L << 30;
    private static final double MEBIBYTE = 1L << 20;
    private static final double KIBIBYTE = 1L << 10;
    /** The smallest fraction that is shown: 0.01%. */
    private static final double TINY = 1e-4;

    private Format() {}

    /** Returns a count, exactly: {@code 12,345}. */
    public static String count(long count) {
        return symbols("#,##0").format(count);
    }

    /**
     * Returns a measured figure with three significant digits, or with all digits before the point: {@code 1,234},
     * {@code 12.3}.
     */
    public static String figure(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = BigDecimal.valueOf(value).round(THREE_DIGITS);
        if (rounded.abs().compareTo(BigDecimal.valueOf(100)) >= 0) {
            return symbols("#,##0").format(value);
        }
        int decimals = Math.max(0, 2 - (rounded.precision() - rounded.scale() - 1));
        return rounded.setScale(decimals, RoundingMode.UNNECESSARY).toPlainString();
    }

    /** Returns an average of counts: a whole number if it is one, otherwise three significant digits. */
    public static String average(double value) {
        return value == Math.rint(value) ? figure(value).replaceFirst("\\.0+$", "") : figure(value);
    }

    /** Returns a figure with its unit. */
    public static String figure(double value, String unit) {
        return figure(value) + '\u00a0' + unit;
    }

    /** Returns a time, in seconds from one second on. */
    public static String time(double ms) {
        return ms < 1_000 ? figure(ms, "ms") : figure(ms / 1_000, "s");
    }

    /** Returns the duration of a threshold in seconds: {@code 2 s}. */
    public static String whole(Duration duration) {
        return plain(duration.toMillis() / 1_000.0) + "\u00a0s";
    }

    /**
     * Returns a fraction with a threshold as a percentage. It is rounded down, so that 94.996% never looks like a
     * reached 95%, and 100% means all.
     */
    public static String reached(double fraction) {
        if (!Double.isFinite(fraction)) {
            return NONE;
        }
        BigDecimal percent = BigDecimal.valueOf(fraction).movePointRight(2).setScale(2, RoundingMode.FLOOR);
        return percent.stripTrailingZeros().toPlainString() + "%";
    }

    /**
     * Returns a fraction as a percentage with three significant digits, or {@code <0.01%}.
     */
    public static String percent(double fraction) {
        boolean tiny = fraction > 0 && fraction < TINY;
        return (tiny ? "<\u00a00.01" : figure(100 * fraction)) + "%";
    }

    /** Returns a fraction as a percentage with two decimals, without the sign. */
    public static String share(double fraction) {
        return Double.isFinite(fraction) ? symbols("0.00").format(100 * fraction) : NONE;
    }

    /** Returns a sampled fraction as a percentage with one decimal; more digits would be noise. */
    public static String sampled(double fraction) {
        return symbols("0.0").format(100 * fraction) + "%";
    }

    /** Returns a difference of shares in percentage points, with its sign. */
    public static String points(double fraction) {
        return Double.isFinite(fraction) ? symbols("+0.00;−0.00").format(100 * fraction) : NONE;
    }

    /** Returns milliseconds of CPU per page with two decimals; more digits would be noise. */
    public static String millis(double millis) {
        return symbols("0.00").format(millis);
    }

    /** Returns a difference in milliseconds, with a sign. */
    public static String moreMillis(double millis) {
        return symbols("+0.00;−0.00").format(millis);
    }

    /** Returns the difference to a baseline: as a percentage with a sign, or as a factor from 2 on. */
    public static String change(double value, double baseline) {
        if (baseline == 0 || !Double.isFinite(value / baseline)) {
            return "";
        }
        double ratio = value / baseline;
        if (ratio >= 2) {
            return "×" + figure(ratio);
        }
        double percent = 100 * (ratio - 1);
        if (Math.abs(percent) < 0.05) {
            return "±0%";
        }
        return symbols(Math.abs(percent) < 10 ? "+0.0;−0.0" : "+#,##0;−#,##0").format(percent) + "%";
    }

    /** Returns the readable name of a constant: {@code RSA_2048} becomes {@code RSA-2048}. */
    public static String name(String constant) {
        return constant == null ? null : constant.replace('_', '-');
    }

    /** Returns a number of bytes in a binary unit. */
    public static String bytes(double bytes) {
        if (bytes >= GIBIBYTE) {
            return figure(bytes / GIBIBYTE, "GiB");
        }
        if (bytes >= MEBIBYTE) {
            return figure(bytes / MEBIBYTE, "MiB");
        }
        return bytes >= KIBIBYTE ? figure(bytes / KIBIBYTE, "KiB") : figure(bytes, "B");
    }

    /** Returns a number for machines: plain decimal notation, every digit, no separators. */
    public static String plain(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        BigDecimal decimal = BigDecimal.valueOf(value).stripTrailingZeros();
        return decimal.scale() < 0 ? decimal.setScale(0).toPlainString() : decimal.toPlainString();
    }

    // DecimalFormat is not thread-safe, so each use creates one.
    private static DecimalFormat symbols(String pattern) {
        DecimalFormat format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setRoundingMode(RoundingMode.HALF_UP);
        return format;
    }
}
