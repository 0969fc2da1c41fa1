package org.eejs.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MachineTimeTest {
    @Test
    void onlyProcessorsThatThisProcessWasGivenCount() {
        BitSet given = new BitSet();
        given.set(1, 3);
        assertEquals(new MachineTime(14.5, 0.6, 2), MachineTime.of(List.of(
                "cpu  9000 9000 9000 9000 0 0 0 9000 0 0",
                "cpu0 3000 3000 3000 3000 0 0 0 3000 0 0",
                "cpu1 500 100 200 3000 7 8 9 20 5 0",
                "cpu2 600 100 50 3000 7 8 9 40 5 0",
                "intr 5 5 5 5 5 5 5 5 5 5"), given, 1), "without idle time, waiting and interrupts");
    }

    @Test
    void whatAnotherProcessUsesIsSeen() throws Exception {
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            MachineTime before = MachineTime.now();
            long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            double used = 0;
            while (used < 0.3 && System.nanoTime() < until) {
                TimeUnit.MILLISECONDS.sleep(20);
                used = busy.info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
            }
            double seen = MachineTime.now().othersSeconds() - before.othersSeconds();
            assertTrue(used >= 0.3 && seen > 0.5 * used, "used " + used + " s, seen " + seen);
        } finally {
            busy.destroyForcibly().waitFor();
        }
    }
}
