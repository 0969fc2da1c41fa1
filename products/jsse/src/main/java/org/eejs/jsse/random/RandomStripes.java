package org.eejs.jsse.random;

import java.security.ProviderException;
import java.util.concurrent.atomic.AtomicReference;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.Settings;

/**
 * A fixed number of generators that all threads share: the stripes. A thread's number picks its stripe, and it goes on
 * to the next one where another thread is just making bytes. So threads hardly ever meet, no thread owns a generator,
 * and a million virtual threads need no more of them than one.
 *
 * <p><b>No lock on the way of a small request</b>: it claims bytes that its stripe has made in advance. A stripe's lock
 * is tried once for every few dozens of such requests, and for each large one. A thread waits only if all stripes are
 * busy.
 *
 * <p><b>No recursion.</b> What a generator needs of the JCA is looked up while no lock is held. Should it ask for
 * random numbers itself all the same, the thread meets a stripe that it keeps busy, and gets the operating system's.
 *
 * <p>Thread-safe.
 */
final class RandomStripes {
    private static final int STRIPES_PER_PROCESSOR = 4;
    /** With a few only, threads that were put aside while they held one could have them all. */
    private static final int FEWEST_STRIPES = 16;
    private static final int MOST_STRIPES = 256;
    /** 2^64 divided by the golden ratio: multiples of it spread numbers that follow each other. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final AtomicReference<RandomStripes> PROCESS = new AtomicReference<>();

    private final RandomStripe[] stripes;
    private final int shift;

    /**
     * Stripes of one's own, which is for tests.
     *
     * @param processors how many there are
     * @param bufferBytes how many bytes a stripe makes in advance
     * @param reseedMillis after how long a stripe is reseeded; 0 for each request
     */
    RandomStripes(int processors, int bufferBytes, long reseedMillis) {
        int wanted = Math.max(FEWEST_STRIPES, Math.min(MOST_STRIPES, processors * STRIPES_PER_PROCESSOR));
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(wanted - 1);
        stripes = new RandomStripe[1 << bits];
        shift = Long.SIZE - bits;
        // What is made in advance for a seed that lives for no time would never be handed out.
        int buffer = reseedMillis == 0 ? 0 : bufferBytes;
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new RandomStripe(i, buffer, reseedMillis);
        }
    }

    /**
     * Those of this process, as the system properties were at the first call.
     *
     * @throws IllegalArgumentException if one of them cannot be understood, in one line
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

    /** How many there are. */
    int count() {
        return stripes.length;
    }

    /** The one that the calling thread looks at first. */
    RandomStripe home() {
        return stripes[homeIndex()];
    }

    /**
     * Fills the array with random bytes.
     *
     * @throws ProviderException if there is nothing to make them with, or to seed from
     */
    void nextBytes(byte[] out) {
        RandomStripe home = home();
        int done = home.buffers(out.length) ? home.takeBuffered(out, 0, out.length, System.currentTimeMillis()) : 0;
        while (done < out.length) {
            int part = Math.min(out.length - done, CtrDrbg.MAX_REQUEST_BYTES);
            fill(out, done, part);
            done += part;
        }
    }

    private void fill(byte[] out, int offset, int length) {
        // May load providers, which other threads may wait for: so not while a stripe is held.
        OperatingSystemRandom system = OperatingSystemRandom.find();
        TestedAes.find();
        int home = homeIndex();
        for (int i = 0; i < stripes.length; i++) {
            RandomStripe stripe = stripes[(home + i) & (stripes.length - 1)];
            if (stripe.busyWithCaller()) {
                System.arraycopy(system.bytes(length), 0, out, offset, length);
                return;
            }
            if (stripe.tryFill(out, offset, length)) {
                return;
            }
        }
        stripes[home].fill(out, offset, length);
    }

    /**
     * Adds to the seed of the calling thread's stripe, together with a new one from the operating system. All that the
     * stripe hands out afterwards depends on it.
     *
     * @param additional at most {@link CtrDrbg#SEED_BYTES} bytes
     */
    void addSeed(byte[] additional) {
        OperatingSystemRandom.find();
        TestedAes.find();
        home().reseed(additional);
    }

    /** Reseeds all stripes that were ever used from the operating system, and drops what they have made in advance. */
    void reseed() {
        for (RandomStripe stripe : stripes) {
            stripe.reseedIfUsed();
        }
    }

    private int homeIndex() {
        return (int) (Thread.currentThread().getId() * SPREAD >>> shift);
    }
}
