package org.eejs.bench.campaign;

import java.util.ArrayList;
import java.util.List;
import org.eejs.bench.measuring.CpuProfiler;
import org.eejs.result.Bench;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.DescriptiveStatistics;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/** What the forks of one cell measured so far. For one thread. */
final class ScoreTally {
    /** Fewer forks say little of how much forks differ. */
    private static final int FORKS_FOR_AN_INTERVAL = 3;
    private static final double CONFIDENCE = 0.95;

    private final Bench.Cell cell;
    private final List<List<Double>> forks = new ArrayList<>();
    private final List<Double> cpu = new ArrayList<>();
    private final List<Double> allocated = new ArrayList<>();
    private final List<BenchmarkResult> results = new ArrayList<>();
    private BenchmarkParams parameters;
    private String error;

    ScoreTally(Bench.Cell cell) {
        this.cell = cell;
    }

    /** Adds what a fork measured; the heap allocated for an operation may be null. */
    void add(RunResult fork, Double allocatedBytes) {
        List<Double> iterations = new ArrayList<>();
        for (BenchmarkResult result : fork.getBenchmarkResults()) {
            for (IterationResult iteration : result.getIterationResults()) {
                iterations.add(iteration.getPrimaryResult().getScore());
            }
        }
        forks.add(iterations);
        cpu.add(fork.getSecondaryResults().get(CpuProfiler.CPU).getScore());
        if (allocatedBytes != null) {
            allocated.add(allocatedBytes);
        }
        parameters = fork.getParams();
        results.addAll(fork.getBenchmarkResults());
    }

    /** The cell failed, and is not measured any more. */
    void fail(String reason) {
        error = reason;
    }

    boolean hasFailed() {
        return error != null;
    }

    Bench.Cell cell() {
        return cell;
    }

    /** All forks as one result of JMH; null when there is none. */
    RunResult ofJmh() {
        return results.isEmpty() ? null : new RunResult(parameters, results);
    }

    /**
     * The figure; null when nothing was measured yet.
     *
     * @param nativeOps what native code does in a second; null when that is not known
     */
    Bench.Score score(Double nativeOps) {
        if (error != null) {
            return new Bench.Score(cell, null, null, List.copyOf(forks), null, null, null, error);
        }
        if (forks.isEmpty()) {
            return null;
        }
        DescriptiveStatistics means = new DescriptiveStatistics();
        forks.forEach(fork -> means.addValue(mean(fork)));
        double mean = means.getMean();
        return new Bench.Score(cell, mean, interval(mean, means), List.copyOf(forks), mean(cpu),
                allocated.isEmpty() ? null : mean(allocated), nativeOps == null ? null : mean / nativeOps, null);
    }

    /** Student's interval: of the forks' means where there are enough of them, else of the iterations. */
    private List<Double> interval(double mean, DescriptiveStatistics means) {
        DescriptiveStatistics samples = means;
        if (forks.size() < FORKS_FOR_AN_INTERVAL) {
            samples = new DescriptiveStatistics();
            for (List<Double> fork : forks) {
                fork.forEach(samples::addValue);
            }
        }
        if (samples.getN() < 2) {
            return null;
        }
        double half = new TDistribution(samples.getN() - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2)
                * samples.getStandardDeviation() / Math.sqrt(samples.getN());
        return List.of(Math.max(0, mean - half), mean + half);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
