package org.eejs.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The estimate of the time left. */
class TimeLeftTest {
    @Test
    void whatStepsTookTellsWhatTheOthersWillTake() {
        TimeLeft left = new TimeLeft(100_000);
        assertEquals("2 min", left.toString());
        left.done(50_000, 25_000);
        assertEquals("25 s", left.toString());
        left.done(50_000, 25_000);
        assertEquals("0 s", left.toString());
        assertEquals("2.8 h", new TimeLeft(10_000_000).toString());
    }
}
