package org.eejs.lab.banking;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eejs.banking.Qos;
import org.eejs.driver.protocol.Tick;
import org.eejs.result.Evidence.PhaseFailures;

/** The reasons for failed pages in each phase of a run. Not thread-safe. */
final class FailedPages {
    /** The reason of pages that were correct, but slower than tolerable. */
    static final String SLOW = "slow";

    private final long tolerableMicros;
    private final Map<String, PhaseFailures> phases = new LinkedHashMap<>();

    /** Creates an empty list; {@code qos} defines which pages are too slow. */
    FailedPages(Qos qos) {
        tolerableMicros = SteadyState.micros(qos.timeTolerable());
    }

    /** Adds a second of a phase; returns how many of its pages were correct, but too slow. */
    long add(String phase, Tick tick) {
        Map<String, Long> reasons = new TreeMap<>();
        tick.pages().values().forEach(page -> page.failures().forEach((reason, number) ->
                reasons.merge(reason, (long) number, Long::sum)));
        long slow = tick.pageMicros().filter(micros -> micros > tolerableMicros).count();
        if (slow > 0) {
            reasons.merge(SLOW, slow, Long::sum);
        }
        phases.merge(phase, new PhaseFailures(phase, tick.completed(), reasons), FailedPages::together);
        return slow;
    }

    private static PhaseFailures together(PhaseFailures one, PhaseFailures other) {
        Map<String, Long> reasons = new TreeMap<>(one.reasons());
        other.reasons().forEach((reason, number) -> reasons.merge(reason, number, Long::sum));
        return new PhaseFailures(one.phase(), one.pages() + other.pages(), reasons);
    }

    /** Returns the phases with failed pages, in order. */
    List<PhaseFailures> byPhase() {
        return phases.values().stream().filter(phase -> !phase.reasons().isEmpty()).toList();
    }
}
