package org.eejs.xmlload.engine;

/**
 * The counters of the workload's process at an instant, all since its threads began; its part of the line protocol with
 * the lab, as the data of {@link #EVENT} and {@link #STEADY}. What a phase brought is the difference of two of them.
 *
 * @param nanos the instant, since the threads began
 * @param transactions those that all threads have completed
 * @param cpuNanos processor time of the whole process since its start
 * @param gcMs time of garbage collections since its start, in milliseconds; of collectors that work beside the
 *     application, the time of their cycles
 * @param collections how many there were
 * @param allocatedBytes heap that the threads of the workload have allocated
 */
public record WorkloadTick(long nanos, long transactions, long cpuNanos, long gcMs, long collections,
        long allocatedBytes) {
    /** The event of a tick: one a second, and one at the end of the steady state. */
    public static final String EVENT = "tick";
    /** The event of the edge at which the steady state begins. */
    public static final String STEADY = "steady";

    private static final double NANOS = 1e9;

    /** Transactions of all threads a second, since an earlier tick. */
    public double transactionsPerSecondSince(WorkloadTick earlier) {
        return (transactions - earlier.transactions) * NANOS / (nanos - earlier.nanos);
    }

    /** Processor time of the process for a transaction, in microseconds, since an earlier tick. */
    public double cpuMicrosPerTransactionSince(WorkloadTick earlier) {
        return (cpuNanos - earlier.cpuNanos) / 1e3 / (transactions - earlier.transactions);
    }

    /** Heap allocated for a transaction, in bytes, since an earlier tick. */
    public double allocatedBytesPerTransactionSince(WorkloadTick earlier) {
        return (double) (allocatedBytes - earlier.allocatedBytes) / (transactions - earlier.transactions);
    }
}
