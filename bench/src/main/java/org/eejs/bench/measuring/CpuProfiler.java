package org.eejs.bench.measuring;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.eejs.lab.machine.ProcessUsage;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds the CPU of the whole process for an invocation, and the kernel's part, to JMH's results. Other processes disturb
 * CPU less than time. It also adds a rate by one clock for all threads. JMH adds up the rates of the threads, each
 * since it first got a processor; with more threads than processors that sum is several times too high. Public because
 * JMH makes it.
 */
public final class CpuProfiler implements InternalProfiler {
    /** Microseconds of CPU for an invocation. */
    public static final String CPU = "cpu";
    /** Microseconds of it in the kernel, from ticks of 10 ms; 0 where there is no /proc. */
    public static final String SYSTEM = "system";
    /** Invocations a second, of all threads and until the last has ended. */
    public static final String RATE = "rate";

    private final OperatingSystemMXBean process =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private double cpuBefore;
    private double systemBefore;
    private long nanosBefore;

    @Override
    public String getDescription() {
        return "CPU of the process for an invocation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        cpuBefore = cpuMicros();
        systemBefore = systemMicros();
        nanosBefore = System.nanoTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
            IterationResult result) {
        double seconds = (System.nanoTime() - nanosBefore) / 1e9;
        long invocations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(scalar(CPU, (cpuMicros() - cpuBefore) / invocations),
                scalar(SYSTEM, (systemMicros() - systemBefore) / invocations),
                new ScalarResult(RATE, invocations / seconds, "ops/s", AggregationPolicy.AVG));
    }

    private static ScalarResult scalar(String name, double value) {
        return new ScalarResult(name, value, "us/op", AggregationPolicy.AVG);
    }

    private double cpuMicros() {
        return process.getProcessCpuTime() / 1e3;
    }

    private static double systemMicros() {
        try {
            return ProcessUsage.of(ProcessHandle.current().pid()).systemSeconds() * 1e6;
        } catch (IOException e) {
            return 0;
        }
    }
}
