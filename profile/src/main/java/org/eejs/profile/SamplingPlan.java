package org.eejs.profile;

/** The recording of waiting threads. All plans sample the threads that use the CPU. */
public enum SamplingPlan {
    /** No waiting threads. */
    CPU(""),
    /** Each wait for a monitor, or for a lock or semaphore of java.util.concurrent, however short. */
    LOCKS(",lock=0"),
    /** The stack of every thread every ten milliseconds, whatever it does. */
    WALL(",wall=10ms");

    /**
     * The processor time between two samples of a thread. The kernel checks such timers only at each tick, which is 4
     * ms for most, so every tick that finds a thread running is a sample of it. A longer interval, near the tick or
     * above, misses threads that run for a shorter time. It also undercounts threads that run in pieces.
     */
    static final String INTERVAL = "100us";
    /** The interval between two samples of {@link #WALL}, in milliseconds. */
    static final double INTERVAL_MS = 10;

    private final String options;

    SamplingPlan(String options) {
        this.options = options;
    }

    /** Returns the additional options for async-profiler. */
    String options() {
        return options;
    }
}
