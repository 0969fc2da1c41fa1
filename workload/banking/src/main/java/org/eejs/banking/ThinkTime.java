package org.eejs.banking;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The think time of users between pages: exponentially distributed, cut off at a maximum.
 *
 * @param mean the mean before the cut; zero means no thinking
 * @param max the longest think time
 */
public record ThinkTime(Duration mean, Duration max) {
    /** The published think time of the SPECweb2005 banking workload: 10 s on average, at most 150 s. */
    public static final ThinkTime PUBLISHED = new ThinkTime(Duration.ofSeconds(10), Duration.ofSeconds(150));

    /** Throws IllegalArgumentException when a time is negative. */
    public ThinkTime {
        if (mean.isNegative() || max.isNegative()) {
            throw new IllegalArgumentException("a think time must not be negative");
        }
    }

    /** Returns the published distribution scaled to another mean; the maximum is always 15 means. */
    public static ThinkTime ofMean(Duration mean) {
        return new ThinkTime(mean, mean.multipliedBy(15));
    }

    /** Draws one think time, in nanoseconds. */
    public long drawNanos(RandomGenerator random) {
        double nanos = -Math.log(1 - random.nextDouble()) * mean.toNanos();
        return (long) Math.min(nanos, max.toNanos());
    }
}
