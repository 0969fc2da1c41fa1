package org.eejs.driver;

import java.util.Arrays;

/** A growing row of ints. Not thread-safe. */
final class IntSeries {
    private int[] values = new int[16];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    void addAll(int[] more) {
        for (int value : more) {
            add(value);
        }
    }

    /** The values so far; the series begins anew. */
    int[] drain() {
        int[] drained = Arrays.copyOf(values, size);
        size = 0;
        return drained;
    }
}
