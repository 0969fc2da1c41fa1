package org.eejs.jsse.random;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.ProviderException;
import java.security.SecureRandomSpi;
import java.util.Arrays;
import org.eejs.jsse.runtime.Settings;

/**
 * What {@link StripedRandom} is on every Java; the jar holds two of that class. Has no state, and making one does
 * nothing: that happens while the JVM still loads its providers. Thread-safe.
 */
abstract class StripedRandomSpi extends SecureRandomSpi {
    private static final long serialVersionUID = 1;
    /** Its 48 bytes are just what a seed has. */
    private static final String SEED_DIGEST = "SHA-384";

    /** Adds to the seed of the generator that serves the calling thread. */
    @Override
    protected void engineSetSeed(byte[] seed) {
        try {
            byte[] additional = MessageDigest.getInstance(SEED_DIGEST).digest(seed);
            RandomStripes.process().addSeed(additional);
            Arrays.fill(additional, (byte) 0);
        } catch (NoSuchAlgorithmException e) {
            throw new ProviderException("EEJS needs " + SEED_DIGEST + " for setSeed, and no provider has it: keep SUN"
                    + " installed", e);
        }
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

    /** What it is; nothing of its state. */
    @Override
    public String toString() {
        return Settings.PROVIDER + " (CTR_DRBG, AES-256, security strength " + CtrDrbg.STRENGTH + " bits)";
    }
}
