package org.eejs.bench.measuring;

import java.util.List;
import java.util.stream.Stream;

/**
 * The values to measure. Immutable.
 *
 * @param quick the values of a quick run
 * @param thorough the values of any other run
 * @param further the values to measure only when named
 */
record Choice<T>(List<T> quick, List<T> thorough, List<T> further) {
    /** A choice without further values. */
    Choice(List<T> quick, List<T> thorough) {
        this(quick, thorough, List.of());
    }

    /** Returns the values to measure by default. */
    List<T> of(Extent extent) {
        return extent == Extent.QUICK ? quick : thorough;
    }

    /** Returns all values that can be named. */
    List<T> all() {
        return Stream.concat(thorough.stream(), further.stream()).toList();
    }
}
