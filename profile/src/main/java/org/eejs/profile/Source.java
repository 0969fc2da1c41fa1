package org.eejs.profile;

/** The samplers of a JVM's stacks, the best first. */
public enum Source {
    /**
     * The {@code ctimer} of async-profiler: samples a thread each time it has used a tick of CPU; with native frames.
     */
    ASYNC_PROFILER("asyncProfiler", false),
    /** The flight recorder's {@code jdk.CPUTimeSample}, from JDK 25 on: the same, but only Java frames. */
    CPU_TIME_SAMPLE("cpuTimeSample", false),
    /**
     * The flight recorder's {@code jdk.ExecutionSample} and {@code jdk.NativeMethodSample}: at most five threads in
     * Java and one in native methods at a time, whatever CPU they use. A thread that waits in a native method counts as
     * running, unless the method is known to wait.
     */
    EXECUTION_SAMPLE("executionSample", true);

    private final String id;
    private final boolean biased;

    Source(String id, boolean biased) {
        this.id = id;
        this.biased = biased;
    }

    /** Returns whether shares of samples differ from shares of CPU. */
    public boolean isBiased() {
        return biased;
    }

    /** Returns the name in results. */
    public String id() {
        return id;
    }
}
