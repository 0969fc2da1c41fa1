package org.eejs.driver.script;

import java.util.concurrent.atomic.AtomicLong;

/** Turns to send a request, so that no more are sent a second than a limit allows. Thread-safe. */
public final class RateLimit {
    private final long nanosBetween;
    private final AtomicLong next = new AtomicLong(Long.MIN_VALUE);

    /** Turns for this many requests a second. */
    public RateLimit(double perSecond) {
        nanosBetween = (long) (1e9 / perSecond);
    }

    /** Returns when the next request may be sent, on the load's clock: the turn is taken. */
    public long turn(long now) {
        return next.updateAndGet(free -> Math.max(free, now) + nanosBetween) - nanosBetween;
    }
}
