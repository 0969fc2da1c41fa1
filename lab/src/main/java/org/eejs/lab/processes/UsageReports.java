package org.eejs.lab.processes;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** The moments at which a role's usage is reported: whenever a second of the load ends. Thread-safe. */
public final class UsageReports implements AutoCloseable {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final IntConsumer report;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "usage");
        thread.setDaemon(true);
        return thread;
    });
    private long firstEnd;
    private int second;
    /** Null while nothing is reported. */
    private Future<?> next;

    /**
     * None yet.
     *
     * @param report gets the number of a second when it has ended
     */
    public UsageReports(IntConsumer report) {
        this.report = report;
    }

    /**
     * Begins, or goes on with the second that comes next.
     *
     * @param afterNanos from now the first second of the load ends, or ended; less what it paused
     */
    public synchronized void begin(long afterNanos) {
        pause();
        firstEnd = System.nanoTime() + afterNanos;
        schedule();
    }

    private void schedule() {
        next = clock.schedule(this::due, firstEnd + second * SECOND - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void due() {
        int ended;
        synchronized (this) {
            if (next == null) {
                return;
            }
            ended = second++;
            schedule();
        }
        report.accept(ended);
    }

    /** Reports nothing until it begins again. */
    public synchronized void pause() {
        if (next != null) {
            next.cancel(false);
            next = null;
        }
    }

    @Override
    public void close() {
        pause();
        clock.shutdownNow();
    }
}
