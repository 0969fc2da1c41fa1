package org.eejs.lab.banking;

import java.time.Duration;
import org.eejs.banking.Phases;

/**
 * The steady state of a run in slices, by seconds of the load. A run that takes turns with others pauses before each
 * slice, and what users do in the first seconds after a pause is not measured.
 *
 * @param phases of the whole load
 * @param count how many slices there are; one is a steady state without pauses
 */
record Slices(Phases phases, int count) {
    /** Seconds until pages are under way as they were before a pause; they take milliseconds. */
    private static final int RESUMING = 1;

    /** Phases with a steady state that is longer by what is not measured after pauses. */
    static Slices of(Phases phases, int count) {
        return new Slices(phases.withSteady(lasting(phases.steady(), count)), count);
    }

    /**
     * The same with a steady state that begins in this second.
     *
     * @param measured how long is measured; as short as it is, each slice is a whole number of seconds
     */
    Slices from(long second, Duration measured) {
        return new Slices(phases.steady(second, second + lasting(measured, count).toSeconds()), count);
    }

    private static Duration lasting(Duration measured, int count) {
        long slice = (measured.toSeconds() + count - 1) / count;
        return Duration.ofSeconds(count * (slice + resuming(count)));
    }

    private static int resuming(int count) {
        return count == 1 ? 0 : RESUMING;
    }

    private long length() {
        return phases.steady().toSeconds() / count;
    }

    private long intoSteady(long second) {
        return second - phases.steadyStart().toSeconds();
    }

    private boolean isInSteady(long second) {
        return intoSteady(second) >= 0 && second < phases.steadyEnd().toSeconds();
    }

    /** Whether there is a pause when this second begins. */
    boolean pausesAt(long second) {
        return count > 1 && isInSteady(second) && intoSteady(second) % length() == 0;
    }

    /** Whether measuring begins with this second. */
    boolean beginsAt(long second) {
        return isInSteady(second) && intoSteady(second) % length() == resuming(count);
    }

    /** Whether measuring ends when this second begins. */
    boolean endsAt(long second) {
        return intoSteady(second) > 0 && second <= phases.steadyEnd().toSeconds() && intoSteady(second) % length() == 0;
    }

    /** Whether this second is measured. */
    boolean measures(long second) {
        return isInSteady(second) && intoSteady(second) % length() >= resuming(count);
    }
}
