package org.eejs.jsse.random;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Security;

/**
 * Random numbers of the operating system, by way of the JDK: {@code /dev/urandom} where there is one, the system's
 * generator on Windows. Whatever provider is the first in the list, it is not asked. Thread-safe; threads that ask at
 * the same time wait for each other in the JDK.
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
     * Looks up the source. May load providers, and so is to be called while no lock is held; after the first success it
     * returns at once.
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
                    // Not this operating system's; there is another one to try, or a line that says that there is none.
                }
            }
        }
        throw new ProviderException("EEJS has nothing to seed random numbers from: neither NativePRNGNonBlocking of the"
                + " provider SUN nor Windows-PRNG of SunMSCAPI is there; keep them installed, and /dev/urandom"
                + " readable");
    }

    /** As many bytes, read from the operating system now. */
    byte[] bytes(int length) {
        return source.generateSeed(length);
    }
}
