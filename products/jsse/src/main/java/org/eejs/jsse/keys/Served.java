package org.eejs.jsse.keys;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The snapshot that a key manager serves now, and earlier ones whose keys handshakes may still need. A handshake that
 * got a name before a change asks for its key and its chain after the change. Immutable, thread-safe.
 */
final class Served {
    final KeySnapshot current;
    private final List<Replaced> earlier;

    /** The first snapshot. */
    Served(KeySnapshot current) {
        this(current, Collections.emptyList());
    }

    private Served(KeySnapshot current, List<Replaced> earlier) {
        this.current = current;
        this.earlier = earlier;
    }

    /** Returns a copy with another current snapshot. */
    Served followedBy(KeySnapshot next) {
        List<Replaced> replaced = new ArrayList<>(earlier);
        replaced.add(new Replaced(current, System.nanoTime()));
        return new Served(next, replaced);
    }

    /** Returns the snapshot before the current one, if it was replaced within that time, or {@code null}. */
    KeySnapshot replacedWithin(long nanos) {
        if (earlier.isEmpty()) {
            return null;
        }
        Replaced last = earlier.get(earlier.size() - 1);
        return System.nanoTime() - last.nanos < nanos ? last.snapshot : null;
    }

    /**
     * Returns a copy without the snapshots that were replaced up to a moment.
     *
     * @param nanos the moment, by {@link System#nanoTime()}
     */
    Served withoutThoseBefore(long nanos) {
        if (earlier.isEmpty() || earlier.get(0).nanos - nanos > 0) {
            return this;
        }
        List<Replaced> kept = new ArrayList<>(earlier);
        kept.removeIf(replaced -> replaced.nanos - nanos <= 0);
        return new Served(current, kept);
    }

    /** Wipes the keys that its successor does not have. */
    void wipeWithout(Served rest) {
        for (Replaced replaced : earlier) {
            for (KeyMaterial key : replaced.snapshot.keys()) {
                if (!rest.holds(key)) {
                    key.destroy();
                }
            }
        }
    }

    private boolean holds(KeyMaterial key) {
        return current.holds(key) || earlier.stream().anyMatch(replaced -> replaced.snapshot.holds(key));
    }

    /** Returns the key of a name, from the snapshot of the name, or else from the current one, or {@code null}. */
    KeyMaterial find(String name) {
        if (name == null) {
            return null;
        }
        KeyMaterial key = current.find(name);
        for (int i = earlier.size() - 1; key == null && i >= 0; i--) {
            key = earlier.get(i).snapshot.find(name);
        }
        return key != null ? key : current.findNow(name);
    }

    /** A snapshot and the time of its replacement, by {@link System#nanoTime()}. */
    private static final class Replaced {
        final KeySnapshot snapshot;
        final long nanos;

        Replaced(KeySnapshot snapshot, long nanos) {
            this.snapshot = snapshot;
            this.nanos = nanos;
        }
    }
}
