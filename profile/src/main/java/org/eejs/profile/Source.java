package org.eejs.profile;

/** What samples the stacks of a JVM, the best first. */
public enum Source {
    /** async-profiler's {@code ctimer}: a thread is sampled each time it has used a tick of CPU; with native frames. */
    ASYNC_PROFILER("asyncProfiler", false),
    /** The flight recorder's {@code jdk.CPUTimeSample}, from JDK 25 on: the same, of Java frames. */
    CPU_TIME_SAMPLE("cpuTimeSample", false),
    /**
     * The flight recorder's {@code jdk.ExecutionSample} and {@code jdk.NativeMethodSample}: a few threads at a time, at
     * most five and one of each, whatever they use. A thread that waits in a native method counts as one that runs,
     * unless it is known that the method waits.
     */
    EXECUTION_SAMPLE("executionSample", true);

    private final String id;
    private final boolean biased;

    Source(String id, boolean biased) {
        this.id = id;
        this.biased = biased;
    }

    /** Returns whether shares of samples are not shares of CPU. */
    public boolean isBiased() {
        return biased;
    }

    /** Returns the name in results. */
    public String id() {
        return id;
    }
}
