package org.eejs.lab.statistics;

import java.time.Duration;

/** Estimates the time of the remaining steps from the time of the finished ones. For one thread. */
public final class TimeLeft {
    private double plannedAhead;
    private double plannedDone;
    private double taken;

    /** Creates an estimate from the expected total time, in milliseconds. */
    public TimeLeft(double plannedMs) {
        this.plannedAhead = plannedMs;
    }

    /** Records that a step is done. */
    public void done(double plannedMs, double tookMs) {
        plannedAhead -= plannedMs;
        plannedDone += plannedMs;
        taken += tookMs;
    }

    /** Formats the time left for users, for example {@code 3 min}. */
    @Override
    public String toString() {
        double ms = plannedDone == 0 ? plannedAhead : plannedAhead * taken / plannedDone;
        Duration left = Duration.ofMillis(Math.max(0, Math.round(ms)));
        return left.toMinutes() >= 90 ? "%.1f h".formatted(left.toSeconds() / 3600.0)
                : left.toSeconds() >= 90 ? Math.round(left.toSeconds() / 60.0) + " min" : left.toSeconds() + " s";
    }
}
