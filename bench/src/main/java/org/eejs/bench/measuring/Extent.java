package org.eejs.bench.measuring;

/** The extent of a measurement. */
public enum Extent {
    /** A quick run: a minute for a group. */
    QUICK,
    /** The full run. */
    THOROUGH
}
