package org.eejs.bank.pages;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The CPU time that each page costs the bank in addition to its own work. It is a slowdown of known size, with which a
 * comparison can show that it finds one. The system property {@code eejs.bank.addedMicros} of the bank's JVM sets it,
 * so every result discloses it among the flags. Thread-safe.
 *
 * @param nanos for each page, in nanoseconds; 0 for none
 */
record AddedWork(long nanos) {
    private static final String PROPERTY = "eejs.bank.addedMicros";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long NANOS_PER_MICRO = 1_000;

    static AddedWork asTold() {
        return new AddedWork(Long.getLong(PROPERTY, 0) * NANOS_PER_MICRO);
    }

    void use() {
        if (nanos > 0) {
            long end = THREADS.getCurrentThreadCpuTime() + nanos;
            while (THREADS.getCurrentThreadCpuTime() < end) {
                Thread.onSpinWait();
            }
        }
    }
}
