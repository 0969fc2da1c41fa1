package org.eejs.lab.statistics;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.result.BankingFigures;
import org.eejs.result.Result;
import org.hipparchus.stat.descriptive.moment.Variance;

/**
 * The valid runs of a configuration that have a valid run of the baseline in the same block.
 *
 * @param runs of the configuration
 * @param baseline its run of the same block, for each of them
 */
public record RunPairs(List<Result.Run> runs, List<Result.Run> baseline) {
    /** As many as a run in turns has slices. The figures of much shorter parts depend on their pages. */
    private static final int PARTS = 4;

    /** The pairs among all runs of an experiment, by the names of configurations. */
    public static RunPairs of(Collection<Result.Run> all, String configuration, String baseline) {
        Map<Integer, Result.Run> ofBaseline = valid(all, baseline)
                .collect(Collectors.toMap(Result.Run::repetition, run -> run, (first, second) -> second));
        List<Result.Run> runs = valid(all, configuration).filter(run -> ofBaseline.containsKey(run.repetition()))
                .toList();
        return new RunPairs(runs, runs.stream().map(run -> ofBaseline.get(run.repetition())).toList());
    }

    private static Stream<Result.Run> valid(Collection<Result.Run> all, String configuration) {
        return all.stream().filter(run -> run.valid() && run.configuration().equals(configuration));
    }

    public boolean isEmpty() {
        return runs.isEmpty();
    }

    /**
     * Returns how the configuration's figure relates to the baseline's: with what the parts of runs tell of its
     * precision, or from blocks only where there are fewer than two pairs, the figure is not known of parts, or blocks
     * differ too much for that. Nothing is known where a run lacks the figure.
     *
     * @param figure of a run; NaN where it is not known
     * @param part the figure of some seconds of a run; NaN where it is not known
     */
    public RatioEstimate estimate(ToDoubleFunction<Result.Run> figure, ToDoubleFunction<List<Result.Second>> part) {
        if (!isKnown(figure)) {
            return new RatioEstimate.OfBlocks(new double[0], new double[0]);
        }
        double[] figures = runs.stream().mapToDouble(figure).toArray();
        double[] baseFigures = baseline.stream().mapToDouble(figure).toArray();
        RatioEstimate alone = new RatioEstimate.OfBlocks(figures, baseFigures);
        double variance = IntStream.range(0, runs.size())
                .mapToDouble(i -> partVariance(runs.get(i), baseline.get(i), part)).average().orElse(Double.NaN);
        if (runs.size() < 2 || !Double.isFinite(variance)) {
            return alone;
        }
        TwoLevelRatio ratio = new TwoLevelRatio(figures, baseFigures, variance);
        return ratio.fits() ? ratio : alone;
    }

    /** Whether all these runs have a figure. */
    public boolean isKnown(ToDoubleFunction<Result.Run> figure) {
        return Stream.concat(runs.stream(), baseline.stream()).allMatch(run ->
                Double.isFinite(figure.applyAsDouble(run)));
    }

    /** The variance of a pair's log ratio that follows from how its parts differ. */
    private static double partVariance(Result.Run run, Result.Run baseline,
            ToDoubleFunction<List<Result.Second>> part) {
        double[] figures = parts(run, part);
        double[] baseFigures = parts(baseline, part);
        return new Variance().evaluate(IntStream.range(0, PARTS)
                .mapToDouble(i -> Math.log(figures[i] / baseFigures[i])).toArray()) / PARTS;
    }

    private static double[] parts(Result.Run run, ToDoubleFunction<List<Result.Second>> part) {
        List<Result.Second> steady = run.figures() instanceof BankingFigures figures ? figures.timeSeries().stream()
                .filter(second -> second.phase().equals(Result.STEADY)).toList() : List.of();
        return IntStream.range(0, PARTS).mapToDouble(i -> part.applyAsDouble(
                steady.subList(i * steady.size() / PARTS, (i + 1) * steady.size() / PARTS))).toArray();
    }
}
