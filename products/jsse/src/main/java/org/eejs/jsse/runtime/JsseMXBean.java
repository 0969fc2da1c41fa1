package org.eejs.jsse.runtime;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * The counters of the library in this process, from its start. They are registered as {@code org.eejs.jsse:type=Jsse}
 * with the platform's MBean server when the first of its services is used. Thread-safe.
 */
public interface JsseMXBean {
    @Description("Private keys that handshakes were given: one for each full handshake. On JDK 25 and newer also one "
            + "for each that resumes from a ticket, which does not use it.")
    long getHandshakesServed();

    @Description("Private keys that were decrypted: about one for each key and change of its store, instead of one for "
            + "each handshake.")
    long getKeysDecrypted();

    @Description("Times that a changed key store was taken over.")
    long getKeyStoreRefreshes();

    @Description("Times that a changed key store was unusable, and the earlier one was kept.")
    long getFailedKeyStoreRefreshes();

    @Description("Times that a key store did not answer a check for 5 s.")
    long getHangingKeyStores();

    @Description("Key stores that were loaded without parsing, because the same bytes had been parsed before.")
    long getKeyStoreHits();

    @Description("Key stores that were parsed.")
    long getKeyStoreLoads();

    @Description("Trust managers that were reused for equal trust material.")
    long getTrustManagerHits();

    @Description("Trust managers that were created.")
    long getTrustManagersMade();

    @Description("SSLContexts that were initialised, shared ones included.")
    long getContextsInitialised();

    @Description("SSLContexts whose first client connection used the sessions of an equal context with the same "
            + "demands.")
    long getContextsShared();

    @Description("Generators of random numbers that were created; none unless the service SecureRandom is turned on.")
    long getRandomGenerators();

    @Description("Times that a generator was seeded from the operating system, first seeds included.")
    long getRandomSeedings();

    /** The description of a counter, as consoles of JMX show it. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @interface Description {
        /** Returns the description in a phrase or two. */
        String value();
    }
}
