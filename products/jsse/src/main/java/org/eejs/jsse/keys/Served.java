package org.eejs.jsse.keys;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The snapshot that a key manager serves now, and those from before whose keys handshakes may still need: one that has
 * been given a name before a change asks for its key and its chain after it. Immutable, thread-safe.
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

    /** With another snapshot in the place of the current one. */
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
     * Without the snapshots that were replaced up to a moment.
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

    /** Wipes keys that another one, which has taken the place of this one, does not have. */
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

    /** Returns the key of a name, in the snapshot that it is of, or else in the current one, or {@code null}. */
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

    /** A snapshot and when another took its place, by {@link System#nanoTime()}. */
    private static final class Replaced {
        final KeySnapshot snapshot;
        final long nanos;

        Replaced(KeySnapshot snapshot, long nanos) {
            this.snapshot = snapshot;
            this.nanos = nanos;
        }
    }
}
