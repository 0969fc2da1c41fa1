package org.eejs.driver;

import java.util.function.Supplier;

/**
 * The order of arriving users. At the same seed the n-th session of a run is the same user on the same walk, however
 * many drivers share the load. Thread-safe.
 *
 * @param <W> the type of a walk
 */
final class Arrivals<W> {
    private final Supplier<W> walks;
    private final LoadShare share;
    private int arrived;

    /**
     * An arriving user.
     *
     * @param number how many came before, to all drivers; all choices of the user follow from it and the seed
     * @param walk the user's requests
     */
    record Arrival<W>(int number, W walk) {}

    /** Creates the arrivals of a driver's share; {@code walks} returns the walk of one user after another. */
    Arrivals(Supplier<W> walks, LoadShare share) {
        this.walks = walks;
        this.share = share;
    }

    synchronized Arrival<W> next() {
        // Each walk depends on the earlier ones, so those of other drivers' users are generated and skipped.
        for (; !share.has(arrived); arrived++) {
            walks.get();
        }
        return new Arrival<>(arrived++, walks.get());
    }
}
