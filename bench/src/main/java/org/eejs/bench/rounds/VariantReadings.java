package org.eejs.bench.rounds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What was measured on one JDK: for each variant a reading a round. */
public final class VariantReadings {
    private final Map<Variant, List<ForkReading>> readings = new HashMap<>();

    public void add(Variant variant, ForkReading reading) {
        readings.computeIfAbsent(variant, each -> new ArrayList<>()).add(reading);
    }

    /** A figure of a variant over the rounds. */
    public Spread spread(Variant variant, ToDoubleFunction<ForkReading> figure) {
        return Spread.of(readings.get(variant).stream().mapToDouble(figure).toArray());
    }

    /** A figure that is had from the readings of two variants in the same round, over the rounds. */
    public Spread spread(Variant variant, Variant other, Pairing figure) {
        List<ForkReading> ours = readings.get(variant);
        List<ForkReading> others = readings.get(other);
        double[] rounds = new double[ours.size()];
        for (int i = 0; i < rounds.length; i++) {
            rounds[i] = figure.of(ours.get(i), others.get(i));
        }
        return Spread.of(rounds);
    }

    /** The variant with the highest median of rates. */
    Variant fastest(List<Variant> variants) {
        return variants.stream()
                .max(Comparator.comparingDouble(each -> spread(each, ForkReading::rate).median())).orElseThrow();
    }

    /** A figure of two readings of one round, such as the ratio of their rates. */
    public interface Pairing {
        double of(ForkReading ours, ForkReading other);
    }
}
