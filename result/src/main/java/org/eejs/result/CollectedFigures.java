package org.eejs.result;

import java.util.LinkedHashMap;
import java.util.Map;

/** The numbers of an observation while they are collected: what is null or no number is left out. For one thread. */
public final class CollectedFigures {
    private final Map<String, Double> figures = new LinkedHashMap<>();

    public CollectedFigures put(Figure figure, Number value) {
        return put(figure.id(), value);
    }

    /** Adds one of a family, by its id. */
    public CollectedFigures put(String id, Number value) {
        if (value != null && Double.isFinite(value.doubleValue())) {
            figures.put(id, value.doubleValue());
        }
        return this;
    }

    /** Returns one that is there; 0 where it is not. */
    public double get(String id) {
        return figures.getOrDefault(id, 0.0);
    }

    /** Returns all so far. */
    public Map<String, Double> all() {
        return new LinkedHashMap<>(figures);
    }
}
