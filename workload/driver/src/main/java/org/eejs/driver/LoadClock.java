package org.eejs.driver;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/**
 * The time of the load: that of {@link System#nanoTime}, which stands still while the load pauses. Users who think go
 * on thinking afterwards, as if nothing had been. Thread-safe.
 */
final class LoadClock {
    private boolean paused;
    private long pausedAt;
    /** How long the pauses that are over lasted. */
    private long pauses;

    /** Returns when this machine's clock shows so many microseconds since 1970; at once when that is past. */
    static void awaitMicros(long time) throws InterruptedException {
        TimeUnit.MICROSECONDS.sleep(time - ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
    }

    /** Returns the time of the load, in nanoseconds. */
    synchronized long now() {
        return (paused ? pausedAt : System.nanoTime()) - pauses;
    }

    synchronized boolean isPaused() {
        return paused;
    }

    synchronized void pause() {
        if (!paused) {
            pausedAt = System.nanoTime();
            paused = true;
        }
    }

    synchronized void resume() {
        if (paused) {
            pauses += System.nanoTime() - pausedAt;
            paused = false;
            notifyAll();
        }
    }

    /** Returns at this time of the load, and not while it pauses. */
    synchronized void sleepUntil(long time) throws InterruptedException {
        while (paused || time - now() > 0) {
            if (paused) {
                wait();
            } else {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, time - now()));
            }
        }
    }
}
