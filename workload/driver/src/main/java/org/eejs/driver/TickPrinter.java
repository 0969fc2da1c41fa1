package org.eejs.driver;

import java.util.Locale;
import java.util.Optional;
import org.eejs.driver.protocol.Tick;

/** Prints ticks for a person who runs the driver by hand, and says why nothing came of them. */
final class TickPrinter {
    private final FailureTally failures = new FailureTally();
    private long right;

    void print(Tick tick) {
        int[] micros = tick.pageMicros().sorted().toArray();
        right += micros.length;
        tick.pages().values().forEach(page -> page.failures().forEach(failures::add));
        double p95 = micros.length == 0 ? 0 : micros[(int) (0.95 * (micros.length - 1))] / 1_000.0;
        System.out.printf(Locale.ROOT,
                "%4d s  sessions %d  pages/s %d  p95 %.1f ms  failed %d  handshakes full %d, resumed %d%n",
                tick.second(), tick.sessions(), tick.completed(), p95, tick.failed(),
                tick.fullHandshakeMicros().length, tick.resumedHandshakeMicros().length);
    }

    /** Why the load was in vain; empty if any page was right. */
    Optional<String> failure(DriverSettings settings) {
        return right > 0 ? Optional.empty() : Optional.of(failures.why("page", settings));
    }
}
