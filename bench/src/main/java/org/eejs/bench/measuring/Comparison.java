package org.eejs.bench.measuring;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import org.eejs.result.Bench;
import org.eejs.result.Spread;

/**
 * A provider beside its baseline, in cells that are alike otherwise, and what its rate must be. Immutable.
 *
 * @param measured the provider
 * @param baselines the providers beside it; of several the fastest counts
 * @param baselineThreads how many threads call the baseline; 0 for as many as call the other
 * @param target what the ratio of the rates has to be, by algorithm
 * @param notes what is known beforehand of the difference, by algorithm
 */
public record Comparison(String measured, List<String> baselines, int baselineThreads, Function<String, Target> target,
        Map<String, String> notes) {
    /** What a ratio of rates has to be, of which the median of the rounds is judged. */
    public sealed interface Target {
        /** Nothing is required. */
        record Any() implements Target {}

        /** The least that it has to be. */
        record AtLeast(double ratio) implements Target {}

        /** Nothing but chance may be between the two: 1 is not outside of what the rounds measured. */
        record One() implements Target {}
    }

    /** A ratio that is shown, with nothing required of it. */
    public static Comparison of(String measured, String... baselines) {
        return new Comparison(measured, List.of(baselines), 0, algorithm -> new Target.Any(), Map.of());
    }

    /** The same, of which a ratio is required. */
    public Comparison atLeast(double ratio) {
        return must(algorithm -> new Target.AtLeast(ratio));
    }

    /** The same, of which a ratio is required for these algorithms. */
    public Comparison atLeast(Map<String, Double> ratios) {
        return must(algorithm -> ratios.containsKey(algorithm) ? new Target.AtLeast(ratios.get(algorithm))
                : new Target.Any());
    }

    /** The same, of which it is required that both are equally fast. */
    public Comparison mustBeOne() {
        return must(algorithm -> new Target.One());
    }

    private Comparison must(Function<String, Target> changed) {
        return new Comparison(measured, baselines, baselineThreads, changed, notes);
    }

    /** The same beside a baseline that so many threads call. */
    public Comparison besideThreads(int number) {
        return new Comparison(measured, baselines, number, target, notes);
    }

    /** The same with what is known beforehand. */
    public Comparison noting(Map<String, String> byAlgorithm) {
        return new Comparison(measured, baselines, baselineThreads, target, byAlgorithm);
    }

    /** Whether it is of this algorithm that something is required. */
    public boolean requires(String algorithm) {
        return !(target.apply(algorithm) instanceof Target.Any);
    }

    /**
     * The ratios of a group's cells that were measured together with their baseline.
     *
     * @param rounds what was measured of each cell, round by round
     */
    public List<Bench.Ratio> judge(String group, Map<Bench.Cell, List<Reading>> rounds) {
        return rounds.keySet().stream()
                .filter(cell -> cell.group().equals(group) && cell.provider().equals(measured)
                        && !rounds.get(cell).isEmpty())
                .flatMap(cell -> baseline(cell, rounds).map(baseline -> ratio(cell, baseline, rounds)).stream())
                .toList();
    }

    private Optional<Bench.Cell> baseline(Bench.Cell cell, Map<Bench.Cell, List<Reading>> rounds) {
        int threads = baselineThreads == 0 ? cell.threads() : baselineThreads;
        Map<Bench.Cell, Double> rates = new LinkedHashMap<>();
        for (String provider : baselines) {
            Bench.Cell baseline = cell.of(provider, cell.machineCode(), threads);
            if (!baseline.equals(cell) && !rounds.getOrDefault(baseline, List.of()).isEmpty()) {
                rates.put(baseline, Spread.of(rounds.get(baseline).stream().mapToDouble(Reading::rate).toArray())
                        .median());
            }
        }
        return rates.keySet().stream().max(Comparator.comparingDouble(rates::get));
    }

    private Bench.Ratio ratio(Bench.Cell cell, Bench.Cell baseline, Map<Bench.Cell, List<Reading>> rounds) {
        List<Reading> ours = rounds.get(cell);
        List<Reading> others = rounds.get(baseline);
        Pairs pairs = new Pairs(ours, others);
        Spread rates = pairs.spread((our, other) -> our.rate() / other.rate());
        Bench.More more = new Bench.More(
                pairs.spread((our, other) -> 1e6 * (cell.threads() / our.rate() - baseline.threads() / other.rate())),
                pairs.spread((our, other) -> our.cpuMicros() - other.cpuMicros()),
                pairs.spread((our, other) -> our.kernelMicros() - other.kernelMicros()));
        Target required = target.apply(cell.algorithm());
        OptionalDouble least = required instanceof Target.AtLeast atLeast ? OptionalDouble.of(atLeast.ratio())
                : OptionalDouble.empty();
        Boolean met = least.isPresent() ? Boolean.valueOf(rates.median() >= least.getAsDouble())
                : required instanceof Target.One ? Boolean.valueOf(rates.holds(1)) : null;
        return new Bench.Ratio(cell, baseline, rates, pairs.spread((our, other) -> other.cpuMicros() / our.cpuMicros()),
                more, least.isPresent() ? least.getAsDouble() : null, met, notes.get(cell.algorithm()));
    }

    /** The readings of both in the same rounds; a round that was broken off has one of them only. */
    private record Pairs(List<Reading> ours, List<Reading> others) {
        Spread spread(ToDoubleBiFunction<Reading, Reading> figure) {
            double[] rounds = new double[Math.min(ours.size(), others.size())];
            for (int i = 0; i < rounds.length; i++) {
                rounds[i] = figure.applyAsDouble(ours.get(i), others.get(i));
            }
            return Spread.of(rounds);
        }
    }
}
