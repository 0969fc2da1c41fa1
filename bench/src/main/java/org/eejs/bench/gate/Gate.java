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
 * The gate of a comparison: it fails cells that have become slower by more than is allowed, so that a build can fail.
 *
 * <p>Of hundreds of cells some always look slower by accident, which must not fail a build. So a cell fails only when
 * it is both:
 * <ul>
 * <li>slower by more than the gate, as measured, so that irrelevant differences do not fail;
 * <li>significantly slower: among those that the procedure of Benjamini and Hochberg (1995, "Controlling the false
 * discovery rate") finds in the one-sided p-values of all cells at a rate of 5%. When nothing has become slower, any
 * cell fails in at most 5 of 100 comparisons, however many cells there are. When something has, at most 5% of the
 * findings are false. In a simulation with 300 equal cells, judging each by its 95% interval failed 12 to 20 of 20
 * comparisons, depending on the kind of noise. With this procedure at most 5 of 100 fail.
 * </ul>
 *
 * <p>The p-values are of the logarithms of the means of forks where each side has {@value #FORKS} forks or more. All
 * such cells {@linkplain SharedVariance share} their variances. With separate variances, one cell of 227 that is 10%
 * slower was found in 8 of 100 comparisons with three forks that vary by 2%. Five forks are better. If one JVM in five
 * compiles code that is 15% slower, three slow forks meet three fast ones in one of 300 cells too often.
 *
 * <p>With fewer forks, a cell has no information on differences between JVMs, and iterations of one JVM hide it. But
 * the ratios of the other cells have it, since most of them have not changed. Their spread, by the median of the
 * absolute deviations from their median, is taken as the error of each. It is computed from the cells of the same group
 * if there are {@value #CELLS} of them, else from all. With too few cells, nothing is judged. When nearly
 * half of them have become slower, their change counts as noise: use few forks only for quick runs.
 *
 * <p>During a session a machine may become slower for most cells. The gate therefore compares each cell with the
 * {@linkplain #common change of all} and {@linkplain #allAreSlower judges} that change separately. From one day to
 * another single cells change as well, so results of different sessions are {@linkplain BenchComparison#of refused}.
 * {@code BenchComparisonTest} shows how often equal builds fail.
 *
 * @param width the gate: how much slower a cell may be, as a fraction, such as 0.05
 */
record Gate(double width) {
    /** The minimum of forks on each side for an estimate of how forks differ. */
    static final int FORKS = CellRounds.FORKS_FOR_AN_INTERVAL;
    /** The minimum of cells for an estimate of how cells differ. */
    static final int CELLS = 10;
    private static final double FALSE_DISCOVERIES = 0.05;
    /** Turns the median absolute deviation of normal values into their standard deviation. */
    private static final double NORMAL = 1.4826;
    /** Ratios have longer tails than normal values: with more degrees of freedom, equal cells would fail too often. */
    private static final int FREEDOM = 8;

    /** Returns the ratio of a cell, second to first, by forks or, where there are too few, by iterations. */
    static RatioInterval ratio(CellPairs.Pair pair) {
        return UnpairedRatio.interval(values(pair.b(), hasForks(pair)), values(pair.a(), hasForks(pair)));
    }

    /** Returns whether each side has enough forks. */
    static boolean hasForks(CellPairs.Pair pair) {
        return pair.fewestForks() >= FORKS;
    }

    /** Returns whether there are no data on chance differences of a cell's ratio. */
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
     * @param cells all compared cells, whether they got faster or slower
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
     * (sign test at 5%). It needs enough cells.
     */
    boolean allAreSlower(List<CellPairs.Pair> cells) {
        int slower = (int) cells.stream().filter(cell -> Math.exp(logRatio(cell)) < 1 - width).count();
        return cells.size() >= CELLS && 1 - new BinomialDistribution(cells.size(), 0.5)
                .cumulativeProbability(slower - 1) <= FALSE_DISCOVERIES;
    }

    /** Returns the common change of all cells: the median of their ratios; 1 where there are too few. */
    static double common(List<CellPairs.Pair> cells) {
        return cells.size() < CELLS ? 1 : Math.exp(median(cells.stream().mapToDouble(Gate::logRatio).toArray()));
    }

    /** Returns the variance of the logarithms of forks' means about the mean of their side. */
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

    /** Returns the cells whose ratios estimate the chance difference of this one's. */
    private static List<CellPairs.Pair> alike(CellPairs.Pair cell, List<CellPairs.Pair> cells) {
        List<CellPairs.Pair> few = cells.stream().filter(each -> !hasForks(each)).toList();
        List<CellPairs.Pair> ofGroup = few.stream()
                .filter(each -> each.cell().group().equals(cell.cell().group())).toList();
        return ofGroup.size() >= CELLS ? ofGroup : few;
    }

    /** Returns the spread of the logarithms of ratios; infinite where there are too few of them. */
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
