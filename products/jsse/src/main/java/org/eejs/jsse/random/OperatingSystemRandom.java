package org.eejs.jsse.random;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Security;

/**
 * Random numbers of the operating system, by way of the JDK: {@code /dev/urandom} if it exists, and the system's
 * generator on Windows. It never asks the first provider in the list. Thread-safe; threads that ask at the same time
 * wait for each other in the JDK.
 */
final class OperatingSystemRandom {
    /** Provider and algorithm. Their generateSeed reads from the system, while nextBytes mixes and buffers. */
    private static final String[][] SOURCES = {
        {"SUN", "NativePRNGNonBlocking"},
        {"SunMSCAPI", "Windows-PRNG"},
    };
    /** Set once a look-up succeeded. Two threads may look up at once and find the same. */
    private static volatile OperatingSystemRandom found;

    private final SecureRandom source;

    private OperatingSystemRandom(SecureRandom source) {
        this.source = source;
    }

    /**
     * Looks up the source. May load providers, so call it while no lock is held; after the first success it returns at
     * once.
     *
     * @throws ProviderException if there is none, in one line
     */
    static OperatingSystemRandom find() {
        OperatingSystemRandom here = found;
        if (here == null) {
            here = new OperatingSystemRandom(lookUp());
            found = here;
        }
        return here;
    }

    private static SecureRandom lookUp() {
        for (String[] source : SOURCES) {
            Provider provider = Security.getProvider(source[0]);
            if (provider != null) {
                try {
                    return SecureRandom.getInstance(source[1], provider);
                } catch (NoSuchAlgorithmException e) {
                    // Not this operating system's; another one is tried, or an exception reports that there is none.
                }
            }
        }
        throw new ProviderException("EEJS has no seed for random numbers: neither NativePRNGNonBlocking of SUN nor "
                + "Windows-PRNG of SunMSCAPI is there. Keep them installed, and /dev/urandom readable");
    }

    /** Returns that number of bytes, read from the operating system now. */
    byte[] bytes(int length) {
        return source.generateSeed(length);
    }
}
