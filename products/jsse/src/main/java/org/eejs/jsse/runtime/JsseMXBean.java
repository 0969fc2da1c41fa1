package org.eejs.jsse.runtime;

/**
 * What the library has done in this process, counted from its start; registered as
 * {@code org.eejs.jsse:type=Jsse} with the platform's MBean server when the first of its services is used. Thread-safe.
 */
public interface JsseMXBean {
    /**
     * Private keys that handshakes were given: one for each full handshake, and on JDK 25 and newer one for each that
     * resumes from a ticket, which then makes no use of it.
     */
    long getHandshakesServed();

    /** Private keys that were decrypted: about one for each key and change of its store, not one for each handshake. */
    long getKeysDecrypted();

    /** Times that a changed key store was taken over. */
    long getKeyStoreRefreshes();

    /** Times that a changed key store could not be used, and the one before it was kept. */
    long getFailedKeyStoreRefreshes();

    /** Times that a key store did not answer for 5 s when it was looked at. */
    long getHangingKeyStores();

    /** Key stores that were loaded without being parsed, since the same bytes had been. */
    long getKeyStoreHits();

    /** Key stores that were parsed. */
    long getKeyStoreLoads();

    /** Trust managers that were had from equal trust material. */
    long getTrustManagerHits();

    /** Trust managers that were made. */
    long getTrustManagersMade();

    /** SSLContexts that were initialised, shared ones included. */
    long getContextsInitialised();

    /** SSLContexts whose first connection as client had the sessions of an equal one that asked for the same. */
    long getContextsShared();

    /** Generators of random numbers that were made; none unless the service SecureRandom is turned on. */
    long getRandomGenerators();

    /** Times that a generator was seeded from the operating system, first seeds included. */
    long getRandomSeedings();
}
