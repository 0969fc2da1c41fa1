package org.eejs.jsse.runtime;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * A cache that holds its values strongly, up to a number and a total weight; it drops the least recently used first.
 * Thread-safe; its lock is held for one look-up at a time.
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
     * @param most the maximum number of values
     * @param heaviest the maximum total weight; a single value that weighs more is not held
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

    /** Returns the existing value, or else this one, which it holds from now on. */
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

    /** Returns the number of values. */
    public synchronized int size() {
        return values.size();
    }
}
