package org.eejs.jsse.random;

import java.security.SecureRandomSpi;
import org.eejs.jsse.runtime.Settings;

/**
 * What {@link StripedRandom} is on every Java; the jar holds two of that class. Has no state, and making one does
 * nothing: that happens while the JVM still loads its providers. Thread-safe.
 */
abstract class StripedRandomSpi extends SecureRandomSpi {
    private static final long serialVersionUID = 1;

    /** Adds to the seed of the generator that serves the calling thread. */
    @Override
    protected void engineSetSeed(byte[] seed) {
        RandomStripes.process().addSeed(seed);
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
        RandomStripes.process().nextBytes(bytes);
    }

    /** Reads from the operating system. */
    @Override
    protected byte[] engineGenerateSeed(int numBytes) {
        if (numBytes < 0) {
            throw new IllegalArgumentException("a seed of " + numBytes + " bytes was asked for");
        }
        return OperatingSystemRandom.find().bytes(numBytes);
    }

    /** Returns what it is; nothing of its state. */
    @Override
    public String toString() {
        return Settings.PROVIDER + " (stripes over the JDK's DRBG)";
    }
}
