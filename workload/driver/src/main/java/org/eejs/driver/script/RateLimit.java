package org.eejs.driver.script;

import java.util.concurrent.atomic.AtomicLong;

/** The turns for requests, so that no more are sent a second than a limit allows. Thread-safe. */
public final class RateLimit {
    private final long nanosBetween;
    private final AtomicLong next = new AtomicLong(Long.MIN_VALUE);

    /** Creates turns for this number of requests a second. */
    public RateLimit(double perSecond) {
        nanosBetween = (long) (1e9 / perSecond);
    }

    /** Takes a turn, and returns its time on the load's clock. */
    public long turn(long now) {
        return next.updateAndGet(free -> Math.max(free, now) + nanosBetween) - nanosBetween;
    }
}
