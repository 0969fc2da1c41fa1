package org.eejs.remotekey.cluster;

import com.google.common.math.IntMath;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Turns among servers by weight, spread as evenly as in nginx's smooth weighted round robin: weights 5, 1, 1 give a a b
 * a c a a. The order repeats after the sum of the weights, divided by their greatest common divisor. So it is computed
 * once, and a turn is one atomic step: shares are exact however many threads ask.
 *
 * <p>Thread-safe, takes no lock.
 */
final class SmoothRotation {
    private final int[] order;
    private final AtomicInteger turns = new AtomicInteger();

    /**
     * Creates a rotation among servers with these weights; a server of weight 0 has no turn, and at least one weight
     * must be above 0.
     */
    SmoothRotation(int... weights) {
        int divisor = Arrays.stream(weights).reduce(0, IntMath::gcd);
        int total = Arrays.stream(weights).reduce(0, Math::addExact);
        if (total == 0) {
            throw new IllegalArgumentException("all weights are 0");
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

    /** Returns the number of the next server, from 0. */
    int next() {
        // The overflow of the counter shifts the order once in four billion turns, and nothing else.
        return order[Integer.remainderUnsigned(turns.getAndIncrement(), order.length)];
    }
}
