package org.eejs.bench.measuring;

/** How much is measured. */
public enum Extent {
    /** A first look: a minute for a group. */
    QUICK,
    /** All of it. */
    THOROUGH
}
