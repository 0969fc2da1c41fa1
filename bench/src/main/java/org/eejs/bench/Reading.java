package org.eejs.bench;

import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one fork measured.
 *
 * @param rate invocations a second, of all threads together
 * @param cpuMicros CPU of the whole process for an invocation
 * @param systemMicros how much of it in the kernel
 */
record Reading(double rate, double cpuMicros, double systemMicros) {
    static Reading of(RunResult result) {
        return new Reading(result.getPrimaryResult().getScore(), secondary(result, CpuProfiler.CPU),
                secondary(result, CpuProfiler.SYSTEM));
    }

    private static double secondary(RunResult run, String name) {
        for (Result<?> result : run.getSecondaryResults().values()) {
            if (result.getLabel().equals(name)) {
                return result.getScore();
            }
        }
        throw new IllegalStateException("JMH gave no result '" + name + "', only "
                + run.getSecondaryResults().keySet());
    }
}
