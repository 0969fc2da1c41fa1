package org.eejs.lab.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** A new order for each round. So disturbances of the machine affect all alike, and none is always first. */
public final class ShuffledOrder {
    private static final long PRIME = 31;

    private ShuffledOrder() {}

    /**
     * Returns all items in the order of a round; the same for the same seed and round.
     *
     * <p>The seed is mixed first. The first values of {@link Random} hardly differ between neighbouring seeds: of two
     * items, the same one would be first in every round.
     */
    public static <T> List<T> of(Collection<? extends T> all, long seed, int round) {
        List<T> order = new ArrayList<>(all);
        Collections.shuffle(order, new Random(new SplittableRandom(PRIME * seed + round).nextLong()));
        return order;
    }
}
