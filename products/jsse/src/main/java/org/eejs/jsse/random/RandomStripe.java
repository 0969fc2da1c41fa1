package org.eejs.jsse.random;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.eejs.jsse.runtime.Counters;

/**
 * One generator of {@link RandomStripes}, and what it has made in advance. Small requests are served from there without
 * a lock; the generator itself is behind one that its callers only try to get.
 *
 * <p>Thread-safe.
 */
final class RandomStripe {
    private static final byte[] NOTHING = new byte[0];

    private final ReentrantLock lock = new ReentrantLock();
    private final int number;
    private final int bufferBytes;
    private final long reseedMillis;
    private volatile RandomBlock block = RandomBlock.EMPTY;
    /**
     * Null before the first use, so that a stripe that nobody needs costs nothing. Guarded by the lock, as is the rest.
     */
    private CtrDrbg generator;
    private long seededMillis;

    RandomStripe(int number, int bufferBytes, long reseedMillis) {
        this.number = number;
        this.bufferBytes = bufferBytes;
        this.reseedMillis = reseedMillis;
    }

    /** Whether so long a request is served from what was made in advance, and not by the generator itself. */
    boolean buffers(int length) {
        return length <= bufferBytes / 2;
    }

    /** Hands out what was made in advance, and says how many bytes: all, some or none. Never waits. */
    int takeBuffered(byte[] out, int offset, int length, long nowMillis) {
        RandomBlock current = block;
        return current.alive(nowMillis) ? current.take(out, offset, length) : 0;
    }

    /** Whether the caller is in {@link #fill} already: something that the generator uses asks for random numbers. */
    boolean busyWithCaller() {
        return lock.isHeldByCurrentThread();
    }

    /** Fills the range unless another thread is busy here, and says whether it did. */
    boolean tryFill(byte[] out, int offset, int length) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            fillLocked(out, offset, length);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Fills the range, after a wait where another thread is busy here. */
    void fill(byte[] out, int offset, int length) {
        lock.lock();
        try {
            fillLocked(out, offset, length);
        } finally {
            lock.unlock();
        }
    }

    /** Reseeds from the operating system with some bytes as additional input, and drops what was made in advance. */
    void reseed(byte[] additional) {
        lock.lock();
        try {
            dropBlock();
            seed(System.currentTimeMillis(), additional);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #reseed}, if it has ever been seeded. */
    void reseedIfUsed() {
        lock.lock();
        try {
            if (generator != null) {
                reseed(NOTHING);
            }
        } finally {
            lock.unlock();
        }
    }

    private void fillLocked(byte[] out, int offset, int length) {
        long now = System.currentTimeMillis();
        // Another thread may have filled it since this one looked.
        int done = buffers(length) ? takeBuffered(out, offset, length, now) : 0;
        if (done == length) {
            return;
        }
        if (generator == null || generator.reseedDue() || !RandomBlock.alive(now, seededMillis, reseedMillis)) {
            seed(now, NOTHING);
        }
        if (!buffers(length)) {
            generator.generate(out, offset, length, NOTHING);
            return;
        }
        dropBlock();
        byte[] bytes = new byte[bufferBytes];
        generator.generate(bytes, 0, bytes.length, NOTHING);
        RandomBlock fresh = new RandomBlock(bytes, seededMillis, reseedMillis);
        fresh.take(out, offset + done, length - done);
        block = fresh;
    }

    private void dropBlock() {
        RandomBlock old = block;
        block = RandomBlock.EMPTY;
        old.discard();
    }

    private void seed(long nowMillis, byte[] additional) {
        byte[] entropy = OperatingSystemRandom.find().bytes(CtrDrbg.SEED_BYTES);
        byte[] mixed = additional.length > 0 ? additional : circumstances(nowMillis);
        if (generator == null) {
            generator = new CtrDrbg(entropy, mixed);
            Counters.PROCESS.randomGenerators.increment();
        } else {
            generator.reseed(entropy, mixed);
        }
        Arrays.fill(entropy, (byte) 0);
        seededMillis = nowMillis;
        Counters.PROCESS.randomSeedings.increment();
    }

    /**
     * What differs between stripes and moments. It is no secret and the seed needs none of it; it keeps two generators
     * apart should the system ever give the same bytes twice.
     */
    private byte[] circumstances(long nowMillis) {
        return ByteBuffer.allocate(Integer.BYTES + 3 * Long.BYTES).putInt(number).putLong(nowMillis)
                .putLong(System.nanoTime()).putLong(Thread.currentThread().getId()).array();
    }
}
