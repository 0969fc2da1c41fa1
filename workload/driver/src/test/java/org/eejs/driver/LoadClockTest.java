package org.eejs.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoadClockTest {
    private final LoadClock clock = new LoadClock();

    @Test
    void itStopsInAPauseAndContinuesFromThere() throws Exception {
        clock.pause();
        long paused = clock.now();
        long began = System.nanoTime();
        CompletableFuture<Long> woken = CompletableFuture.supplyAsync(() -> {
            try {
                clock.sleepUntil(paused + 1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return clock.now();
        });
        assertEquals(paused, clock.now());
        assertFalse(woken.isDone(), "a pause is not slept through");
        clock.pause();
        assertEquals(paused, clock.now(), "pausing twice is pausing once");
        clock.resume();
        clock.resume();
        assertTrue(woken.get(60, TimeUnit.SECONDS) > paused);
        assertTrue(clock.now() - paused <= System.nanoTime() - began);
    }

    @Test
    void withoutPausesItSleepsForTheRequestedTime() throws Exception {
        long time = clock.now() + 1_000_000;
        clock.sleepUntil(time);
        assertTrue(clock.now() >= time);
    }
}
