package org.eejs.driver;

import java.util.function.Supplier;

/**
 * Says who comes next: at the same seed the n-th session of a run is the same user on the same walk, however many
 * drivers share the load. Thread-safe.
 *
 * @param <W> what a walk is
 */
final class Arrivals<W> {
    private final Supplier<W> walks;
    private final LoadShare share;
    private int arrived;

    /**
     * Who comes.
     *
     * @param number how many came before, to all drivers; all choices of the user follow from it and the seed
     * @param walk what the user asks for
     */
    record Arrival<W>(int number, W walk) {}

    /** Those of a driver's share; {@code walks} gives the walk of one user after another. */
    Arrivals(Supplier<W> walks, LoadShare share) {
        this.walks = walks;
        this.share = share;
    }

    synchronized Arrival<W> next() {
        // Walks follow from one another, so those of other drivers' users are drawn and left.
        for (; !share.has(arrived); arrived++) {
            walks.get();
        }
        return new Arrival<>(arrived++, walks.get());
    }
}
