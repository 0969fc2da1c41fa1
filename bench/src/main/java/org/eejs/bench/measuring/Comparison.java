package org.eejs.bench.measuring;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.lab.statistics.ComparisonVerdict;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.RunPairs;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Spread;

/**
 * A provider and its baseline, in cells that are otherwise equal, and the requirement for the ratio. Immutable.
 *
 * @param measured the provider
 * @param baselines the baseline providers; the fastest of several counts
 * @param baselineThreads the number of threads that call the baseline; 0 for the same number
 * @param target the requirement for the ratio of the rates, by algorithm
 * @param notes prior knowledge about the difference, by algorithm
 */
public record Comparison(String measured, List<String> baselines, int baselineThreads, Function<String, Target> target,
        Map<String, String> notes) {
    /** The equivalence margin: a ratio whose interval lies within 1 plus or minus this is no difference. */
    private static final double MARGIN = 0.03;

    /** A requirement for a ratio of rates; the median of the rounds is judged. */
    public sealed interface Target {
        /** Nothing is required. */
        record Any() implements Target {}

        /** The ratio must be at least this. */
        record AtLeast(double ratio) implements Target {}

        /** The two must be equal except for chance: 1 must be within the rounds' ratios. */
        record One() implements Target {}
    }

    /** Returns a comparison whose ratio is shown, without a requirement. */
    public static Comparison of(String measured, String... baselines) {
        return new Comparison(measured, List.of(baselines), 0, algorithm -> new Target.Any(), Map.of());
    }

    /** Returns this comparison with a minimum of the ratio. */
    public Comparison atLeast(double ratio) {
        return must(algorithm -> new Target.AtLeast(ratio));
    }

    /** Returns this comparison with minimums of the ratio for these algorithms. */
    public Comparison atLeast(Map<String, Double> ratios) {
        return must(algorithm -> ratios.containsKey(algorithm) ? new Target.AtLeast(ratios.get(algorithm))
                : new Target.Any());
    }

    /** Returns this comparison with the requirement that both are equally fast. */
    public Comparison mustBeOne() {
        return must(algorithm -> new Target.One());
    }

    private Comparison must(Function<String, Target> changed) {
        return new Comparison(measured, baselines, baselineThreads, changed, notes);
    }

    /** Returns this comparison with another number of threads for the baseline. */
    public Comparison besideThreads(int number) {
        return new Comparison(measured, baselines, number, target, notes);
    }

    /** Returns this comparison with prior knowledge about the differences. */
    public Comparison noting(Map<String, String> byAlgorithm) {
        return new Comparison(measured, baselines, baselineThreads, target, byAlgorithm);
    }

    /** Returns whether there is a requirement for this algorithm. */
    public boolean requires(String algorithm) {
        return !(target.apply(algorithm) instanceof Target.Any);
    }

    /**
     * Returns the ratios of a group's cells that were measured together with their baseline.
     *
     * @param cells all measured cells
     */
    public List<Result.Comparison> judge(String group, List<CellRounds> cells) {
        Map<Bench.Cell, CellRounds> rounds = new LinkedHashMap<>();
        cells.stream().filter(each -> each.cell().get(Bench.PROGRAM) == null && !each.valid().isEmpty())
                .forEach(each -> rounds.put(Bench.Cell.of(each.cell()), each));
        return rounds.keySet().stream().filter(cell -> cell.group().equals(group) && cell.provider().equals(measured))
                .flatMap(cell -> baseline(cell, rounds).stream().flatMap(baseline ->
                        of(rounds.get(cell), rounds.get(baseline), ratio -> required(cell.algorithm(), ratio))
                                .stream())).toList();
    }

    private Optional<Bench.Cell> baseline(Bench.Cell cell, Map<Bench.Cell, CellRounds> rounds) {
        int threads = baselineThreads == 0 ? cell.threads() : baselineThreads;
        return baselines.stream().map(provider -> cell.of(provider, cell.machineCode(), threads))
                .filter(baseline -> !baseline.equals(cell) && rounds.containsKey(baseline))
                .max(Comparator.comparingDouble(baseline -> Spread.of(rounds.get(baseline).values(BenchFigures.OPS)
                        .stream().mapToDouble(Double::doubleValue).toArray()).median()));
    }

    private Result.Required required(String algorithm, Spread rates) {
        Target required = target.apply(algorithm);
        Double least = required instanceof Target.AtLeast atLeast ? (Double) atLeast.ratio() : null;
        Boolean met = least != null ? Boolean.valueOf(rates.median() >= least)
                : required instanceof Target.One ? Boolean.valueOf(rates.holds(1)) : null;
        String note = notes.get(algorithm);
        return met == null && note == null ? null : new Result.Required(least, met, note);
    }

    /** Returns operations and processor time of a cell, compared with its baseline round by round. */
    public static List<Result.Comparison> of(CellRounds cell, CellRounds baseline,
            Function<Spread, Result.Required> required) {
        return Stream.of(BenchFigures.OPS, BenchFigures.CPU)
                .flatMap(figure -> ratio(figure, cell, baseline, required).stream()).toList();
    }

    private static Optional<Result.Comparison> ratio(Figure figure, CellRounds cell, CellRounds baseline,
            Function<Spread, Result.Required> required) {
        RunPairs pairs = RunPairs.of(cell, baseline);
        Spread ratios = pairs.spread((ours, others) -> figure.of(ours) / figure.of(others));
        if (ratios == null) {
            return Optional.empty();
        }
        RatioInterval interval = pairs.estimate(figure).interval(RatioInterval.CONFIDENCE);
        return Optional.of(new Result.Comparison(figure.id(), cell.cell(), baseline.cell(), ratios.median(),
                interval.bounds(), ComparisonVerdict.of(interval, figure.lowerIsBetter(), MARGIN).id(),
                pairs.runs().size(), mean(pairs.baseline(), figure), mean(pairs.runs(), figure), null,
                figure == BenchFigures.OPS ? required.apply(ratios) : null));
    }

    private static double mean(List<Observation> rounds, Figure figure) {
        return rounds.stream().mapToDouble(figure::of).average().orElseThrow();
    }
}
