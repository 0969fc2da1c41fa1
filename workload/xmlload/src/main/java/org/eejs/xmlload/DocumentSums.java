package org.eejs.xmlload;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The sums of a document's items; its head states them before the items. For one thread. */
final class DocumentSums {
    /** About the number of items in the longest documents. */
    private static final int GREAT_ITEMS = 50_000;
    private static final long GREAT_CENTS = 10_000_000_000L;

    private final Map<Integer, Long> centsByTax = new TreeMap<>();
    private int items;
    private long cents;

    /**
     * An item.
     *
     * @param cents its amount
     * @param taxPercent the rate of its tax; 0 where none is charged
     */
    record Item(long cents, int taxPercent) {}

    /** Returns large sums, with an item for each of the tax rates. */
    static DocumentSums great(int... taxPercents) {
        DocumentSums sums = new DocumentSums();
        for (int taxPercent : taxPercents) {
            sums.add(new Item(GREAT_CENTS, taxPercent));
        }
        sums.items = GREAT_ITEMS;
        return sums;
    }

    void add(Item item) {
        items++;
        cents += item.cents();
        centsByTax.merge(item.taxPercent(), item.cents(), Long::sum);
    }

    int items() {
        return items;
    }

    long cents() {
        return cents;
    }

    /** Returns the amounts by tax rate, ascending. */
    Map<Integer, Long> centsByTax() {
        return Collections.unmodifiableMap(centsByTax);
    }

    /** Returns the tax on the items of one rate, in cents, half cents rounded up. */
    static long tax(int percent, long cents) {
        return (cents * percent + 50) / 100;
    }
}
