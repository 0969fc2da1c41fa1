package org.eejs.lab.statistics;

import java.time.Duration;

/** Tells how long steps will take that are still to be done, by how long those took that were. For one thread. */
public final class TimeLeft {
    private double plannedAhead;
    private double plannedDone;
    private double taken;

    /** With how long all was thought to take, in milliseconds. */
    public TimeLeft(double plannedMs) {
        this.plannedAhead = plannedMs;
    }

    /** A step is done. */
    public void done(double plannedMs, double tookMs) {
        plannedAhead -= plannedMs;
        plannedDone += plannedMs;
        taken += tookMs;
    }

    /** For people, for example {@code 3 min}. */
    @Override
    public String toString() {
        double ms = plannedDone == 0 ? plannedAhead : plannedAhead * taken / plannedDone;
        Duration left = Duration.ofMillis(Math.max(0, Math.round(ms)));
        return left.toMinutes() >= 90 ? "%.1f h".formatted(left.toSeconds() / 3600.0)
                : left.toSeconds() >= 90 ? Math.round(left.toSeconds() / 60.0) + " min" : left.toSeconds() + " s";
    }
}
