package org.eejs.bench.random;

import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;

/**
 * What a team could write instead of taking the generator of EEJS: objects of a provider's DRBG, of which a thread's
 * number picks one. Each has a state of its own. Thread-safe.
 */
final class StripedDrbg extends SecureRandom {
    private static final long serialVersionUID = 1;
    private static final int STRIPES = 16;

    private final SecureRandom[] stripes = new SecureRandom[STRIPES];

    StripedDrbg(Provider provider) throws NoSuchAlgorithmException {
        super(null, null);
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = SecureRandom.getInstance("DRBG", provider);
        }
    }

    @Override
    public void nextBytes(byte[] bytes) {
        stripes[(int) (Thread.currentThread().getId() % STRIPES)].nextBytes(bytes);
    }
}
