package org.eejs.report.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Speeds of primitives for readers, with three significant digits. */
public final class Rate {
    private static final double MEGABYTE = 1e6;
    private static final int KIBIBYTE = 1 << 10;
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    private Rate() {}

    /** Returns operations on this number of bytes as MB/s, in units of 10^6 bytes. */
    public static double megabytes(double opsPerSecond, int bytes) {
        return opsPerSecond * bytes / MEGABYTE;
    }

    /** Returns a figure for a column whose heading has the unit: MB/s if there is a size, otherwise operations/s. */
    public static String cell(double opsPerSecond, Integer bytes) {
        return bytes == null ? scaled(opsPerSecond) : digits(megabytes(opsPerSecond, bytes));
    }

    /** Returns a figure with its unit. */
    public static String words(double opsPerSecond, Integer bytes) {
        if (bytes == null) {
            return scaled(opsPerSecond) + "\u00a0ops/s";
        }
        double megabytes = megabytes(opsPerSecond, bytes);
        return megabytes >= 1_000 ? digits(megabytes / 1_000) + "\u00a0GB/s" : digits(megabytes) + "\u00a0MB/s";
    }

    /** Returns three significant digits: 13,100 or 1.23. */
    public static String digits(double value) {
        return !Double.isFinite(value) ? Format.NONE
                : Format.figure(BigDecimal.valueOf(value).round(THREE_DIGITS).doubleValue());
    }

    /** Returns three significant digits and a letter for thousands, millions or billions: 1.23 M. */
    public static String scaled(double value) {
        double rounded = Double.isFinite(value) ? BigDecimal.valueOf(value).round(THREE_DIGITS).doubleValue() : value;
        return rounded >= 1e9 ? digits(value / 1e9) + "\u00a0G" : rounded >= 1e6 ? digits(value / 1e6) + "\u00a0M"
                : rounded >= 1e4 ? digits(value / 1e3) + "\u00a0k" : digits(value);
    }

    /** Returns an exact size: 16 B, 16 KiB. */
    public static String size(int bytes) {
        return bytes >= KIBIBYTE && bytes % KIBIBYTE == 0 ? Format.count(bytes / KIBIBYTE) + "\u00a0KiB"
                : Format.count(bytes) + "\u00a0B";
    }

    /** Returns a fraction as a whole percentage, or with more digits if it is small. */
    public static String percent(double fraction) {
        double percent = 100 * fraction;
        return (percent >= 10 ? Format.count(Math.round(percent)) : Format.figure(percent)) + "%";
    }
}
