package org.eejs.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** All declared figures. */
public final class Figures {
    /** All figures, those of runs first. */
    public static final List<Figure> ALL = Stream.of(BankFigures.ALL, BenchFigures.ALL).flatMap(List::stream).toList();

    private Figures() {}

    /** Returns the declaration of an id; a default one where the id is not declared. */
    public static Figure of(String id) {
        return ALL.stream().filter(figure -> figure.declares(id)).findFirst().map(figure -> figure.named(id))
                .orElseGet(() -> Figure.of(id, Unit.ONE, Figure.Better.NEITHER));
    }

    /**
     * A figure of an observation.
     *
     * @param id the id in the observation
     * @param figure its declaration, or that of its family
     * @param labels the value of the star of a family; empty for others
     */
    public record Value(String id, Figure figure, Map<String, String> labels, double value) {}

    /** Returns all declared figures that an observation has, in the order of their declarations. */
    public static List<Value> in(Observation observation) {
        Set<String> ids = new LinkedHashSet<>(observation.figures().keySet());
        observation.distributions().forEach((id, distribution) -> distribution.words()
                .forEach(word -> ids.add(id + "." + word)));
        Map<Figure, List<Value>> byFigure = new LinkedHashMap<>();
        ALL.forEach(figure -> byFigure.put(figure, new ArrayList<>()));
        ids.forEach(id -> ALL.stream().filter(figure -> figure.declares(id)).findFirst().ifPresent(figure ->
                byFigure.get(figure).add(new Value(id, figure, figure.labels(id), observation.value(id)))));
        return byFigure.values().stream().flatMap(List::stream).toList();
    }

    /** Returns whether an id is declared. */
    public static boolean isDeclared(String id) {
        return ALL.stream().anyMatch(figure -> figure.declares(id));
    }
}
