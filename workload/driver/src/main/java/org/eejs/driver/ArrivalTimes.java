package org.eejs.driver;

import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.eejs.banking.Phases;

/**
 * When users of the open model come: Poisson arrivals, with exponential gaps whose rate rises during the ramp-up and
 * falls during the ramp-down. They follow from the seed, however many drivers share the load. For one thread.
 */
final class ArrivalTimes {
    private final SplittableRandom random;
    private final double rate;
    private final LoadShare share;
    private double at;
    private int number;

    /** Those of a driver's share, at so many arrivals a second of all drivers together. */
    ArrivalTimes(long seed, double rate, LoadShare share) {
        random = new SplittableRandom(~seed);
        this.rate = rate;
        this.share = share;
    }

    /**
     * Returns when the next user of this driver comes, in seconds after the load's start; empty when none does before
     * its end.
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

    /** Thinning (Lewis and Shedler 1979): candidates at the full rate, kept in proportion to the rate now. */
    private void advance(Phases phases) {
        do {
            at -= Math.log(1 - random.nextDouble()) / rate;
        } while (at < phases.total().toSeconds() && random.nextDouble() > loadAt(at, phases));
    }

    /** Returns which fraction of the full arrival rate holds this many seconds after the start. */
    private static double loadAt(double seconds, Phases phases) {
        double rampUp = phases.rampUp().toSeconds();
        double steadyEnd = phases.steadyEnd().toSeconds();
        if (seconds < rampUp) {
            return seconds / rampUp;
        }
        return seconds < steadyEnd ? 1 : 1 - (seconds - steadyEnd) / phases.rampDown().toSeconds();
    }
}
