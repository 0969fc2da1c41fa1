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
    void theOffsetOfManyExchangesIsWithinItsError() {
        SplittableRandom random = new SplittableRandom(1);
        for (int host = 0; host < 100; host++) {
            long offset = random.nextLong(-1_000_000, 1_000_000);
            HostClock best = null;
            for (int i = 0; i < 20; i++) {
                // Both ways take as long as they like, and not equally long.
                long there = random.nextLong(50, 5_000);
                long back = random.nextLong(50, 5_000);
                long asked = random.nextLong(1_000_000_000);
                best = HostClock.of(asked, asked + there + offset, asked + there + back).or(best);
            }
            assertTrue(Math.abs(best.offsetMicros() - offset) <= best.errorMicros() + 1, best + " of " + offset);
        }
    }
}
