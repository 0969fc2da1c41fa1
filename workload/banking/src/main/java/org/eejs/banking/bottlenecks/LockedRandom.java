package org.eejs.banking.bottlenecks;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.util.List;

/**
 * {@link Bottleneck#LOCKED_RANDOM}, section 5.3.2 of the EEJS paper. Thread-safe, by the lock that is the bottleneck.
 *
 * <p>The original: sun.security.provider.NativePRNG of 8u60, the default SecureRandom on Unix. The bytes of all
 * instances come from one object of the process. Under one lock it takes the requested bytes from a SHA1PRNG, and
 * combines them by XOR with bytes of a buffer. It fills the buffer from /dev/urandom when it is empty or older than 100
 * ms. The buffer holds 32 bytes, which one hello of TLS empties, and each filling is a system call under the lock.
 * JDK-8098581 enlarged the buffer, up to 256 bytes, and gave XOR and filling a lock each.
 *
 * <p>Here: the same steps under the same single lock, on the SHA1PRNG of the running JDK.
 */
public final class LockedRandom extends SecureRandomSpi {
    private static final long serialVersionUID = 1;

    /** The one object of the process; its lock is the bottleneck. */
    private static final Source SOURCE = new Source();

    /** The state that all instances share. */
    private static final class Source {
        private static final String DEVICE = "/dev/urandom";
        private static final int BUFFER_BYTES = 32;
        private static final long LONGEST_MILLIS = 100;
        private static final int SEED_BYTES = 20;

        private final DataInputStream device;
        private final SecureRandom mixed;
        private final byte[] buffer = new byte[BUFFER_BYTES];
        private int left;
        private long filledAt;
        private long fillings;

        Source() {
            try {
                // No buffer between: each filling is one read of the device.
                device = new DataInputStream(new FileInputStream(DEVICE));
                byte[] seed = new byte[SEED_BYTES];
                device.readFully(seed);
                mixed = SecureRandom.getInstance("SHA1PRNG", "SUN");
                mixed.setSeed(seed);
            } catch (IOException | GeneralSecurityException e) {
                throw new ProviderException("the random numbers of 8u60 need " + DEVICE + " and SHA1PRNG", e);
            }
        }

        synchronized void nextBytes(byte[] bytes) {
            try {
                mixed.nextBytes(bytes);
                for (int done = 0; done < bytes.length;) {
                    fill();
                    for (; done < bytes.length && left > 0; left--) {
                        bytes[done++] ^= buffer[BUFFER_BYTES - left];
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + DEVICE, e);
            }
        }

        private void fill() throws IOException {
            long now = System.currentTimeMillis();
            if (left > 0 && now - filledAt < LONGEST_MILLIS) {
                return;
            }
            filledAt = now;
            device.readFully(buffer);
            left = BUFFER_BYTES;
            fillings++;
        }

        synchronized void setSeed(byte[] seed) {
            mixed.setSeed(seed);
        }

        synchronized long fillings() {
            return fillings;
        }
    }

    /** Serves for {@link Bottleneck#LOCKED_RANDOM}, ahead of the JDK's generators. */
    static void install(BottleneckProvider provider) {
        provider.serve(LockedRandom.class, "SecureRandom", BottleneckProvider.NAME, List.of(),
                algorithm -> new LockedRandom());
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
        SOURCE.nextBytes(bytes);
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
        SOURCE.setSeed(seed);
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
        byte[] seed = new byte[count];
        SOURCE.nextBytes(seed);
        return seed;
    }

    /** Returns how often the process's buffer was filled. */
    public static long fillings() {
        return SOURCE.fillings();
    }

    /** Returns the lock of all instances. */
    public static Object lock() {
        return SOURCE;
    }
}
