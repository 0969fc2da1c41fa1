package org.eejs.remotekey.cluster;

import com.google.common.math.IntMath;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Turns among servers by weight, spread as evenly as nginx's smooth weighted round robin spreads them: weights 5, 1, 1
 * give a a b a c a a. The order repeats after as many turns as the weights add up to, divided by their greatest common
 * divisor, so it is worked out once, and a turn is one atomic step: shares are exact however many threads ask.
 *
 * <p>Thread-safe, takes no lock.
 */
final class SmoothRotation {
    private final int[] order;
    private final AtomicInteger turns = new AtomicInteger();

    /** A rotation among as many as there are weights; those of weight 0 have no turn, and one weight must be above. */
    SmoothRotation(int... weights) {
        int divisor = Arrays.stream(weights).reduce(0, IntMath::gcd);
        int total = Arrays.stream(weights).reduce(0, Math::addExact);
        if (total == 0) {
            throw new IllegalArgumentException("nobody has a weight above 0");
        }
        int[] current = new int[weights.length];
        order = new int[total / divisor];
        for (int turn = 0; turn < order.length; turn++) {
            int best = -1;
            for (int i = 0; i < weights.length; i++) {
                current[i] += weights[i];
                if (weights[i] > 0 && (best < 0 || current[i] > current[best])) {
                    best = i;
                }
            }
            current[best] -= total;
            order[turn] = best;
        }
    }

    /** Returns whose turn it is, by number from 0. */
    int next() {
        // The step over the largest number shifts the order once in four billion turns, and nothing else.
        return order[Integer.remainderUnsigned(turns.getAndIncrement(), order.length)];
    }
}
