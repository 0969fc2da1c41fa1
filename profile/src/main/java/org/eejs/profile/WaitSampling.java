package org.eejs.profile;

/** What of waiting threads is recorded beside the CPU. */
public enum WaitSampling {
    /** Nothing. */
    NONE(""),
    /** Each wait for a monitor, or for a lock or semaphore of java.util.concurrent, however short. */
    LOCKS(",lock=0"),
    /** The stack of every thread every ten milliseconds, whatever it does. */
    ALL(",wall=10ms");

    /** Between two samples of a thread, in milliseconds. */
    static final double INTERVAL_MS = 10;

    private final String options;

    WaitSampling(String options) {
        this.options = options;
    }

    /** What async-profiler is to do beside. */
    String options() {
        return options;
    }
}
