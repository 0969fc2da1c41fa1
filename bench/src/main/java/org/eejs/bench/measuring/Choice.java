package org.eejs.bench.measuring;

import java.util.List;
import java.util.stream.Stream;

/**
 * Of what there is, what is measured. Immutable.
 *
 * @param quick by a first look
 * @param thorough by all others
 * @param further only when it is named
 */
record Choice<T>(List<T> quick, List<T> thorough, List<T> further) {
    /** One of which nothing is left out. */
    Choice(List<T> quick, List<T> thorough) {
        this(quick, thorough, List.of());
    }

    /** Returns what is measured where nothing is named. */
    List<T> of(Extent extent) {
        return extent == Extent.QUICK ? quick : thorough;
    }

    /** Returns what can be named. */
    List<T> all() {
        return Stream.concat(thorough.stream(), further.stream()).toList();
    }
}
