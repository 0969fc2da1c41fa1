package org.eejs.bench.campaign;

import java.util.List;
import java.util.Objects;
import org.eejs.bench.measuring.CpuProfiler;
import org.eejs.bench.measuring.JmhCell;
import org.eejs.bench.measuring.Profiling;
import org.eejs.lab.statistics.MeanInterval;
import org.eejs.result.Bench;
import org.openjdk.jmh.results.RunResult;

/** Makes a figure of what the forks of a cell measured. */
final class CellScore {
    /** Fewer forks say little of how much forks differ. */
    private static final int FORKS_FOR_AN_INTERVAL = 3;

    private CellScore() {}

    /**
     * The figure; null when nothing was measured yet.
     *
     * @param nativeOps what native code does in a second; null when that is not known
     * @param profiling what measured the heap allocated for an operation; null when nothing did
     */
    static Bench.Score of(JmhCell<Bench.Cell> tally, Double nativeOps, Profiling profiling) {
        List<List<Double>> forks = tally.forks().stream().map(CellScore::iterations).toList();
        if (tally.error() != null) {
            return new Bench.Score(tally.cell(), null, null, forks, null, null, null, tally.error());
        }
        if (forks.isEmpty()) {
            return null;
        }
        List<Double> means = forks.stream().map(CellScore::mean).toList();
        List<Double> cpu = tally.forks().stream()
                .map(fork -> fork.getSecondaryResults().get(CpuProfiler.CPU).getScore()).toList();
        List<Double> allocated = profiling == null ? List.of() : tally.forks().stream()
                .map(profiling::allocatedBytesPerOp).filter(Objects::nonNull).toList();
        // Where there are too few forks, how much iterations differ says at least something.
        MeanInterval interval = MeanInterval.of(forks.size() >= FORKS_FOR_AN_INTERVAL ? means
                : forks.stream().flatMap(List::stream).toList());
        double mean = mean(means);
        return new Bench.Score(tally.cell(), mean, interval.bounds(), forks, mean(cpu),
                allocated.isEmpty() ? null : mean(allocated), nativeOps == null ? null : mean / nativeOps, null);
    }

    private static List<Double> iterations(RunResult fork) {
        return fork.getBenchmarkResults().stream().flatMap(result -> result.getIterationResults().stream())
                .map(iteration -> iteration.getPrimaryResult().getScore()).toList();
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
