package org.eejs.lab.tuning;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.RealMatrix;

/**
 * A fraction of all combinations that shows the effect of each value of each knob. Each value appears in as many rows
 * as any other of its knob, and with the values of other knobs about as often. The rows are the best of many random
 * designs (D-optimal: they have the largest determinant).
 */
final class ScreeningDesign {
    private static final int DRAWN = 300;
    private static final int FEWEST_ROWS = 8;
    /** Rows for each value. There may be fewer rows than values, since something is expected of each value. */
    private static final double ROWS = 0.5;
    /** The information about each effect before the first row, in rows (DuMouchel and Jones 1994, Technometrics). */
    private static final double KNOWN = 0.2;

    private ScreeningDesign() {}

    /** Returns the combinations; the same for the same seed. */
    static List<Combination> of(List<Factor> factors, long seed) {
        int values = factors.stream().mapToInt(factor -> factor.values().size()).sum();
        int number = Math.max(FEWEST_ROWS, (int) Math.ceil(ROWS * values));
        return best(factors, seed, random -> {
            List<Combination> rows = new ArrayList<>(Collections.nCopies(number, Combination.TODAY));
            for (Factor factor : factors) {
                int levels = factor.values().size() + 1;
                assign(rows, factor, row -> row % levels, random);
            }
            return rows;
        });
    }

    /**
     * Returns combinations around one: in each, a third of the knobs have another value.
     *
     * @param alternatives the other value of each knob; null for today's
     */
    static List<Combination> around(Combination center, Map<Factor, String> alternatives, int number, long seed) {
        List<Factor> factors = List.copyOf(alternatives.keySet());
        return best(factors, seed, random -> {
            List<Combination> rows = new ArrayList<>(Collections.nCopies(number, center));
            for (Factor factor : factors) {
                List<Integer> places = new ArrayList<>(IntStream.range(0, number).boxed().toList());
                Collections.shuffle(places, random);
                places.subList(0, Math.max(1, number / 3)).forEach(row -> rows.set(row, rows.get(row)
                        .with(factor.name(), alternatives.get(factor))));
            }
            return rows;
        });
    }

    private static void assign(List<Combination> rows, Factor factor, IntUnaryOperator level, Random random) {
        List<Integer> levels = new ArrayList<>(IntStream.range(0, rows.size()).map(level).boxed().toList());
        Collections.shuffle(levels, random);
        for (int row = 0; row < rows.size(); row++) {
            if (levels.get(row) > 0) {
                rows.set(row, rows.get(row).with(factor.name(), factor.values().get(levels.get(row) - 1)));
            }
        }
    }

    private static List<Combination> best(List<Factor> factors, long seed,
            Function<Random, List<Combination>> design) {
        Random random = new Random(seed);
        List<Combination> best = List.of();
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < DRAWN; i++) {
            List<Combination> drawn = design.apply(random);
            RealMatrix rows = new Array2DRowRealMatrix(drawn.stream().map(each -> row(factors, each))
                    .toArray(double[][]::new));
            RealMatrix information = rows.transpose().multiply(rows);
            for (int column = 0; column < information.getColumnDimension(); column++) {
                information.addToEntry(column, column, KNOWN);
            }
            double determinant = new LUDecomposition(information).getDeterminant();
            if (determinant > largest) {
                largest = determinant;
                best = drawn;
            }
        }
        return best;
    }

    /** Returns 1 and, for each value of each knob, whether the combination has it. */
    private static double[] row(List<Factor> factors, Combination combination) {
        List<Double> row = new ArrayList<>(List.of(1.0));
        factors.forEach(factor -> factor.values().forEach(value -> row.add(value.equals(combination.values()
                .get(factor.name())) ? 1.0 : 0)));
        return row.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
