package org.eejs.jsse.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

/** The cache keeps the most recently used values, by number and by weight. */
class RecentlyUsedTest {
    @Test
    void holdsALimitedNumber() {
        RecentlyUsed<Integer, String> used = new RecentlyUsed<>(3, 10, String::length);
        for (int i = 0; i < 3; i++) {
            used.putIfAbsent(i, "ab");
        }
        assertEquals("ab", used.get(0));
        used.putIfAbsent(3, "abcd");
        assertNull(used.get(1), "the one that was not used for longest");
        assertEquals(3, used.size());
        used.putIfAbsent(4, "abcdef");
        assertEquals(2, used.size(), "by weight");
        assertNull(used.get(2));
        used.putIfAbsent(5, "too heavy for it");
        assertNull(used.get(5));
        assertEquals("abcd", new RecentlyUsed<>(1).putIfAbsent(1, "abcd"));
    }
}
