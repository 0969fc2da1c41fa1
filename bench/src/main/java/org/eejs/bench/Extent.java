package org.eejs.bench;

/** How much is measured. */
enum Extent {
    /** A first look: a minute for a group. */
    QUICK,
    /** All of it. */
    THOROUGH
}
