package org.eejs.lab.hosts;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** When a host says what processes have used: whenever a second of the load ends. Thread-safe. */
final class UsageReports implements AutoCloseable {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "usage");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<Integer, Report> reports = new HashMap<>();

    /** Those of one process. */
    private final class Report {
        private final IntConsumer report;
        private long firstEnd;
        private int second;
        private Future<?> next;

        private Report(IntConsumer report) {
            this.report = report;
        }

        private void schedule() {
            next = clock.schedule(this::due, firstEnd + second * SECOND - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        private void due() {
            int ended;
            synchronized (UsageReports.this) {
                if (next == null) {
                    return;
                }
                ended = second++;
                schedule();
            }
            report.accept(ended);
        }
    }

    /**
     * Begins, or goes on with the second that comes next.
     *
     * @param afterNanos from now the first second of the load ends, or ended; less what it paused
     * @param report gets the number of a second when it has ended
     */
    synchronized void begin(int process, long afterNanos, IntConsumer report) {
        pause(process);
        Report known = reports.computeIfAbsent(process, unused -> new Report(report));
        known.firstEnd = System.nanoTime() + afterNanos;
        known.schedule();
    }

    /** Says nothing of a process any more, until it begins again. */
    synchronized void pause(int process) {
        Report known = reports.get(process);
        if (known != null && known.next != null) {
            known.next.cancel(false);
            known.next = null;
        }
    }

    /** Forgets a process that has ended. */
    synchronized void end(int process) {
        pause(process);
        reports.remove(process);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
