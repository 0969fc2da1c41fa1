package org.eejs.lab.statistics;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.result.Cell;
import org.eejs.result.Figure;
import org.eejs.result.Observation;
import org.eejs.result.Result;
import org.eejs.result.Spread;
import org.hipparchus.stat.descriptive.moment.Variance;

/**
 * The valid runs of a configuration with a valid run of the baseline in the same block.
 *
 * @param runs of the configuration
 * @param baseline the baseline's run of the same block, for each
 */
public record RunPairs(List<Observation> runs, List<Observation> baseline) {
    /** The slices of a run in turns. The figures of much shorter parts depend on their pages. */
    private static final int PARTS = 4;

    /** Returns the pairs among all runs of an experiment, by the names of configurations. */
    public static RunPairs of(Collection<Observation> all, String configuration, String baseline) {
        return of(named(all, configuration), named(all, baseline));
    }

    private static CellRounds named(Collection<Observation> all, String configuration) {
        return new CellRounds(Cell.ofConfiguration(configuration), all.stream()
                .filter(run -> configuration.equals(run.configuration())).toList());
    }

    /** Returns the pairs of two cells. */
    public static RunPairs of(CellRounds cell, CellRounds baseline) {
        Map<Integer, Observation> ofBaseline = baseline.valid().stream()
                .collect(Collectors.toMap(Observation::round, run -> run, (first, second) -> second));
        List<Observation> runs = cell.valid().stream().filter(run -> ofBaseline.containsKey(run.round())).toList();
        return new RunPairs(runs, runs.stream().map(run -> ofBaseline.get(run.round())).toList());
    }

    /** Returns the pairs in which both runs have a figure. */
    RunPairs having(Figure figure) {
        List<Integer> both = IntStream.range(0, runs.size()).filter(i -> figure.in(runs.get(i)).isPresent()
                && figure.in(baseline.get(i)).isPresent()).boxed().toList();
        return new RunPairs(both.stream().map(runs::get).toList(), both.stream().map(baseline::get).toList());
    }

    /** Applies a function to each pair; returns null if a pair has no value, or there are no pairs. */
    public Spread spread(ToDoubleBiFunction<Observation, Observation> figure) {
        double[] values = IntStream.range(0, runs.size())
                .mapToDouble(i -> figure.applyAsDouble(runs.get(i), baseline.get(i))).toArray();
        return values.length == 0 || DoubleStream.of(values).anyMatch(Double::isNaN) ? null : Spread.of(values);
    }

    public boolean isEmpty() {
        return runs.isEmpty();
    }

    /**
     * Returns the ratio of the configuration's figure to the baseline's. Its precision follows from parts of runs. It
     * follows from blocks only if there are fewer than two pairs, the figure is not known for parts, or blocks differ
     * too much. The ratio is unknown if a run lacks the figure.
     */
    public RatioEstimate estimate(Figure figure) {
        if (!isKnown(figure)) {
            return new RatioEstimate.OfBlocks(new double[0], new double[0]);
        }
        double[] figures = runs.stream().mapToDouble(figure::of).toArray();
        double[] baseFigures = baseline.stream().mapToDouble(figure::of).toArray();
        RatioEstimate alone = new RatioEstimate.OfBlocks(figures, baseFigures);
        double variance = IntStream.range(0, runs.size())
                .mapToDouble(i -> partVariance(runs.get(i), baseline.get(i), figure)).average().orElse(Double.NaN);
        if (runs.size() < 2 || !Double.isFinite(variance)) {
            return alone;
        }
        TwoLevelRatio ratio = new TwoLevelRatio(figures, baseFigures, variance);
        return ratio.fits() ? ratio : alone;
    }

    /** Returns whether all these runs have a figure. */
    public boolean isKnown(Figure figure) {
        return Stream.concat(runs.stream(), baseline.stream()).allMatch(run ->
                Double.isFinite(figure.of(run)));
    }

    /** Returns the variance of a pair's log ratio that follows from the differences of its parts. */
    private static double partVariance(Observation run, Observation baseline, Figure figure) {
        double[] figures = parts(run, figure);
        double[] baseFigures = parts(baseline, figure);
        return new Variance().evaluate(IntStream.range(0, PARTS)
                .mapToDouble(i -> Math.log(figures[i] / baseFigures[i])).toArray()) / PARTS;
    }

    private static double[] parts(Observation run, Figure figure) {
        List<Result.Second> steady = run.evidence().steadySeconds();
        return IntStream.range(0, PARTS).mapToDouble(i -> figure.ofPart(
                steady.subList(i * steady.size() / PARTS, (i + 1) * steady.size() / PARTS))).toArray();
    }
}
