package org.eejs.jsse.random;

import java.security.SecureRandomSpi;
import org.eejs.jsse.runtime.Settings;

/**
 * The part of {@link StripedRandom} that is the same on every Java; the jar has two versions of that class. Has no
 * state, and its constructor does nothing, because it runs while the JVM still loads its providers. Thread-safe.
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

    /** Returns bytes that are read from the operating system. */
    @Override
    protected byte[] engineGenerateSeed(int numBytes) {
        if (numBytes < 0) {
            throw new IllegalArgumentException("a seed of " + numBytes + " bytes was asked for");
        }
        return OperatingSystemRandom.find().bytes(numBytes);
    }

    /** Returns a description without any of its state. */
    @Override
    public String toString() {
        return Settings.PROVIDER + " (stripes over the JDK's DRBG)";
    }
}
