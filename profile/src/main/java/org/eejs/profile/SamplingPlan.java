package org.eejs.profile;

/** How often threads that use the CPU are sampled, and what of waiting threads is recorded beside. */
public enum SamplingPlan {
    /**
     * A sample for eight milliseconds of CPU, two ticks of most kernels, and nothing of waiting. Walking the bank's
     * deep stacks takes 0.4 to 0.9 % of its CPU so, and about twice as much at each tick.
     */
    LIGHT(""),
    /** A sample at each tick of the kernel, for what is not timed meanwhile. */
    DENSE("") {
        @Override
        String interval() {
            return "1ms";
        }
    },
    /** Each wait for a monitor, or for a lock or semaphore of java.util.concurrent, however short. */
    LOCKS(",lock=0"),
    /** The stack of every thread every ten milliseconds, whatever it does. */
    WALL(",wall=10ms");

    /** Between two samples of a thread, in milliseconds. */
    static final double INTERVAL_MS = 10;

    private final String options;

    SamplingPlan(String options) {
        this.options = options;
    }

    /** Between two samples of a thread that uses the CPU; the kernel's tick bounds it. */
    String interval() {
        return "8ms";
    }

    /** What async-profiler is to do beside. */
    String options() {
        return options;
    }
}
