package org.eejs.jsse.random;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Random bytes that wait to be handed out, each once: a thread claims a range by moving the position on, and only then
 * copies and erases it. So threads need no lock here, and one that is put aside in the middle holds nobody up.
 *
 * <p>Thread-safe once it is filled and published by a volatile write.
 */
final class RandomBlock {
    /** A block with nothing in it. */
    static final RandomBlock EMPTY = new RandomBlock(new byte[0], 0, 0);

    private final byte[] bytes;
    private final long madeMillis;
    private final long lifeMillis;
    /** How many bytes are claimed; never more than there are. */
    private final AtomicInteger claimed = new AtomicInteger();

    /**
     * Takes over some random bytes.
     *
     * @param madeMillis when their life began, on the clock of {@link System#currentTimeMillis}
     * @param lifeMillis how long they may be handed out
     */
    RandomBlock(byte[] bytes, long madeMillis, long lifeMillis) {
        this.bytes = bytes;
        this.madeMillis = madeMillis;
        this.lifeMillis = lifeMillis;
    }

    /** Whether it may still be used. */
    boolean alive(long nowMillis) {
        return alive(nowMillis, madeMillis, lifeMillis);
    }

    /**
     * Whether a life that began then goes on. A clock that went back says no, as one that went on for too long does.
     */
    static boolean alive(long nowMillis, long fromMillis, long lifeMillis) {
        long age = nowMillis - fromMillis;
        return age >= 0 && age < lifeMillis;
    }

    /** Hands out up to {@code length} bytes and says how many: fewer, or none, where no more are there. */
    int take(byte[] out, int offset, int length) {
        int from;
        int count;
        do {
            from = claimed.get();
            count = Math.min(length, bytes.length - from);
            if (count == 0) {
                return 0;
            }
        } while (!claimed.compareAndSet(from, from + count));
        System.arraycopy(bytes, from, out, offset, count);
        Arrays.fill(bytes, from, from + count, (byte) 0);
        return count;
    }

    /** Erases what nobody has claimed. */
    void discard() {
        int from = claimed.getAndSet(bytes.length);
        Arrays.fill(bytes, from, bytes.length, (byte) 0);
    }
}
