package org.eejs.lab.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * An order drawn anew for each round: what the machine does for a while meets everybody alike, and nobody is always
 * first.
 */
public final class ShuffledOrder {
    private static final long PRIME = 31;

    private ShuffledOrder() {}

    /**
     * Returns all of them in the order of a round; the same for the same seed and round.
     *
     * <p>The seed is mixed first. What {@link Random} gives first hardly differs between neighbouring seeds: of two,
     * the same one would be first in every round.
     */
    public static <T> List<T> of(Collection<? extends T> all, long seed, int round) {
        List<T> order = new ArrayList<>(all);
        Collections.shuffle(order, new Random(new SplittableRandom(PRIME * seed + round).nextLong()));
        return order;
    }
}
