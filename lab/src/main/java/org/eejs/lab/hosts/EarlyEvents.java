package org.eejs.lab.hosts;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Events of a host's processes that the lab does not know yet: a process may report before the answer that it was
 * started. Events of processes that were known before come too late, and are dropped. For one thread.
 */
final class EarlyEvents {
    private static final int MOST = 100;
    private static final int MOST_BYTES = 256_000;

    private final List<Kept> events = new ArrayList<>();
    private int bytes;
    /** Processes of a host are numbered in the order in which they start. */
    private int known;

    /**
     * An event.
     *
     * @param size in bytes
     */
    record Kept(HostRequest.RoleEvent event, int size) {}

    /** Keeps an event; returns in words that follow the host's name why it has too many, or null. */
    String keep(HostRequest.RoleEvent event, int size) {
        if (event.process() > 0 && event.process() <= known) {
            return null;
        }
        events.add(new Kept(event, size));
        bytes += size;
        return events.size() > MOST || bytes > MOST_BYTES
                ? "reported too much of processes that the lab has not started" : null;
    }

    /** Returns the events of a process, which is known from now on. */
    List<Kept> of(int process) {
        known = Math.max(known, process);
        List<Kept> own = new ArrayList<>();
        for (Iterator<Kept> each = events.iterator(); each.hasNext();) {
            Kept kept = each.next();
            if (kept.event().process() == process) {
                own.add(kept);
                bytes -= kept.size();
                each.remove();
            }
        }
        return own;
    }

    /** Forgets what was kept, since nothing is being started. */
    EarlyEvents forgotten() {
        events.clear();
        bytes = 0;
        return this;
    }
}
