package org.eejs.driver;

import java.util.Arrays;
import java.util.Locale;
import org.eejs.driver.protocol.Tick;

/** Prints ticks for a person who runs the driver by hand. */
final class TickPrinter {
    void print(Tick tick) {
        int[] micros = tick.pages().values().stream()
                .flatMapToInt(page -> Arrays.stream(page.responseMicros()))
                .sorted().toArray();
        int failed = tick.pages().values().stream()
                .flatMapToInt(page -> page.failures().values().stream().mapToInt(Integer::intValue))
                .sum();
        double p95 = micros.length == 0 ? 0 : micros[(int) (0.95 * (micros.length - 1))] / 1_000.0;
        System.out.printf(Locale.ROOT,
                "%4d s  sessions %d  pages/s %d  p95 %.1f ms  failed %d  handshakes full %d, resumed %d%n",
                tick.second(), tick.sessions(), micros.length + failed, p95, failed,
                tick.fullHandshakeMicros().length, tick.resumedHandshakeMicros().length);
    }
}
