package org.eejs.jsse.random;

import java.security.ProviderException;
import java.util.concurrent.atomic.AtomicReference;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.Settings;

/**
 * A fixed number of generators that all threads share: the stripes. A thread's number selects its stripe; if another
 * thread is using that, it tries the next one. So threads rarely meet, no thread owns a generator, and a million
 * virtual threads need no more generators than one thread.
 *
 * <p><b>Hardly any waiting.</b> A request tries the lock of one stripe after the other, and a small one holds it only
 * to copy bytes that were made in advance. A thread waits only if all stripes are busy.
 *
 * <p><b>No recursion.</b> The generators are SUN's. That is requested by name and asks no other provider for random
 * numbers. It is loaded while no lock is held.
 *
 * <p>Thread-safe.
 */
final class RandomStripes {
    private static final int STRIPES_PER_PROCESSOR = 4;
    /** Lower limit: with only a few stripes, descheduled threads could hold all of them. */
    private static final int FEWEST_STRIPES = 16;
    private static final int MOST_STRIPES = 256;
    /** 2^64 divided by the golden ratio: multiples of it spread numbers that follow each other. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final AtomicReference<RandomStripes> PROCESS = new AtomicReference<>();

    private final RandomStripe[] stripes;
    private final int shift;

    /**
     * Separate stripes, for tests.
     *
     * @param processors the number of processors
     * @param bufferBytes the number of bytes that a stripe makes in advance
     * @param reseedMillis the age at which a stripe is reseeded; 0 for each request
     */
    RandomStripes(int processors, int bufferBytes, long reseedMillis) {
        int wanted = Math.max(FEWEST_STRIPES, Math.min(MOST_STRIPES, processors * STRIPES_PER_PROCESSOR));
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(wanted - 1);
        stripes = new RandomStripe[1 << bits];
        shift = Long.SIZE - bits;
        // With a seed that is never reused, bytes made in advance would never be returned.
        int buffer = reseedMillis == 0 ? 0 : bufferBytes;
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new RandomStripe(i, buffer, reseedMillis);
        }
    }

    /**
     * Returns those of this process, as the system properties were at the first call.
     *
     * @throws IllegalArgumentException if one of them is invalid, in one line
     */
    static RandomStripes process() {
        RandomStripes made = PROCESS.get();
        if (made == null) {
            // Two threads may get here; one's stripes are taken, and the other's were never used.
            PROCESS.compareAndSet(null, new RandomStripes(Runtime.getRuntime().availableProcessors(),
                    Settings.randomBufferBytes(), Settings.randomReseedSeconds() * 1000L));
            made = PROCESS.get();
            Counters.show();
        }
        return made;
    }

    /** Returns the number of stripes. */
    int count() {
        return stripes.length;
    }

    /** Returns the stripe that the calling thread tries first. */
    RandomStripe home() {
        return stripes[homeIndex()];
    }

    /**
     * Fills the array with random bytes.
     *
     * @throws ProviderException if there is nothing to make them with, or to seed from
     */
    void nextBytes(byte[] out) {
        if (out.length == 0) {
            return;
        }
        int home = homeIndex();
        // May load providers, which other threads may wait for: so not while a stripe is held.
        OperatingSystemRandom.find();
        for (int i = 0; i < stripes.length; i++) {
            if (stripes[(home + i) & (stripes.length - 1)].tryFill(out)) {
                return;
            }
        }
        stripes[home].fill(out);
    }

    /**
     * Adds to the seed of the calling thread's stripe, together with a new one from the operating system. All that the
     * stripe returns afterwards depends on it.
     */
    void addSeed(byte[] additional) {
        OperatingSystemRandom.find();
        home().addSeed(additional);
    }

    /** Reseeds all stripes that were ever used from the operating system, and discards their buffers. */
    void reseed() {
        for (RandomStripe stripe : stripes) {
            stripe.reseedIfUsed();
        }
    }

    private int homeIndex() {
        return (int) (Thread.currentThread().getId() * SPREAD >>> shift);
    }
}
