package org.eejs.bench.measuring;

import java.util.List;
import java.util.Map;
import org.eejs.lab.machine.TlbMisses;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.CollectedFigures;
import org.eejs.result.Evidence;
import org.eejs.result.Figures;
import org.eejs.result.Observation;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** Makes an observation of a cell from a fork of JMH. */
public final class Reading {
    private Reading() {}

    /** A way to read a fork. */
    @FunctionalInterface
    public interface Reader {
        /**
         * Reads a cell's figures from a fork.
         *
         * @param round the number of the cell's fork, from 1
         */
        Observation read(Bench.Cell cell, int round, RunResult fork);
    }

    /** Reads a fork of one cell. */
    public static Observation of(Bench.Cell cell, int round, RunResult fork) {
        boolean crowded = fork.getParams().getThreads() > Runtime.getRuntime().availableProcessors();
        return observation(cell, round, fork, fork.getBenchmarkResults().stream()
                .flatMap(result -> result.getIterationResults().stream())
                .map(iteration -> crowded ? secondary(iteration.getSecondaryResults(), CpuProfiler.RATE)
                        : iteration.getPrimaryResult().getScore()).toList(),
                secondary(fork, CpuProfiler.CPU), secondary(fork, CpuProfiler.SYSTEM));
    }

    /**
     * Reads forks of {@link TurnTimes}: operations in a second of the thread's processor time, and this time. The
     * kernel's part of it is not known.
     *
     * @param performers their names in the order of their turns
     */
    public static Reader inTurn(List<String> performers) {
        return (cell, round, fork) -> {
            int performer = performers.indexOf(cell.provider());
            double micros = secondary(fork, "nanos" + performer) / 1000
                    / secondary(fork, "calls" + performer);
            return observation(cell, round, fork, List.of(1e6 / micros), micros, null);
        };
    }

    private static Observation observation(Bench.Cell cell, int round, RunResult fork, List<Double> rates,
            double cpuMicros, Double kernelMicros) {
        double rate = rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        CollectedFigures figures = new CollectedFigures().put(BenchFigures.OPS, rate)
                .put(BenchFigures.MEGABYTES, cell.bytes() == null ? null : (Double) (rate * cell.bytes() / 1e6))
                .put(BenchFigures.CPU, cpuMicros).put(BenchFigures.KERNEL, kernelMicros)
                .put(BenchFigures.ALLOCATED, Profiling.allocatedBytesPerOp(fork));
        // Profilers name a result by the id of its figure, except for JMH's own.
        fork.getSecondaryResults().values().forEach(each -> {
            if (each.getLabel().startsWith(TlbMisses.EVENT)) {
                figures.put(BenchFigures.TLB_MISSES, each.getScore());
            } else if (Figures.isDeclared(each.getLabel())) {
                figures.put(each.getLabel(), each.getScore());
            }
        });
        return new Observation(cell.facets(), round, List.of(), figures.all(), null, Evidence.ofIterations(rates));
    }

    /** Returns the value of a secondary result of JMH, by its name. */
    public static double secondary(RunResult fork, String name) {
        return secondary(fork.getSecondaryResults(), name);
    }

    @SuppressWarnings("rawtypes")
    private static double secondary(Map<String, Result> results, String name) {
        return results.values().stream().filter(result -> result.getLabel().equals(name))
                .mapToDouble(Result::getScore).findFirst().orElseThrow(() -> new IllegalStateException(
                        "JMH gave no result '" + name + "', only " + results.keySet()));
    }
}
