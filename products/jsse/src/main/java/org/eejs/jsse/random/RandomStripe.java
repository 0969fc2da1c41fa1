package org.eejs.jsse.random;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.Settings;

/**
 * One generator of {@link RandomStripes}, the JDK's DRBG, and its buffer of random bytes, which serves small requests.
 * A lock guards both. Callers only try to get it, because there are other stripes.
 *
 * <p>A DRBG takes its first seed from {@code setSeed}, and mixes each further one into its state. Its own
 * {@code reseed} is not used: that takes bytes from a generator of the process, which a restored snapshot also has.
 *
 * <p>Thread-safe.
 */
final class RandomStripe {
    /** The number of seed bytes from the operating system: half as much again as a strength of 256 bits needs. */
    static final int SEED_BYTES = 48;
    /**
     * The number of bytes made from a seed. The DRBG allows far more. With this limit, a leaked state reveals at most
     * these bytes, and reseeding costs less than one part in a hundred.
     */
    static final int BYTES_PER_SEED = 16 << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final int number;
    private final int bufferBytes;
    private final long reseedMillis;
    /** Null before the first use, so that an unused stripe costs nothing. Guarded by the lock, as is the rest. */
    private SecureRandom generator;
    /** Random bytes made in advance. Bytes before the position have been returned and are erased. */
    byte[] buffer = {};
    private int position;
    private long seededMillis;
    private long madeOfSeed;

    RandomStripe(int number, int bufferBytes, long reseedMillis) {
        this.number = number;
        this.bufferBytes = bufferBytes;
        this.reseedMillis = reseedMillis;
    }

    /** Fills the array unless another thread is busy here, and returns whether it did. */
    boolean tryFill(byte[] out) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            fillLocked(out);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Fills the array; waits while another thread is busy here. */
    void fill(byte[] out) {
        lock.lock();
        try {
            fillLocked(out);
        } finally {
            lock.unlock();
        }
    }

    /** Reseeds from the operating system, adds some bytes to the seed, and discards the buffer. */
    void addSeed(byte[] additional) {
        lock.lock();
        try {
            seed(System.currentTimeMillis());
            generator.setSeed(additional);
        } finally {
            lock.unlock();
        }
    }

    /** Reseeds from the operating system and discards the buffer, if it has ever been seeded. */
    void reseedIfUsed() {
        lock.lock();
        try {
            if (generator != null) {
                seed(System.currentTimeMillis());
            }
        } finally {
            lock.unlock();
        }
    }

    private void fillLocked(byte[] out) {
        long now = System.currentTimeMillis();
        if (takeBuffered(out, now)) {
            return;
        }
        if (generator == null || madeOfSeed >= BYTES_PER_SEED || !alive(now)) {
            seed(now);
        }
        if (out.length > bufferBytes / 2) {
            make(out);
            return;
        }
        dropBuffer();
        buffer = new byte[bufferBytes];
        make(buffer);
        take(out);
    }

    /** Fills the array from the buffer if there is enough, and returns whether it did. */
    boolean takeBuffered(byte[] out, long nowMillis) {
        boolean enough = out.length <= buffer.length - position && alive(nowMillis);
        if (enough) {
            take(out);
        }
        return enough;
    }

    private void take(byte[] out) {
        System.arraycopy(buffer, position, out, 0, out.length);
        Arrays.fill(buffer, position, position + out.length, (byte) 0);
        position += out.length;
    }

    /**
     * Returns whether the seed may still be used. It returns false if the clock went back, or if too much time has
     * passed.
     */
    private boolean alive(long nowMillis) {
        long age = nowMillis - seededMillis;
        return age >= 0 && age < reseedMillis;
    }

    private void make(byte[] out) {
        generator.nextBytes(out);
        madeOfSeed += out.length;
    }

    private void dropBuffer() {
        Arrays.fill(buffer, (byte) 0);
        buffer = new byte[0];
        position = 0;
    }

    private void seed(long nowMillis) {
        dropBuffer();
        byte[] entropy = OperatingSystemRandom.find().bytes(SEED_BYTES);
        if (generator == null) {
            generator = drbg();
            Counters.PROCESS.randomGenerators.increment();
        }
        generator.setSeed(entropy);
        generator.setSeed(circumstances(nowMillis));
        Arrays.fill(entropy, (byte) 0);
        seededMillis = nowMillis;
        madeOfSeed = 0;
        Counters.PROCESS.randomSeedings.increment();
    }

    /**
     * Returns a generator without a seed. SUN is requested by name, and its DRBG takes its digest from SUN: never from
     * EEJS.
     */
    private static SecureRandom drbg() {
        try {
            return SecureRandom.getInstance("DRBG", "SUN");
        } catch (GeneralSecurityException e) {
            throw new ProviderException("EEJS makes random numbers with the DRBG of the provider SUN, which is "
                    + "missing. Run on Java 9 or newer with SUN installed, or take SecureRandom out of "
                    + Settings.SERVICES, e);
        }
    }

    /**
     * Returns values that differ between stripes and moments. They are not secret, and the seed does not need them;
     * they separate two generators if the system ever returns the same bytes twice.
     */
    private byte[] circumstances(long nowMillis) {
        return ByteBuffer.allocate(Integer.BYTES + 3 * Long.BYTES).putInt(number).putLong(nowMillis)
                .putLong(System.nanoTime()).putLong(Thread.currentThread().getId()).array();
    }
}
