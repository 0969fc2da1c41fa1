package org.eejs.driver;

import java.util.List;
import org.eejs.banking.Page;
import org.eejs.banking.Walks;

/**
 * Says who comes to the bank next: at the same seed the n-th session of a run is the same user on the same walk,
 * however many drivers share the load. Thread-safe.
 */
final class Arrivals {
    private final Walks walks;
    private final LoadShare share;
    private int arrived;

    /**
     * Who comes.
     *
     * @param number how many came before, to all drivers; all choices of the user follow from it and the seed
     * @param walk the pages that the user asks for, the login first
     */
    record Arrival(int number, List<Page> walk) {}

    Arrivals(long seed, LoadShare share) {
        walks = new Walks(seed);
        this.share = share;
    }

    synchronized Arrival next() {
        // Walks follow from one another, so those of other drivers' users are drawn and left.
        for (; !share.has(arrived); arrived++) {
            walks.next();
        }
        return new Arrival(arrived++, walks.next());
    }
}
