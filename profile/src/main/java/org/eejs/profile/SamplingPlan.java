package org.eejs.profile;

/** What is recorded of threads. Those that use the CPU are sampled by every plan. */
public enum SamplingPlan {
    /** Nothing of waiting threads. */
    CPU(""),
    /** Each wait for a monitor, or for a lock or semaphore of java.util.concurrent, however short. */
    LOCKS(",lock=0"),
    /** The stack of every thread every ten milliseconds, whatever it does. */
    WALL(",wall=10ms");

    /**
     * Processor time between two samples of a thread. The kernel looks at such timers at each tick only, which is 4 ms
     * for most, so every tick that finds a thread running is a sample of it. An interval near the tick or above it
     * misses threads that run for a shorter time, and counts those less that run in pieces.
     */
    static final String INTERVAL = "100us";
    /** Between two samples of {@link #WALL}, in milliseconds. */
    static final double INTERVAL_MS = 10;

    private final String options;

    SamplingPlan(String options) {
        this.options = options;
    }

    /** Returns what async-profiler is to do beside. */
    String options() {
        return options;
    }
}
