package org.eejs.xmlload.engine;

import java.util.function.Consumer;

/**
 * A transaction, performed by threads over and over: first to warm up, then in the steady state that counts. The
 * thread that follows it sleeps between the seconds, and reads the counters at each second's edge.
 */
public final class Workload {
    private static final long SECOND = 1_000_000_000;

    private final PreparedTransaction prepared;
    private final int threads;

    /** Learns how a run proceeds. */
    public interface Observer {
        /** Another second of a phase has passed, or the phase is over. */
        default void tick(WorkloadTick tick) {}

        /** The steady state begins with this reading; its last tick ends it. */
        default void steady(WorkloadTick tick) {}
    }

    /**
     * The readings at both ends of a steady state, and all that was performed.
     *
     * @param begin the first reading of the steady state
     * @param end its last
     */
    public record Run(WorkloadTick begin, WorkloadTick end, WorkloadDone done) {}

    /**
     * Not yet begun.
     *
     * @param threads how many perform the transaction at once
     */
    public Workload(PreparedTransaction prepared, int threads) {
        this.prepared = prepared;
        this.threads = threads;
    }

    /**
     * Performs transactions for a time.
     *
     * @param warmUpNanos how long transactions do not count
     * @param steadyNanos how long they do
     * @param ready called when every thread's transaction has been checked
     * @throws WorkloadException when a check or a transaction fails
     */
    public Run run(long warmUpNanos, long steadyNanos, Runnable ready, Observer observer)
            throws WorkloadException, InterruptedException {
        WorkloadThreads running = new WorkloadThreads(prepared, threads, Long.MAX_VALUE);
        WorkloadTick begin;
        WorkloadTick end;
        try {
            running.check();
            ready.run();
            long start = System.nanoTime();
            WorkloadMeter meter = new WorkloadMeter(running, start);
            running.begin();
            begin = follow(running, meter, start, warmUpNanos, observer::tick);
            observer.steady(begin);
            end = follow(running, meter, start + begin.nanos(), steadyNanos, observer::tick);
        } finally {
            running.stop();
        }
        return new Run(begin, end, new WorkloadDone(running.transactions(), running.sink(), null));
    }

    /** The same, for those who look at its end only. */
    public Run run(long warmUpNanos, long steadyNanos) throws WorkloadException, InterruptedException {
        return run(warmUpNanos, steadyNanos, () -> {}, new Observer() {});
    }

    /** Reports every whole second of a phase and its end; returns the reading at its end. */
    private static WorkloadTick follow(WorkloadThreads running, WorkloadMeter meter, long from, long nanos,
            Consumer<WorkloadTick> seconds) throws WorkloadException, InterruptedException {
        for (long edge = Math.min(SECOND, nanos);; edge = Math.min(edge + SECOND, nanos)) {
            for (long left = from + edge - System.nanoTime(); left > 0; left = from + edge - System.nanoTime()) {
                running.failWithin(left);
            }
            WorkloadTick tick = meter.read();
            seconds.accept(tick);
            if (edge == nanos) {
                return tick;
            }
        }
    }

    /** Performs so many transactions in all. */
    public WorkloadDone perform(long transactions, Runnable ready) throws WorkloadException, InterruptedException {
        WorkloadThreads running = new WorkloadThreads(prepared, threads, transactions);
        running.check();
        ready.run();
        running.begin();
        running.awaitEnd();
        return new WorkloadDone(running.transactions(), running.sink(), null);
    }
}
