package org.eejs.jsse.runtime;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * What the library has done in this process, counted from its start; registered as
 * {@code org.eejs.jsse:type=Jsse} with the platform's MBean server when the first of its services is used. Thread-safe.
 */
public interface JsseMXBean {
    @Description("Private keys that handshakes were given: one for each full handshake, and on JDK 25 and "
            + "newer one for each that resumes from a ticket, which then makes no use of it.")
    long getHandshakesServed();

    @Description("Private keys that were decrypted: about one for each key and change of its store, not one "
            + "for each handshake.")
    long getKeysDecrypted();

    @Description("Times that a changed key store was taken over.")
    long getKeyStoreRefreshes();

    @Description("Times that a changed key store could not be used, and the one before it was kept.")
    long getFailedKeyStoreRefreshes();

    @Description("Times that a key store did not answer for 5 s when it was looked at.")
    long getHangingKeyStores();

    @Description("Key stores that were loaded without being parsed, since the same bytes had been.")
    long getKeyStoreHits();

    @Description("Key stores that were parsed.")
    long getKeyStoreLoads();

    @Description("Trust managers that were had from equal trust material.")
    long getTrustManagerHits();

    @Description("Trust managers that were made.")
    long getTrustManagersMade();

    @Description("SSLContexts that were initialised, shared ones included.")
    long getContextsInitialised();

    @Description("SSLContexts whose first connection as client had the sessions of an equal one that asked for "
            + "the same.")
    long getContextsShared();

    @Description("Generators of random numbers that were made; none unless the service SecureRandom is turned "
            + "on.")
    long getRandomGenerators();

    @Description("Times that a generator was seeded from the operating system, first seeds included.")
    long getRandomSeedings();

    /** What a counter counts, as consoles of JMX show it. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @interface Description {
        /** In a phrase or two. */
        String value();
    }
}
