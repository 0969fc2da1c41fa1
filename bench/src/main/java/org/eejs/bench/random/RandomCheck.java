package org.eejs.bench.random;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eejs.bench.measuring.MismatchException;

/**
 * A check that a generator shared by threads gives each of them different bytes, and fills the whole array. Random
 * numbers have no known answer. But eight random bytes hardly repeat in such small samples (2 in 10^11 for all bytes of
 * this check), and half of all bits are set. That does not prove randomness; it finds faults. Not thread-safe.
 */
final class RandomCheck {
    private static final int THREADS = 2;
    /** The number of bytes of each length for each thread: some hundred calls of short ones, some of long ones. */
    private static final int BYTES = 32_768;
    /** The limit for the share of set bits, in standard deviations from a half: 2 in 10^9 are beyond it. */
    private static final double DEVIATIONS = 6;

    private final String what;
    private final Set<Long> seen = new HashSet<>();
    private long bits;
    private long ones;

    /**
     * A check.
     *
     * @param what in messages
     */
    RandomCheck(String what) {
        this.what = what;
    }

    /**
     * Draws bytes and checks them.
     *
     * @param shared the generator that threads share
     * @param other another generator of the kind
     * @param sizes the numbers of bytes of a call
     * @throws MismatchException when bytes repeated, or too few or too many bits were set
     */
    void run(SecureRandom shared, SecureRandom other, List<Integer> sizes) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (int size : sizes) {
                List<Callable<List<byte[]>>> draws = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    draws.add(() -> drawn(shared, size));
                }
                for (Future<List<byte[]>> each : threads.invokeAll(draws)) {
                    count(each.get(), size);
                }
                count(drawn(other, size), size);
            }
        } finally {
            threads.shutdown();
        }
        double deviations = (ones - bits / 2.0) / (Math.sqrt(bits) / 2);
        if (Math.abs(deviations) > DEVIATIONS) {
            throw new MismatchException("%s: expected half of %d bits to be set, but %d were".formatted(what, bits,
                    ones));
        }
    }

    private static List<byte[]> drawn(SecureRandom random, int size) {
        List<byte[]> all = new ArrayList<>();
        for (int i = 0; i < BYTES / size; i++) {
            byte[] some = new byte[size];
            random.nextBytes(some);
            all.add(some);
        }
        return all;
    }

    private void count(List<byte[]> draws, int size) throws MismatchException {
        for (byte[] draw : draws) {
            ByteBuffer buffer = ByteBuffer.wrap(draw);
            while (buffer.remaining() >= Long.BYTES) {
                long eight = buffer.getLong();
                bits += Long.SIZE;
                ones += Long.bitCount(eight);
                if (!seen.add(eight)) {
                    throw new MismatchException(what + ": expected " + size + " bytes as never before, but the 8 bytes"
                            + " before byte " + buffer.position() + " had come already");
                }
            }
        }
    }
}
