package org.eejs.driver;

import org.eejs.banking.Walks;

/**
 * Says who comes to the bank next: at the same seed the n-th session of a run is the same user on the same walk.
 * Thread-safe.
 */
final class Arrivals {
    private final Walks walks;
    private int arrived;

    Arrivals(long seed) {
        walks = new Walks(seed);
    }

    synchronized UserSession next(EventLoopUsers users, UserSession.Ended onEnd) {
        return new UserSession(users, arrived++, walks.next(), onEnd);
    }
}
