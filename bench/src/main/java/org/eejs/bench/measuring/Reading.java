package org.eejs.bench.measuring;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one fork measured of a cell.
 *
 * @param rates operations a second of all threads together, iteration by iteration; of cells in turn, a second of the
 *     thread's processor time
 * @param cpuMicros processor time of the whole process for an operation, in microseconds; of cells in turn, of the
 *     thread
 * @param kernelMicros how much of it in the kernel; of cells in turn that is not known, and 0
 */
public record Reading(List<Double> rates, double cpuMicros, double kernelMicros) {
    /** A fork of one cell. */
    public static Reading of(RunResult fork) {
        boolean crowded = fork.getParams().getThreads() > Runtime.getRuntime().availableProcessors();
        return new Reading(fork.getBenchmarkResults().stream().flatMap(result -> result.getIterationResults().stream())
                .map(iteration -> crowded ? secondary(iteration.getSecondaryResults(), CpuProfiler.RATE)
                        : iteration.getPrimaryResult().getScore()).toList(),
                secondary(fork, CpuProfiler.CPU), secondary(fork, CpuProfiler.SYSTEM));
    }

    /** What a fork measured of a performer of {@link TurnTimes}, by its name. */
    public static BiFunction<RunResult, String, Reading> inTurn(List<String> performers) {
        return (fork, name) -> {
            int performer = performers.indexOf(name);
            double micros = secondary(fork, "nanos" + performer) / 1000
                    / secondary(fork, "calls" + performer);
            return new Reading(List.of(1e6 / micros), micros, 0);
        };
    }

    /** What JMH measured beside the rate, by its name. */
    public static double secondary(RunResult fork, String name) {
        return secondary(fork.getSecondaryResults(), name);
    }

    @SuppressWarnings("rawtypes")
    private static double secondary(Map<String, Result> results, String name) {
        return results.values().stream().filter(result -> result.getLabel().equals(name))
                .mapToDouble(Result::getScore).findFirst().orElseThrow(() -> new IllegalStateException(
                        "JMH gave no result '" + name + "', only " + results.keySet()));
    }

    /** Operations a second, on average over the iterations. */
    public double rate() {
        return rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
