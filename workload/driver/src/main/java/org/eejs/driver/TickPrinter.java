package org.eejs.driver;

import java.util.Locale;
import org.eejs.driver.protocol.Tick;

/** Prints ticks for a person who runs the driver by hand. */
final class TickPrinter {
    void print(Tick tick) {
        int[] micros = tick.pageMicros().sorted().toArray();
        double p95 = micros.length == 0 ? 0 : micros[(int) (0.95 * (micros.length - 1))] / 1_000.0;
        System.out.printf(Locale.ROOT,
                "%4d s  sessions %d  pages/s %d  p95 %.1f ms  failed %d  handshakes full %d, resumed %d%n",
                tick.second(), tick.sessions(), tick.completed(), p95, tick.failed(),
                tick.fullHandshakeMicros().length, tick.resumedHandshakeMicros().length);
    }
}
