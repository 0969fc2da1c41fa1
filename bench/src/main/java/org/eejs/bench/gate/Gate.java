package org.eejs.bench.gate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.lab.statistics.RatioInterval;
import org.eejs.lab.statistics.SharedVariance;
import org.eejs.lab.statistics.UnpairedRatio;
import org.eejs.result.BenchFigures;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.stat.descriptive.moment.Mean;
import org.hipparchus.stat.descriptive.moment.Variance;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * Which cells have become slower by more than is allowed, so that a build may fail for it.
 *
 * <p>Of hundreds of cells some always look slower, and with each of them a build would fail by accident. So a cell
 * fails when it is both:
 * <ul>
 * <li>slower by more than the gate, as measured, so that nothing fails that nobody cares for;
 * <li>significantly slower: among those that the procedure of Benjamini and Hochberg (1995, "Controlling the false
 * discovery rate") finds in the one-sided p-values of all cells at a rate of 5 %. When nothing has become slower, any
 * cell fails in at most 5 of 100 comparisons, however many cells there are; when something has, at most 5 % of what is
 * found is not. Interval by interval, at 95 % each, 12 to 20 of 20 comparisons of 300 equal cells failed in a
 * simulation, by the kind of noise, where at most 5 of 100 fail this way.
 * </ul>
 *
 * <p>The p-values are of the logarithms of the means of forks where each side has {@value #FORKS} forks and more, with
 * variances that all such cells {@linkplain SharedVariance share}: by its own variance alone, one cell of 227 that is
 * 10 % slower was found in 8 of 100 comparisons with three forks that vary by 2 %. Five forks are better: where one
 * JVM in five compiles code that is 15 % slower, three slow ones meet three fast ones in one of 300 cells too often.
 *
 * <p>With fewer forks, nothing in a cell tells how JVMs differ from each other, and iterations of one JVM hide it. But
 * the ratios of the other cells tell, most of which have not changed: their spread, by the median of the absolute
 * deviations from their median, is taken as the error of each. It is of the cells of the same group if there are
 * {@value #CELLS} of them, else of all; where those are too few as well, nothing is judged. When nearly half of them
 * have become slower, it takes their change for noise: this is for a first look.
 *
 * <p>During a session a machine may become slower for most cells. The gate therefore compares each cell with the
 * {@linkplain #common change of all} and {@linkplain #allAreSlower judges} that change separately. Between days single
 * cells change as well, so results of different sessions are {@linkplain BenchComparison#of refused}. {@code
 * BenchComparisonTest} shows how often equal builds fail.
 *
 * @param width by how much a cell may be slower, as a fraction, such as 0.05
 */
record Gate(double width) {
    /** So many forks on each side tell how forks differ. */
    static final int FORKS = CellRounds.FORKS_FOR_AN_INTERVAL;
    /** So many cells tell how cells differ. */
    static final int CELLS = 10;
    private static final double FALSE_DISCOVERIES = 0.05;
    /** Turns the median absolute deviation of normal values into their standard deviation. */
    private static final double NORMAL = 1.4826;
    /** Ratios have longer tails than normal values: with more degrees of freedom equals fail too often. */
    private static final int FREEDOM = 8;

    /** Returns the ratio of a cell, second to first, by forks or, where there are too few, by iterations. */
    static RatioInterval ratio(CellPairs.Pair pair) {
        return UnpairedRatio.interval(values(pair.b(), hasForks(pair)), values(pair.a(), hasForks(pair)));
    }

    /** Returns whether each side has forks enough. */
    static boolean hasForks(CellPairs.Pair pair) {
        return pair.fewestForks() >= FORKS;
    }

    /** Returns whether nothing tells how much of a cell's ratio is chance. */
    static boolean cannotJudge(CellPairs.Pair cell, List<CellPairs.Pair> cells) {
        return !hasForks(cell) && alike(cell, cells).size() < CELLS;
    }

    private static double[] values(CellRounds cell, boolean byForks) {
        return (byForks ? cell.values(BenchFigures.OPS) : cell.iterations()).stream()
                .mapToDouble(Double::doubleValue).toArray();
    }

    /**
     * Returns the cells that fail.
     *
     * @param cells all cells that are compared, whether they got faster or slower
     */
    Set<CellPairs.Pair> failing(List<CellPairs.Pair> cells) {
        record Suspect(CellPairs.Pair cell, double chance) {}

        double common = Math.log(common(cells));
        SharedVariance shared = SharedVariance.of(cells.stream().filter(Gate::hasForks).map(Gate::variance).toList());
        Map<String, Double> spreads = new HashMap<>();
        List<Suspect> suspects = cells.stream().map(cell -> new Suspect(cell, hasForks(cell)
                ? chanceByForks(shared, cell, common)
                : chanceAmong(spreads.computeIfAbsent(cell.cell().group(), any -> spread(alike(cell, cells))),
                        cell, common))).sorted(Comparator.comparingDouble(Suspect::chance)).toList();
        int found = 0;
        for (int i = 1; i <= suspects.size(); i++) {
            if (suspects.get(i - 1).chance() <= FALSE_DISCOVERIES * i / suspects.size()) {
                found = i;
            }
        }
        return suspects.subList(0, found).stream().map(Suspect::cell)
                .filter(cell -> Math.exp(logRatio(cell) - common) < 1 - width).collect(Collectors.toSet());
    }

    /**
     * Returns whether all cells together fail: significantly more than half of them are slower by more than the gate
     * (sign test at 5 %). Too few cells do not show it.
     */
    boolean allAreSlower(List<CellPairs.Pair> cells) {
        int slower = (int) cells.stream().filter(cell -> Math.exp(logRatio(cell)) < 1 - width).count();
        return cells.size() >= CELLS && 1 - new BinomialDistribution(cells.size(), 0.5)
                .cumulativeProbability(slower - 1) <= FALSE_DISCOVERIES;
    }

    /**
     * Returns the change that all cells have in common: the median of their ratios; 1 where they are too few to know
     * it.
     */
    static double common(List<CellPairs.Pair> cells) {
        return cells.size() < CELLS ? 1 : Math.exp(median(cells.stream().mapToDouble(Gate::logRatio).toArray()));
    }

    /** Returns how the logarithms of the means of forks vary about the mean of their side. */
    private static SharedVariance.Sample variance(CellPairs.Pair cell) {
        double[] a = logs(cell.a());
        double[] b = logs(cell.b());
        int freedom = a.length + b.length - 2;
        return new SharedVariance.Sample(((a.length - 1) * new Variance().evaluate(a)
                + (b.length - 1) * new Variance().evaluate(b)) / freedom, freedom);
    }

    private static double chanceByForks(SharedVariance shared, CellPairs.Pair cell, double common) {
        double[] a = logs(cell.a());
        double[] b = logs(cell.b());
        return shared.chanceNotBelow(new Mean().evaluate(b) - new Mean().evaluate(a) - common, variance(cell),
                1.0 / a.length + 1.0 / b.length);
    }

    private static double[] logs(CellRounds cell) {
        return Arrays.stream(values(cell, true)).map(Math::log).toArray();
    }

    /** Returns the cells whose ratios tell how much of this one's is chance. */
    private static List<CellPairs.Pair> alike(CellPairs.Pair cell, List<CellPairs.Pair> cells) {
        List<CellPairs.Pair> few = cells.stream().filter(each -> !hasForks(each)).toList();
        List<CellPairs.Pair> ofGroup = few.stream()
                .filter(each -> each.cell().group().equals(cell.cell().group())).toList();
        return ofGroup.size() >= CELLS ? ofGroup : few;
    }

    /** By how much the logarithms of ratios differ; infinite where there are too few of them. */
    private static double spread(List<CellPairs.Pair> cells) {
        if (cells.size() < CELLS) {
            return Double.POSITIVE_INFINITY;
        }
        double[] logs = cells.stream().mapToDouble(Gate::logRatio).toArray();
        double middle = median(logs);
        return NORMAL * median(Arrays.stream(logs).map(log -> Math.abs(log - middle)).toArray());
    }

    private static double chanceAmong(double spread, CellPairs.Pair cell, double common) {
        double own = logRatio(cell) - common;
        if (spread == 0) {
            return own < 0 ? 0 : 1;
        }
        return Double.isInfinite(spread) ? 1 : new TDistribution(FREEDOM).cumulativeProbability(own / spread);
    }

    private static double logRatio(CellPairs.Pair cell) {
        return Math.log(cell.b().mean(BenchFigures.OPS) / cell.a().mean(BenchFigures.OPS));
    }

    private static double median(double[] values) {
        return new Median().evaluate(values);
    }
}
