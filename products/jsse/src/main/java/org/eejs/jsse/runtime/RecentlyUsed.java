package org.eejs.jsse.runtime;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * A cache that holds its values strongly, up to a number and a total weight of them; what was not used for longest goes
 * first. Thread-safe; its lock is held for a look-up at a time.
 */
public final class RecentlyUsed<K, V> {
    private final int most;
    private final long heaviest;
    private final ToLongFunction<V> weight;
    private final Map<K, V> values = new LinkedHashMap<>(16, 0.75f, true);
    private long total;

    /**
     * An empty cache.
     *
     * @param most how many values it holds
     * @param heaviest how much they weigh together; a single value that weighs more is not held
     */
    public RecentlyUsed(int most, long heaviest, ToLongFunction<V> weight) {
        this.most = most;
        this.heaviest = heaviest;
        this.weight = weight;
    }

    /** A cache whose values all weigh the same. */
    public RecentlyUsed(int most) {
        this(most, most, value -> 1);
    }

    /** Returns the value of a key, or null. */
    public synchronized V get(K key) {
        return values.get(key);
    }

    /** Returns the value that was there, else this one, which is held from now on. */
    public synchronized V putIfAbsent(K key, V value) {
        V there = values.get(key);
        if (there != null) {
            return there;
        }
        values.put(key, value);
        total += weight.applyAsLong(value);
        Iterator<V> oldest = values.values().iterator();
        while (values.size() > most || total > heaviest) {
            total -= weight.applyAsLong(oldest.next());
            oldest.remove();
        }
        return value;
    }

    /** Returns how many values it holds. */
    public synchronized int size() {
        return values.size();
    }
}
