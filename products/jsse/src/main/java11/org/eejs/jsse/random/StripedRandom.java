package org.eejs.jsse.random;

import java.security.SecureRandomParameters;
import org.eejs.jsse.runtime.Settings;

/**
 * The SecureRandom {@code EEJS} on Java 11 and newer. The class of this name for Java 8 describes it. This one has the
 * constructor that newer JDKs look for first; without it, each look-up would cost an exception. It also lets
 * {@code SecureRandom.reseed()} work. Thread-safe.
 */
public final class StripedRandom extends StripedRandomSpi {
    private static final long serialVersionUID = 1;

    /** Creates the generator; called by the provider. */
    public StripedRandom() {}

    /**
     * Creates the generator; called by the provider.
     *
     * @throws IllegalArgumentException if there are parameters: EEJS takes none
     */
    public StripedRandom(SecureRandomParameters parameters) {
        refuse(parameters);
    }

    /**
     * Reseeds all generators of the process from the operating system, and discards their buffers.
     *
     * @throws IllegalArgumentException if there are parameters: EEJS takes none
     */
    @Override
    protected void engineReseed(SecureRandomParameters parameters) {
        refuse(parameters);
        RandomStripes.process().reseed();
    }

    private static void refuse(SecureRandomParameters parameters) {
        if (parameters != null) {
            throw new IllegalArgumentException("the SecureRandom " + Settings.PROVIDER + " takes no parameters, and was"
                    + " given " + parameters);
        }
    }
}
