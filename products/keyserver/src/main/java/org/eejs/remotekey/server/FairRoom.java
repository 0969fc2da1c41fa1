package org.eejs.remotekey.server;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A number of places for all clients. Some places always stay free for the next client, because a client may hold at
 * most three times as many as are free. A single client gets three quarters, two get 3/7 each. (Dynamic thresholds:
 * Choudhury and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998.)
 *
 * <p>Thread-safe.
 */
final class FairRoom {
    private static final int TIMES_THE_FREE = 3;

    private final int all;
    private final Semaphore places;

    FairRoom(int places) {
        this.all = places;
        this.places = new Semaphore(places);
    }

    /**
     * Takes a place, if there is one for this client.
     *
     * @param held the number of places that the client holds; incremented if it gets one
     */
    boolean take(AtomicInteger held) {
        if (held.incrementAndGet() <= (long) TIMES_THE_FREE * places.availablePermits() && places.tryAcquire()) {
            return true;
        }
        held.decrementAndGet();
        return false;
    }

    /** Returns the number of places that all clients hold. */
    int taken() {
        return all - places.availablePermits();
    }

    void giveBack(AtomicInteger held) {
        places.release();
        held.decrementAndGet();
    }
}
