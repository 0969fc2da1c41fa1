package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eejs.lab.machine.ProcessUsage;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds the CPU of key servers for an invocation to JMH's results; Linux counts it in ticks of 10 ms. It also counts the
 * invocations of all threads in a second, since JMH itself only samples their times. Public because JMH makes it.
 */
public final class ServerCpuProfiler implements InternalProfiler {
    /** The system property with the ids of the processes, separated by commas; empty for none. */
    static final String PROCESSES = "eejs.bench.servers";
    /** The system property with the time before which nothing is called, in microseconds since 1970; 0 for no wait. */
    static final String BEGIN = "eejs.bench.begin";
    /** Microseconds of CPU for an invocation; the number of the server follows, from 1. */
    static final String CPU = "cpu.server";

    /** Invocations of all threads in a second. */
    static final String COUNTED = "counted";

    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    private final List<Long> processes = Arrays.stream(System.getProperty(PROCESSES, "").split(","))
            .filter(id -> !id.isEmpty()).map(Long::valueOf).toList();
    private List<Double> before = List.of();
    private long began;

    @Override
    public String getDescription() {
        return "CPU of key servers for an invocation, and invocations a second";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        awaitBegin();
        before = cpuSeconds();
        began = System.nanoTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
            IterationResult result) {
        double seconds = (System.nanoTime() - began) / NANOS;
        long invocations = Math.max(1, result.getMetadata().getAllOps());
        List<Double> after = cpuSeconds();
        List<ScalarResult> results = new ArrayList<>();
        results.add(new ScalarResult(COUNTED, result.getMetadata().getAllOps() / seconds, "ops/s",
                AggregationPolicy.AVG));
        for (int i = 0; i < processes.size(); i++) {
            results.add(new ScalarResult(CPU + (i + 1), MICROS * (after.get(i) - before.get(i)) / invocations, "us/op",
                    AggregationPolicy.AVG));
        }
        return results;
    }

    /** Waits for the common start: clients on several hosts begin together, however long their JVMs take to start. */
    private static void awaitBegin() {
        long begin = Long.getLong(BEGIN, 0);
        for (long left = left(begin); left > 0; left = left(begin)) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(left));
        }
    }

    private static long left(long begin) {
        return begin - ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    private List<Double> cpuSeconds() {
        return processes.stream().map(id -> {
            try {
                return ProcessUsage.of(id).cpuSeconds();
            } catch (IOException e) {
                throw new IllegalStateException("the key server with the process id " + id + " has ended");
            }
        }).toList();
    }
}
