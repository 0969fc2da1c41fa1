package org.eejs.lab.processes;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** The schedule of a role's reports of use: one whenever a second of the load ends. Thread-safe. */
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
    /** The next report; null while reports pause. */
    private Future<?> next;

    /**
     * Creates a schedule without reports.
     *
     * @param report gets the number of a second when it has ended
     */
    public UsageReports(IntConsumer report) {
        this.report = report;
    }

    /**
     * Starts reports, or resumes them with the next second.
     *
     * @param afterNanos the time from now to the end of the first second of the load, negative if it has passed;
     *     without pauses
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

    /** Pauses reports. */
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
