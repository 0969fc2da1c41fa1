package org.eejs.lab.banking;

import java.util.concurrent.TimeUnit;

/**
 * When the seconds of a load end, by {@link System#nanoTime} of the lab. The load's clock stands still while it pauses.
 * For one thread.
 */
final class LoadSeconds {
    private static final double NANOS = 1e9;

    private final long begin;
    private long pauses;
    private long pausedAt;

    /** Those of a load that begins then. */
    LoadSeconds(long begin) {
        this.begin = begin;
    }

    /** The clock stops now. */
    void pause(long now) {
        pausedAt = now;
    }

    /** The clock goes on now. */
    void resume(long now) {
        pauses += now - pausedAt;
    }

    /** When a second ends, counted from 0. */
    long end(int second) {
        return begin + pauses + TimeUnit.SECONDS.toNanos(second + 1L);
    }

    /** By how many seconds what came then and tells of a second was late. */
    double late(int second, long came) {
        return (came - end(second)) / NANOS;
    }
}
