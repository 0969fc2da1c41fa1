package org.eejs.result;

import com.fasterxml.jackson.annotation.JsonValue;

/** The unit of a figure. */
public enum Unit {
    /** A count, or a ratio. */
    ONE("", 1),
    MILLISECONDS("ms", 1e-3),
    MICROSECONDS("µs", 1e-6),
    SECONDS("s", 1),
    BYTES("B", 1),
    KIBIBYTES("KiB", 1024),
    /** A part of a whole, 0 to 1. */
    SHARE("share", 1),
    PER_SECOND("1/s", 1),
    /** How many processors were in use, on average. */
    PROCESSORS("processors", 1);

    private final String symbol;
    private final double base;

    Unit(String symbol, double base) {
        this.symbol = symbol;
        this.base = base;
    }

    /** Returns the name in files and on the command line; empty for a count. */
    @JsonValue
    public String symbol() {
        return symbol;
    }

    /** Returns a value of this unit in the base unit that monitoring expects: seconds, bytes, parts of 1. */
    public double inBaseUnits(double value) {
        return value * base;
    }

    /** Returns whether it is a time. */
    public boolean isTime() {
        return this == MILLISECONDS || this == MICROSECONDS || this == SECONDS;
    }
}
