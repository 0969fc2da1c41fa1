package org.eejs.bench.remotekeys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresProblem;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * The Universal Scalability Law, X(N) = λN / (1 + σ(N - 1) + κN(N - 1)), and its fit to measurements. See Gunther, "A
 * General Theory of Computational Scalability Based on Rational Functions", 2008. The rate of one thread is fitted,
 * too, since its measurement is as uncertain as the others. Immutable.
 *
 * <p>The fit uses relative residuals, because throughput varies in proportion to itself. It keeps σ and κ from going
 * below zero, where they mean nothing. It fits the whole law by Levenberg and Marquardt's method, and the law with σ, κ
 * and both at zero, and takes the closest permitted fit. That is the bounded optimum, since where a bound holds, its
 * parameter is zero.
 *
 * @param lambda operations a second of one thread; above zero
 * @param sigma contention; at least zero
 * @param kappa coherency; at least zero
 */
record ScalingLaw(double lambda, double sigma, double kappa) {
    private static final int PARAMETERS = 3;
    private static final int MOST_STEPS = 1_000;
    private static final double EXACT = 1e-12;
    private static final double ROUNDING = 1e-15;

    /** The throughput at a concurrency. */
    record Observation(int threads, double opsPerSecond) {}

    /**
     * Returns the law with the closest fit.
     *
     * @throws IllegalArgumentException when there are fewer than three concurrencies, or a rate is not above zero
     */
    static ScalingLaw fit(List<Observation> observations) {
        if (!fits(observations)) {
            throw new IllegalArgumentException("a law with three parameters needs rates of three concurrencies, not "
                    + observations);
        }
        ScalingLaw best = null;
        // The simplest first: a fit that is closer only by rounding does not displace it.
        for (boolean[] free : new boolean[][] {{false, false}, {true, false}, {false, true}, {true, true}}) {
            ScalingLaw law = fit(observations, free[0], free[1]);
            if (law != null && (best == null || law.squares(observations) < best.squares(observations) - ROUNDING)) {
                best = law;
            }
        }
        return best;
    }

    /** Returns whether there are enough observations for a fit. */
    static boolean fits(List<Observation> observations) {
        return observations.stream().map(Observation::threads).distinct().count() >= PARAMETERS
                && observations.stream().allMatch(each -> each.opsPerSecond() > 0);
    }

    /** Returns the closest fit with σ and κ free or zero; null when it is beyond the bounds or was not found. */
    private static ScalingLaw fit(List<Observation> observations, boolean contention, boolean coherency) {
        double unit = observations.stream().mapToDouble(each -> each.opsPerSecond() / each.threads()).max().orElse(1);
        List<Double> start = new ArrayList<>(List.of(1.0));
        if (contention) {
            start.add(0.1);
        }
        if (coherency) {
            start.add(0.001);
        }
        double[] ones = new double[observations.size()];
        Arrays.fill(ones, 1);
        LeastSquaresProblem problem = new LeastSquaresBuilder()
                .start(start.stream().mapToDouble(Double::doubleValue).toArray())
                .model(point -> relative(observations, unit, point, contention, coherency))
                .target(ones).maxEvaluations(MOST_STEPS).maxIterations(MOST_STEPS).lazyEvaluation(false).build();
        try {
            double[] found = new LevenbergMarquardtOptimizer().withCostRelativeTolerance(EXACT)
                    .withParameterRelativeTolerance(EXACT).optimize(problem).getPoint().toArray();
            ScalingLaw law = new ScalingLaw(found[0] * unit, contention ? found[1] : 0,
                    coherency ? found[found.length - 1] : 0);
            return law.lambda > 0 && law.sigma >= 0 && law.kappa >= 0 ? law : null;
        } catch (MathRuntimeException e) {
            // It did not settle; one of the simpler forms does.
            return null;
        }
    }

    /** Returns the law over each measurement, and its derivatives by the parameters. */
    private static Pair<RealVector, RealMatrix> relative(List<Observation> observations, double unit, RealVector point,
            boolean contention, boolean coherency) {
        double lambda = point.getEntry(0);
        double sigma = contention ? point.getEntry(1) : 0;
        double kappa = coherency ? point.getEntry(point.getDimension() - 1) : 0;
        double[] values = new double[observations.size()];
        double[][] slopes = new double[observations.size()][point.getDimension()];
        for (int i = 0; i < values.length; i++) {
            double n = observations.get(i).threads();
            double ideal = unit * n / observations.get(i).opsPerSecond();
            double below = 1 + sigma * (n - 1) + kappa * n * (n - 1);
            values[i] = lambda * ideal / below;
            slopes[i][0] = ideal / below;
            if (contention) {
                slopes[i][1] = -values[i] * (n - 1) / below;
            }
            if (coherency) {
                slopes[i][point.getDimension() - 1] = -values[i] * n * (n - 1) / below;
            }
        }
        return new Pair<>(new ArrayRealVector(values, false), new Array2DRowRealMatrix(slopes, false));
    }

    /** Returns the law's throughput at a concurrency, in operations a second. */
    double opsPerSecond(double threads) {
        return lambda * threads / (1 + sigma * (threads - 1) + kappa * threads * (threads - 1));
    }

    /**
     * Returns the concurrency of the highest throughput, √((1 - σ)/κ), at least 1; infinite where throughput only
     * rises.
     */
    double peakThreads() {
        if (kappa == 0) {
            return sigma < 1 ? Double.POSITIVE_INFINITY : 1;
        }
        return Math.max(1, Math.sqrt(Math.max(0, 1 - sigma) / kappa));
    }

    /** Returns the highest throughput, or the limit towards which it rises; infinite where it rises without bound. */
    double peakOpsPerSecond() {
        double at = peakThreads();
        return Double.isFinite(at) ? opsPerSecond(at) : sigma == 0 ? Double.POSITIVE_INFINITY : lambda / sigma;
    }

    /**
     * Returns the knee: the concurrency where the straight line of one thread, λN, meets the highest throughput;
     * infinite where there is none. Below it more threads increase throughput nearly in proportion, above it they
     * mostly wait.
     */
    double kneeThreads() {
        return peakOpsPerSecond() / lambda;
    }

    /** Returns the root mean square of measured over law minus 1. */
    double relativeError(List<Observation> observations) {
        return Math.sqrt(observations.stream().mapToDouble(each -> {
            double residual = each.opsPerSecond() / opsPerSecond(each.threads()) - 1;
            return residual * residual;
        }).average().orElse(0));
    }

    /** Returns the part of the variance of throughput that the law explains; 1 where nothing varies. */
    double rSquared(List<Observation> observations) {
        double mean = observations.stream().mapToDouble(Observation::opsPerSecond).average().orElse(0);
        double total = 0;
        double left = 0;
        for (Observation each : observations) {
            total += Math.pow(each.opsPerSecond() - mean, 2);
            left += Math.pow(each.opsPerSecond() - opsPerSecond(each.threads()), 2);
        }
        return total == 0 ? 1 : 1 - left / total;
    }

    /** Returns the sum of squares that the fit minimizes. */
    private double squares(List<Observation> observations) {
        return observations.stream()
                .mapToDouble(each -> Math.pow(opsPerSecond(each.threads()) / each.opsPerSecond() - 1, 2)).sum();
    }
}
