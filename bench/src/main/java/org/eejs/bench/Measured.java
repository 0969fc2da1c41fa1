package org.eejs.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What was measured on one JDK: for each variant a reading a round. */
final class Measured {
    private final Map<Variant, List<Reading>> readings = new HashMap<>();

    void add(Variant variant, Reading reading) {
        readings.computeIfAbsent(variant, each -> new ArrayList<>()).add(reading);
    }

    /** A figure of a variant over the rounds. */
    Spread spread(Variant variant, ToDoubleFunction<Reading> figure) {
        return Spread.of(readings.get(variant).stream().mapToDouble(figure).toArray());
    }

    /** A figure that is had from the readings of two variants in the same round, over the rounds. */
    Spread spread(Variant variant, Variant other, Pairing figure) {
        List<Reading> ours = readings.get(variant);
        List<Reading> others = readings.get(other);
        double[] rounds = new double[ours.size()];
        for (int i = 0; i < rounds.length; i++) {
            rounds[i] = figure.of(ours.get(i), others.get(i));
        }
        return Spread.of(rounds);
    }

    /** The variant with the highest median of rates. */
    Variant fastest(List<Variant> variants) {
        return variants.stream()
                .max(Comparator.comparingDouble(each -> spread(each, Reading::rate).median())).orElseThrow();
    }

    /** A figure of two readings of one round, such as the ratio of their rates. */
    interface Pairing {
        double of(Reading ours, Reading other);
    }
}
