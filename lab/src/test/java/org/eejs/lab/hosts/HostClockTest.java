package org.eejs.lab.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HostClockTest {
    @Test
    void anExchangeTellsOffsetAndRoundTrip() {
        HostClock clock = HostClock.of(1_000, 6_100, 1_200);
        assertEquals(200, clock.roundTripMicros());
        assertEquals(5_000, clock.offsetMicros());
        assertEquals(100, clock.errorMicros());
    }

    @Test
    void whatAClockShowedLongAgoIsForgotten() {
        HostClock.Recent clock = HostClock.Recent.UNKNOWN.and(new HostClock(10, 0));
        for (int i = 1; i < HostClock.Recent.KEPT; i++) {
            clock = clock.and(new HostClock(20 + i, 7_000));
        }
        assertEquals(new HostClock(10, 0), clock.best());
        assertEquals(new HostClock(21, 7_000), clock.and(new HostClock(100, 7_000)).best());
    }

    @Test
    void aClockHasMovedAsFarAsErrorsDoNotExplain() {
        HostClock before = new HostClock(200, 1_000);
        assertEquals(0, new HostClock(100, 1_150).movedSince(before));
        assertEquals(50, new HostClock(100, 1_200).movedSince(before));
        assertEquals(-50, new HostClock(100, 800).movedSince(before));
    }

    @Test
    void theOffsetOfManyExchangesIsWithinItsError() {
        SplittableRandom random = new SplittableRandom(1);
        for (int host = 0; host < 100; host++) {
            long offset = random.nextLong(-1_000_000, 1_000_000);
            HostClock.Recent clock = HostClock.Recent.UNKNOWN;
            for (int i = 0; i < 20; i++) {
                // The two ways take any time, and not the same.
                long there = random.nextLong(50, 5_000);
                long back = random.nextLong(50, 5_000);
                long asked = random.nextLong(1_000_000_000);
                clock = clock.and(HostClock.of(asked, asked + there + offset, asked + there + back));
            }
            HostClock best = clock.best();
            assertTrue(Math.abs(best.offsetMicros() - offset) <= best.errorMicros() + 1, best + " of " + offset);
        }
    }
}
