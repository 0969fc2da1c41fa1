package org.eejs.driver;

import org.eejs.banking.Walks;

/**
 * Says who comes to the bank next: at the same seed the n-th session of a run is the same user on the same walk,
 * however many drivers share the load. Thread-safe.
 */
final class Arrivals {
    private final Walks walks;
    private final LoadShare share;
    private int arrived;

    Arrivals(long seed, LoadShare share) {
        walks = new Walks(seed);
        this.share = share;
    }

    synchronized UserSession next(EventLoopUsers users, UserSession.Ended onEnd) {
        // Walks follow from one another, so those of other drivers' users are drawn and left.
        for (; !share.has(arrived); arrived++) {
            walks.next();
        }
        return new UserSession(users, arrived++, walks.next(), onEnd);
    }
}
