package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.TimeUnit;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.processes.Companion;

/**
 * The limits of a host's reports about one process: a host that exceeds them would fill the lab's heap. A driver with
 * 40,000 pages a second reports 0.5 MB a second in two events. Thread-safe.
 */
final class ReportLimits {
    private static final double EVENTS_A_SECOND = 10;
    private static final double MOST_EVENTS = 100;
    private static final double BYTES_A_SECOND = 1_000_000;
    private static final double MOST_BYTES = 6_000_000;
    /** The tolerance for reports before the end of a second: clocks differ a little. */
    private static final long AHEAD_SECONDS = 5;

    private final long loadSeconds;
    private final long begin = System.nanoTime();
    private long before = begin;
    /** The decaying number of events. */
    private double events;
    private double bytes;

    /**
     * Creates the limits of a process that has just started.
     *
     * @param loadSeconds an upper bound for the seconds of its load
     */
    ReportLimits(long loadSeconds) {
        this.loadSeconds = loadSeconds;
    }

    /** Returns the limit that an event exceeds, in words that follow the host's name; null when it is within all. */
    synchronized String exceeded(HostLines.RoleEvent event, int size) {
        if (event.name() == null || event.data() == null) {
            return "reported an event without a name or data";
        }
        long now = System.nanoTime();
        double seconds = (now - before) / (double) TimeUnit.SECONDS.toNanos(1);
        before = now;
        events = Math.max(0, events - seconds * EVENTS_A_SECOND) + 1;
        bytes = Math.max(0, bytes - seconds * BYTES_A_SECOND) + size;
        if (events > MOST_EVENTS || bytes > MOST_BYTES) {
            return "reported more of a process than the lab can keep";
        }
        boolean counted = event.used() != null || event.name().equals(Companion.USED)
                || event.name().equals(Tick.EVENT);
        return counted && !isPast(event.data().path(Companion.SECOND), now)
                ? "reported a second outside of the load" : null;
    }

    private boolean isPast(JsonNode second, long now) {
        long ended = TimeUnit.NANOSECONDS.toSeconds(now - begin) + AHEAD_SECONDS;
        return second.isIntegralNumber() && second.canConvertToInt() && second.asInt() >= 0
                && second.asInt() < Math.min(loadSeconds, ended);
    }
}
