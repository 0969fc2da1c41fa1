package org.eejs.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eejs.banking.Phases;
import org.eejs.driver.protocol.Tick;

/**
 * A printer of ticks for a manual run of the driver, then of the results of the steady state, or the reason why there
 * are none.
 */
final class TickPrinter {
    private final DriverSettings settings;
    private final String address;
    private final FailureTally failures = new FailureTally();
    private final List<Tick> steady = new ArrayList<>();
    private long right;

    TickPrinter(DriverSettings settings, String address) {
        this.settings = settings;
        this.address = address;
    }

    void print(Tick tick) {
        int[] micros = tick.pageMicros().sorted().toArray();
        right += micros.length;
        tick.pages().values().forEach(page -> page.failures().forEach(failures::add));
        System.out.printf(Locale.ROOT,
                "%4d s  sessions %d  pages/s %d  p95 %.1f ms  failed %d  handshakes full %d, resumed %d%n",
                tick.second(), tick.sessions(), tick.completed(), p95(micros), tick.failed(),
                tick.fullHandshakeMicros().length, tick.resumedHandshakeMicros().length);
        if (settings.phases().at(tick.second()) == Phases.Phase.STEADY) {
            steady.add(tick);
        }
        if (tick.last() && !steady.isEmpty()) {
            print(Tick.of(steady).pageMicros().sorted().toArray(), steady.stream().mapToInt(Tick::failed).sum());
        }
    }

    private void print(int[] micros, int failed) {
        System.out.printf(Locale.ROOT, "steady state, %d s: pages %d, %.1f a second; response time mean %.2f ms, "
                        + "p95 %.1f ms; failed %d%n", steady.size(), micros.length + failed,
                (double) (micros.length + failed) / steady.size(),
                IntStream.of(micros).average().orElse(0) / 1_000, p95(micros), failed);
    }

    private static double p95(int[] sorted) {
        return sorted.length == 0 ? 0 : sorted[(int) (0.95 * (sorted.length - 1))] / 1_000.0;
    }

    /** Returns the reason if the load failed; empty if any page was right. */
    Optional<String> failure() {
        return right > 0 ? Optional.empty() : Optional.of(failures.why("page", address));
    }
}
