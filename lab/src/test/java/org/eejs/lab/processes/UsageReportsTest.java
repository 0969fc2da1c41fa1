package org.eejs.lab.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A host reports its use at the ends of all seconds of the load, each once. */
class UsageReportsTest {
    private final BlockingQueue<Integer> said = new LinkedBlockingQueue<>();

    private Integer next() throws InterruptedException {
        return said.poll(10, TimeUnit.SECONDS);
    }

    @Test
    void endedSecondsAreReportedAtOnceAndNoneTwice() throws Exception {
        try (UsageReports reports = new UsageReports(said::add)) {
            reports.begin(-TimeUnit.MILLISECONDS.toNanos(2_500));
            for (int second = 0; second < 4; second++) {
                assertEquals(second, next());
            }
            reports.pause();
            assertNull(said.poll(1_500, TimeUnit.MILLISECONDS), "the load pauses");
            reports.begin(-TimeUnit.MILLISECONDS.toNanos(4_500));
            assertEquals(4, next(), "goes on with the next");
        }
    }
}
