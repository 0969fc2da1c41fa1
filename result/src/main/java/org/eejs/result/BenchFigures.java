package org.eejs.result;

import static org.eejs.result.Figure.Better.HIGHER;
import static org.eejs.result.Figure.Better.LOWER;
import static org.eejs.result.Figure.Better.NEITHER;
import static org.eejs.result.Unit.BYTES;
import static org.eejs.result.Unit.KIBIBYTES;
import static org.eejs.result.Unit.MICROSECONDS;
import static org.eejs.result.Unit.MILLISECONDS;
import static org.eejs.result.Unit.ONE;
import static org.eejs.result.Unit.PER_SECOND;

import java.util.List;
import java.util.stream.Stream;

/** The figures of a fork of JMH. */
public final class BenchFigures {
    /** Operations per second of all threads together. */
    public static final Figure OPS = Figure.of("opsPerSecond", PER_SECOND, HIGHER)
            .called("ops/s", "operations per second").compared("fewer", "more", "is fastest");
    /** Processor time of the whole process. */
    public static final Figure CPU = Figure.of("cpuMicrosPerOp", MICROSECONDS, LOWER)
            .called("CPU, µs/op", "CPU per operation").compared("less", "more", "costs least");
    /** Processor time in the kernel, as far as the system reports it. */
    public static final Figure KERNEL = Figure.of("kernelMicrosPerOp", MICROSECONDS, LOWER)
            .called("CPU in the kernel, µs/op", "CPU in the kernel per operation");
    /** Allocated heap, where allocation was profiled. */
    public static final Figure ALLOCATED = Figure.of("allocatedBytesPerOp", BYTES, LOWER)
            .called("Heap allocated, B/op", "heap allocated per operation").compared("less", "more", "allocates least");
    /** Megabytes of 10^6 bytes, of operations that have a size. */
    public static final Figure MEGABYTES = Figure.of("megabytesPerSecond", PER_SECOND, HIGHER)
            .called("MB/s", "megabytes per second");

    /** The duration of an operation with a key, as its caller sees it. */
    public static final Figure MEAN = Figure.of("meanMs", MILLISECONDS, LOWER).called("Mean, ms", "mean time");
    public static final Figure P50 = Figure.of("p50Ms", MILLISECONDS, LOWER).called("Median, ms", "median time");
    public static final Figure P90 = Figure.of("p90Ms", MILLISECONDS, LOWER)
            .called("p90, ms", "90th percentile of the time");
    public static final Figure P99 = Figure.of("p99Ms", MILLISECONDS, LOWER)
            .called("p99, ms", "99th percentile of the time");
    public static final Figure P999 = Figure.of("p999Ms", MILLISECONDS, LOWER)
            .called("p99.9, ms", "99.9th percentile of the time");
    public static final Figure MAX = Figure.of("maxMs", MILLISECONDS, LOWER).called("Longest, ms", "longest time");
    /** CPU of the process that uses the key, without key servers. */
    public static final Figure CLIENT_CPU = Figure.of("clientCpuMicros", MICROSECONDS, LOWER)
            .called("Client CPU, µs/op", "CPU of the client per operation");

    /** CPU of all key servers that hold the key. */
    public static final Figure SERVER_CPU = Figure.of("serverCpuMicros", MICROSECONDS, LOWER)
            .called("Server CPU, µs/op", "CPU of the servers per operation");
    /** CPU of each key server. */
    private static final Figure EACH_SERVER_CPU = Figure.family("serverCpuMicros.*", "server", "\\d+", MICROSECONDS,
            LOWER);
    /** How many processors of key servers one processor of clients keeps busy. */
    public static final Figure SERVERS_PER_CLIENT = Figure.of("serversPerClient", ONE, NEITHER)
            .called("Servers per client", "processors of servers for one of a client");
    public static final Figure TLB_MISSES = Figure.of("tlbMissesPerOp", ONE, LOWER)
            .called("TLB misses/operation", "TLB misses per operation");
    /** Memory of the process after the fork's last iteration. */
    private static final List<Figure> MEMORY = List.of(
            Figure.of("residentKb", KIBIBYTES, LOWER).called("Resident, KB", "resident memory"),
            Figure.of("transparentHugeKb", KIBIBYTES, NEITHER).called("In transparent huge pages, KB",
                    "memory in transparent huge pages"),
            Figure.of("hugetlbKb", KIBIBYTES, NEITHER).called("In hugetlbfs, KB", "memory in hugetlbfs"),
            Figure.of("heapPageKb", KIBIBYTES, NEITHER).called("Page of the heap, KB", "size of the heap's pages"));

    /** Figures of forks of benchmarks. */
    public static final List<Figure> FORKS = List.of(OPS, MEGABYTES, CPU, KERNEL, ALLOCATED, TLB_MISSES);
    /** Figures of rounds with remote keys. */
    public static final List<Figure> REMOTE_KEYS = List.of(OPS, MEAN, P50, P90, P99, P999, MAX, CLIENT_CPU,
            SERVER_CPU, SERVERS_PER_CLIENT);
    public static final List<Figure> ALL = Stream.of(FORKS, REMOTE_KEYS, List.of(EACH_SERVER_CPU), MEMORY)
            .flatMap(List::stream).distinct().toList();

    private BenchFigures() {}
}
