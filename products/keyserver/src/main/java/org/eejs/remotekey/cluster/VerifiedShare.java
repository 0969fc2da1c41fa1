package org.eejs.remotekey.cluster;

import com.google.common.collect.MapMaker;
import java.security.SecureRandom;
import java.util.Map;

/**
 * The share of one server's signatures with one key that is verified: the first of each connection, and after them one
 * of every N signatures. A random number decides which of the N, so the server is unable to predict it, and at most 2 N
 * - 2 signatures lie between two that are verified.
 *
 * <p>Thread-safe.
 */
final class VerifiedShare {
    /** The number of signatures of a new connection that are verified. */
    static final int FIRST = 10;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final int oneOf;
    /** By the identity of connections; a connection that has ended is forgotten. */
    private final Map<Object, Integer> verifiedOf = new MapMaker().weakKeys().makeMap();
    private int place;
    private int chosen;
    private int unverified;

    /** Creates a share that verifies one of every N signatures. */
    VerifiedShare(int oneOf) {
        this.oneOf = oneOf;
    }

    /** Counts a signature that came by a connection, and returns whether it must be verified. */
    synchronized boolean take(Object connection) {
        if (place == 0) {
            chosen = RANDOM.nextInt(oneOf);
        }
        boolean isChosen = place == chosen;
        place = (place + 1) % oneOf;
        int verified = verifiedOf.getOrDefault(connection, 0);
        if (verified < FIRST) {
            verifiedOf.put(connection, verified + 1);
        }
        return isChosen || verified < FIRST;
    }

    /** Counts a signature that is returned unverified. */
    synchronized void leftUnverified() {
        unverified++;
    }

    /** Returns the number of signatures returned unverified since one was valid, and counts from 0 again. */
    synchronized int unverified() {
        int count = unverified;
        unverified = 0;
        return count;
    }
}
