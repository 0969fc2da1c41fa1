package org.eejs.bench.rounds;

import org.eejs.bench.measuring.CpuProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one fork measured.
 *
 * @param rate invocations a second, of all threads together; of variants in turn, a second of the thread's CPU
 * @param cpuMicros CPU of the whole process for an invocation; of variants in turn, of the thread
 * @param systemMicros how much of it in the kernel; of variants in turn it is not told, and 0
 */
public record ForkReading(double rate, double cpuMicros, double systemMicros) {
    /** What a process measured of a variant. */
    public static ForkReading of(RunResult result, Variant variant) {
        if (!variant.equals(variant.process())) {
            String turn = variant.parameters().get(SslHandshakesInTurn.TURN);
            double micros = secondary(result, turn + "Nanos") / 1000 / secondary(result, turn + "Handshakes");
            return new ForkReading(1_000_000 / micros, micros, 0);
        }
        return new ForkReading(result.getPrimaryResult().getScore(), secondary(result, CpuProfiler.CPU),
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
