package org.eejs.link;

import java.time.Duration;

/**
 * The properties of a link, the same in both directions.
 *
 * @param roundTrip the time that a packet and its answer take on the link; half of it in each direction
 * @param loss the share of packets that are lost in each direction
 * @param bytesPerSecond the bandwidth in bytes of IP packets per second; 0 for no limit
 * @param seed the seed of the losses
 */
record LinkSettings(Duration roundTrip, double loss, long bytesPerSecond, long seed) {
    /** The shortest queue: what a burst of one TCP window of a modern kernel needs. */
    private static final long LEAST_QUEUE = 64 * 1024;
    /** The queue of a router in time, where the round trip is shorter; so that TCP fills the line. */
    private static final Duration LEAST_QUEUE_TIME = Duration.ofMillis(100);

    /** Returns the delay of one direction in nanoseconds. */
    long delayNanos() {
        return roundTrip.toNanos() / 2;
    }

    /** Returns whether packets pass without waiting. */
    boolean isImmediate() {
        return delayNanos() == 0 && bytesPerSecond == 0;
    }

    /**
     * Returns the most bytes that wait for the line; 0 without a bandwidth. They are what the line sends in one round
     * trip or in 100 ms, whichever is longer, and at least 64 KiB.
     */
    long queueBytes() {
        Duration time = roundTrip.compareTo(LEAST_QUEUE_TIME) > 0 ? roundTrip : LEAST_QUEUE_TIME;
        return bytesPerSecond == 0 ? 0 : Math.max(LEAST_QUEUE, (long) (bytesPerSecond * (time.toNanos() / 1e9)));
    }
}
