package org.eejs.result;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of an observation while they are collected. Null and values that are not finite are left out. For one
 * thread.
 */
public final class CollectedFigures {
    private final Map<String, Double> figures = new LinkedHashMap<>();

    public CollectedFigures put(Figure figure, Number value) {
        return put(figure.id(), value);
    }

    /** Adds a figure of a family, by its id. */
    public CollectedFigures put(String id, Number value) {
        if (value != null && Double.isFinite(value.doubleValue())) {
            figures.put(id, value.doubleValue());
        }
        return this;
    }

    /** Returns a figure; 0 where it is absent. */
    public double get(String id) {
        return figures.getOrDefault(id, 0.0);
    }

    /** Returns all figures so far. */
    public Map<String, Double> all() {
        return new LinkedHashMap<>(figures);
    }
}
