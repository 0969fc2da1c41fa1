package org.eejs.lab.banking;

import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.eejs.banking.RoleName;
import org.eejs.lab.machine.ProcessUsage;

/** What roles use from reading to reading, and how many processors that is. For one thread. */
final class CpuRates {
    /** The kernel counts in hundredths of a second: over less than this such steps would be most of what is seen. */
    private static final double SHORTEST = 0.5;

    private record Reading(Map<RoleName, ProcessUsage> usage, long nanos) {
        double used(RoleName role, ToDoubleFunction<ProcessUsage> part) {
            return part.applyAsDouble(usage.getOrDefault(role, ProcessUsage.ZERO));
        }

        double secondsSince(Reading earlier) {
            return (nanos - earlier.nanos) / 1e9;
        }
    }

    private Reading before = new Reading(Map.of(), 0);
    private Reading last = before;
    private Reading now = before;

    /** Begins anew: what was used until now is not looked at. */
    void restart(Map<RoleName, ProcessUsage> usage, long nanos) {
        now = new Reading(usage, nanos);
        last = now;
    }

    /** What was used in all until a moment, as {@link System#nanoTime} says. */
    void add(Map<RoleName, ProcessUsage> usage, long nanos) {
        before = last;
        last = now;
        now = new Reading(usage, nanos);
    }

    /** Processor time that a role used since the last reading, in seconds. */
    double used(RoleName role, ToDoubleFunction<ProcessUsage> part) {
        return now.used(role, part) - last.used(role, part);
    }

    /** Processors that a role used since the last reading, or since that before it where the last is too near. */
    double processors(RoleName role, ToDoubleFunction<ProcessUsage> part) {
        Reading from = now.secondsSince(last) < SHORTEST ? before : last;
        return rounded((now.used(role, part) - from.used(role, part)) / Math.max(SHORTEST, now.secondsSince(from)));
    }

    /** The same of what was used in exactly a second, whenever it was read. */
    double processorsInSecond(RoleName role, ToDoubleFunction<ProcessUsage> part) {
        return rounded(used(role, part));
    }

    private static double rounded(double processors) {
        return Math.round(Math.max(0, processors) * 1_000) / 1_000.0;
    }
}
