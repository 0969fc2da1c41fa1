package org.eejs.lab.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.BenchFigures;
import org.eejs.result.Cell;
import org.eejs.result.Figure;
import org.eejs.result.Observation;

/**
 * All observations of a cell, with figures computed from them. Only valid rounds count. Immutable.
 *
 * @param rounds in the order in which they were measured
 */
public record CellRounds(Cell cell, List<Observation> rounds) {
    /** Fewer forks show little of how much forks differ. */
    public static final int FORKS_FOR_AN_INTERVAL = 3;

    /** The relation between rounds of two cells. */
    public enum Pairing {
        /** Rounds with the same number were measured one after the other. */
        ROUNDS,
        /** The same process, or two processes side by side, measured both in turns. */
        TURNS,
        /** No relation. */
        NONE
    }

    /** Returns the cells of observations, in the order of their first rounds. */
    public static List<CellRounds> of(Collection<Observation> all) {
        Map<Cell, List<Observation>> byCell = all.stream().collect(Collectors.groupingBy(Observation::cell,
                LinkedHashMap::new, Collectors.toList()));
        List<CellRounds> cells = new ArrayList<>();
        byCell.forEach((cell, rounds) -> cells.add(new CellRounds(cell, List.copyOf(rounds))));
        return cells;
    }

    public List<Observation> valid() {
        return rounds.stream().filter(Observation::valid).toList();
    }

    /** Returns in one line why no round is valid; null if one is, or none was measured. */
    public String error() {
        return rounds.isEmpty() || rounds.stream().anyMatch(Observation::valid) ? null
                : String.join("; ", rounds.get(rounds.size() - 1).invalidReasons());
    }

    /** Returns a figure of each valid round that has it. */
    public List<Double> values(Figure figure) {
        return valid().stream().filter(round -> figure.in(round).isPresent()).map(figure::of).toList();
    }

    /** Returns the mean of a figure; null if no valid round has it. */
    public Double mean(Figure figure) {
        List<Double> values = values(figure);
        return values.isEmpty() ? null : (Double) values.stream().mapToDouble(Double::doubleValue).average()
                .orElseThrow();
    }

    /** Returns operations per second of all iterations of all forks. */
    public List<Double> iterations() {
        return valid().stream().map(round -> round.evidence().iterations()).flatMap(each ->
                each == null ? Stream.empty() : each.stream()).toList();
    }

    /**
     * Returns operations per second, on average over the forks. With too few forks the interval is that of all
     * iterations, which does not include differences between JVMs.
     */
    public Estimate operations() {
        List<Double> forks = values(BenchFigures.OPS);
        Estimate known = Estimate.mean(forks.size() < FORKS_FOR_AN_INTERVAL && !iterations().isEmpty() ? iterations()
                : forks, RatioInterval.CONFIDENCE);
        return new Estimate(mean(BenchFigures.OPS), known.ci95(), forks.size());
    }

    /** Returns the mean of a figure, with its interval. */
    public Estimate estimate(Figure figure, double confidence) {
        return Estimate.mean(series(figure), confidence);
    }

    /** Returns a figure of each round; for a single fork, of each iteration. */
    private List<Double> series(Figure figure) {
        List<Double> forks = values(figure);
        boolean ofIterations = forks.size() == 1 && !iterations().isEmpty()
                && (figure == BenchFigures.OPS || figure == BenchFigures.MEGABYTES);
        return !ofIterations ? forks : iterations().stream().map(each -> each * forks.get(0)
                / mean(BenchFigures.OPS)).toList();
    }

    /**
     * Returns the ratio of a figure to that of a baseline.
     *
     * @param confidence of the interval
     */
    public Estimate ratio(CellRounds baseline, Figure figure, double confidence, Pairing pairing) {
        List<Double> ours = series(figure);
        List<Double> others = baseline.series(figure);
        if (ours.isEmpty() || others.isEmpty()) {
            return Estimate.NONE;
        }
        return switch (pairing) {
            case ROUNDS -> {
                RunPairs pairs = RunPairs.of(this, baseline).having(figure);
                yield pairs.isEmpty() ? Estimate.NONE : Estimate.of(pairs.estimate(figure).interval(confidence),
                        pairs.runs().size());
            }
            case TURNS -> ours.size() != others.size()
                    ? estimate(figure, confidence).dividedBy(baseline.estimate(figure, confidence))
                    : Estimate.of(RatioInterval.ofTurns(array(ours), array(others), confidence), ours.size());
            case NONE -> Estimate.of(UnpairedRatio.interval(array(ours), array(others)),
                    Math.min(ours.size(), others.size()));
        };
    }

    static double[] array(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
