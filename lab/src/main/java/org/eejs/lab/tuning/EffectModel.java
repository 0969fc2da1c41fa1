package org.eejs.lab.tuning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.CholeskyDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

/**
 * Predicts the logarithm of the cost of any combination from those that were measured. Each value of a knob has an
 * effect, and so has each pair of values of two knobs. For example, a faster provider saves nothing once connections
 * are kept. All effects are shrunk towards 0, so that few measurements suffice. The model is a Gaussian process
 * (Rasmussen and Williams 2006, "Gaussian Processes for Machine Learning", chapters 2 and 5). Its covariance is the
 * analysis of variance up to pairs (Stitson and others 1999, "Support vector regression with ANOVA decomposition
 * kernels"). The sizes of effects and noise are those of the highest likelihood. Immutable.
 */
final class EffectModel {
    /** The candidates for the standard deviation of a value's effect, and of the noise of a JVM, in logarithms. */
    private static final double[] EFFECTS = {0.03, 0.08, 0.16, 0.3};
    private static final double[] NOISES = {0.015, 0.03, 0.045, 0.065};
    /** The candidates for the effects of pairs, in effects of single values. */
    private static final double[] PAIRS = {0.1, 0.25, 0.5, 1};
    /** Blocks may differ by any speed of the machine. */
    private static final double BLOCK_VARIANCE = 1;
    /** Limits within which a matrix counts as symmetric and positive definite. */
    private static final double SYMMETRIC = 1e-10;
    private static final double POSITIVE = 1e-14;

    /** The steps in which the variance of one knob's effects is adapted, as something expected may be quite wrong. */
    private static final double[] ADAPTED = {0.1, 10, 100};

    private final List<Factor> factors;
    private final ToDoubleFunction<Combination> prior;
    private final List<Combination> combinations = new ArrayList<>();
    private final List<Integer> blocks = new ArrayList<>();
    private final RealVector off;
    private final double center;
    /** The effects of the highest likelihood. */
    private Sizes sizes;
    private double likelihood = Double.NEGATIVE_INFINITY;
    private CholeskyDecomposition covariance;
    private final RealVector weights;

    /**
     * The sizes of effects.
     *
     * @param variances those of the effects of each knob
     * @param pairs the factor of the variance of pairs
     * @param noise the standard deviation of a run
     */
    private record Sizes(double[] variances, double pairs, double noise) {
        Sizes adapted(int knob, double by) {
            double[] others = variances.clone();
            others[knob] *= by;
            return new Sizes(others, pairs, noise);
        }
    }

    /**
     * Fits the effects.
     *
     * @param prior the expected logarithm of the cost before any run; effects are differences from it
     * @param measured the costs of each block by combination; blocks may differ in the speed of the machine
     */
    EffectModel(List<Factor> factors, ToDoubleFunction<Combination> prior, List<Map<Combination, Double>> measured) {
        this.factors = factors;
        this.prior = prior;
        List<Double> logs = new ArrayList<>();
        for (int block = 0; block < measured.size(); block++) {
            for (Map.Entry<Combination, Double> each : measured.get(block).entrySet()) {
                combinations.add(each.getKey());
                blocks.add(block);
                logs.add(Math.log(each.getValue()) - prior.applyAsDouble(each.getKey()));
            }
        }
        center = logs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        off = new ArrayRealVector(logs.stream().mapToDouble(log -> log - center).toArray());
        for (double effect : EFFECTS) {
            double[] variances = new double[factors.size()];
            Arrays.fill(variances, effect * effect);
            for (double part : PAIRS) {
                for (double noise : NOISES) {
                    consider(new Sizes(variances, part * part, noise));
                }
            }
        }
        for (int knob = 0; knob < factors.size(); knob++) {
            Sizes common = sizes;
            for (double by : ADAPTED) {
                consider(common.adapted(knob, by));
            }
        }
        weights = covariance.getSolver().solve(off);
    }

    /** Takes these sizes if they are more likely than the best so far. */
    private void consider(Sizes tried) {
        int n = combinations.size();
        RealMatrix matrix = new Array2DRowRealMatrix(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double entry = covariance(combinations.get(i), combinations.get(j), tried)
                        + (blocks.get(i).equals(blocks.get(j)) ? BLOCK_VARIANCE : 0)
                        + (i == j ? tried.noise() * tried.noise() : 0);
                matrix.setEntry(i, j, entry);
                matrix.setEntry(j, i, entry);
            }
        }
        CholeskyDecomposition decomposition = new CholeskyDecomposition(matrix, SYMMETRIC, POSITIVE);
        double likely = -off.dotProduct(decomposition.getSolver().solve(off)) / 2;
        RealMatrix lower = decomposition.getL();
        for (int i = 0; i < n; i++) {
            likely -= Math.log(lower.getEntry(i, i));
        }
        if (likely > likelihood) {
            likelihood = likely;
            sizes = tried;
            covariance = decomposition;
        }
    }

    /** Returns the covariance of two combinations: the variance of what they have in common. */
    private double covariance(Combination one, Combination other, Sizes of) {
        double sum = 0;
        double squares = 0;
        for (int knob = 0; knob < factors.size(); knob++) {
            String name = factors.get(knob).name();
            if (Objects.equals(one.values().get(name), other.values().get(name))) {
                sum += of.variances()[knob];
                squares += of.variances()[knob] * of.variances()[knob];
            }
        }
        double mean = Arrays.stream(of.variances()).average().orElseThrow();
        return sum + of.pairs() * (sum * sum - squares) / (2 * mean);
    }

    private RealVector covariances(Combination combination) {
        return new ArrayRealVector(combinations.stream()
                .mapToDouble(each -> covariance(each, combination, sizes)).toArray());
    }

    /** Returns the expected logarithm of a combination's cost in a block of average speed. */
    double log(Combination combination) {
        return center + prior.applyAsDouble(combination) + covariances(combination).dotProduct(weights);
    }

    /** Returns the standard deviation of the difference between the logarithms of two combinations' costs. */
    double error(Combination one, Combination other) {
        RealVector difference = covariances(one).subtract(covariances(other));
        double before = covariance(one, one, sizes) + covariance(other, other, sizes)
                - 2 * covariance(one, other, sizes);
        return Math.sqrt(Math.max(0, before - difference.dotProduct(covariance.getSolver().solve(difference))));
    }
}
