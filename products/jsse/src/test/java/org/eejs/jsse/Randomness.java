package org.eejs.jsse;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The measures of the program ent for a stream of bytes, and runs of equal bits. Each is the number of standard
 * deviations from the expected value of a fair source.
 */
public final class Randomness {
    /** A limit that a fair source exceeds in one of 26 million measures; there are four. */
    public static final double LIMIT = 5.5;

    private Randomness() {}

    public static Map<String, Double> deviations(byte[] bytes) {
        Map<String, Double> deviations = new LinkedHashMap<>();
        deviations.put("ones among the bits", ones(bytes));
        deviations.put("chi-squared of the bytes", chiSquared(bytes));
        deviations.put("serial correlation of the bytes", serialCorrelation(bytes));
        deviations.put("runs of equal bits", runs(bytes));
        return deviations;
    }

    private static double ones(byte[] bytes) {
        long ones = 0;
        for (byte b : bytes) {
            ones += Integer.bitCount(b & 0xff);
        }
        double bits = 8.0 * bytes.length;
        return (2 * ones - bits) / Math.sqrt(bits);
    }

    /**
     * Returns the deviation by Wilson and Hilferty: the cube root of a chi-squared over its degrees of freedom is
     * nearly normal.
     */
    private static double chiSquared(byte[] bytes) {
        long[] counts = new long[256];
        for (byte b : bytes) {
            counts[b & 0xff]++;
        }
        double expected = bytes.length / 256.0;
        double sum = 0;
        for (long count : counts) {
            sum += (count - expected) * (count - expected) / expected;
        }
        double part = 2 / (9.0 * 255);
        return (Math.cbrt(sum / 255) - (1 - part)) / Math.sqrt(part);
    }

    /** Returns the sum of neighbours' products; it has the variance of a byte's, squared, for each pair. */
    private static double serialCorrelation(byte[] bytes) {
        double variance = (256.0 * 256 - 1) / 12;
        double sum = 0;
        for (int i = 1; i < bytes.length; i++) {
            sum += ((bytes[i - 1] & 0xff) - 127.5) * ((bytes[i] & 0xff) - 127.5);
        }
        return sum / variance / Math.sqrt(bytes.length - 1.0);
    }

    /** Returns the frequency with which a bit differs from the one before it. */
    private static double runs(byte[] bytes) {
        long changes = 0;
        int last = bytes[0] >>> 7 & 1;
        for (byte b : bytes) {
            int eight = b & 0xff;
            changes += Integer.bitCount((eight ^ (eight >>> 1 | last << 7)) & 0xff);
            last = eight & 1;
        }
        double pairs = 8.0 * bytes.length - 1;
        return (2 * changes - pairs) / Math.sqrt(pairs);
    }
}
