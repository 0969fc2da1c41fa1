package org.eejs.driver;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/**
 * The time of the load: that of {@link System#nanoTime}, but it stops while the load pauses. Users that think continue
 * to think afterwards, as if there had been no pause. Thread-safe.
 */
final class LoadClock {
    private boolean paused;
    private long pausedAt;
    /** The total duration of past pauses. */
    private long pauses;

    /** Returns when this machine's clock shows this number of microseconds since 1970; at once if that is past. */
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
