package org.eejs.driver;

import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.eejs.banking.Phases;

/**
 * The arrival times of users in the open model: Poisson arrivals, with exponential gaps whose rate rises during the
 * ramp-up and falls during the ramp-down. They depend on the seed, but not on the number of drivers that share the
 * load. For one thread.
 */
final class ArrivalTimes {
    private final SplittableRandom random;
    private final double rate;
    private final LoadShare share;
    private double at;
    private int number;

    /** Creates the times of a driver's share, at this number of arrivals a second of all drivers together. */
    ArrivalTimes(long seed, double rate, LoadShare share) {
        random = new SplittableRandom(~seed);
        this.rate = rate;
        this.share = share;
    }

    /**
     * Returns the arrival time of this driver's next user, in seconds after the load's start; empty if none comes
     * before its end.
     *
     * @param phases of the load, as far as they are known by now
     */
    OptionalDouble next(Phases phases) {
        do {
            advance(phases);
            if (at >= phases.total().toSeconds()) {
                return OptionalDouble.empty();
            }
        } while (!share.has(number++));
        return OptionalDouble.of(at);
    }

    /**
     * Advances by thinning (Lewis and Shedler 1979): candidates at the full rate are kept in proportion to the rate
     * now.
     */
    private void advance(Phases phases) {
        do {
            at -= Math.log(1 - random.nextDouble()) / rate;
        } while (at < phases.total().toSeconds() && random.nextDouble() > loadAt(at, phases));
    }

    /** Returns the fraction of the full arrival rate at this number of seconds after the start. */
    private static double loadAt(double seconds, Phases phases) {
        double rampUp = phases.rampUp().toSeconds();
        double steadyEnd = phases.steadyEnd().toSeconds();
        if (seconds < rampUp) {
            return seconds / rampUp;
        }
        return seconds < steadyEnd ? 1 : 1 - (seconds - steadyEnd) / phases.rampDown().toSeconds();
    }
}
