package org.eejs.lab.banking;

import java.time.Duration;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;

/**
 * The steady state of a run in slices, by seconds of the load. A run that takes turns with others pauses before each
 * slice. The first second after a pause is not measured.
 *
 * @param phases the phases of the whole load
 * @param count the number of measured slices; one is a steady state without pauses
 * @param profile whether stacks are sampled. A steady state without pauses is sampled throughout, or in every other
 *     period. One with pauses gets an additional slice at the end, so that the measured ones are undisturbed
 */
record Slices(Phases phases, int count, ProfileKind profile) {
    /** The seconds of a period with or without samples, when both alternate. */
    static final int PERIOD = 10;
    /** The seconds until the load is as before a pause; it takes milliseconds. */
    private static final int RESUMING = 1;

    /** Returns slices of a steady state that is extended by the seconds that are not measured after pauses. */
    static Slices of(Phases phases, int count, ProfileKind profile) {
        Slices slices = new Slices(phases, count, profile);
        return new Slices(phases.withSteady(slices.lasting(phases.steady())), count, profile);
    }

    /**
     * Returns these slices with a steady state that begins in this second.
     *
     * @param measured the time to measure; each slice takes a whole number of seconds
     */
    Slices from(long second, Duration measured) {
        return new Slices(phases.steady(second, second + lasting(measured).toSeconds()), count, profile);
    }

    private Duration lasting(Duration measured) {
        long slice = (measured.toSeconds() + count - 1) / count;
        return Duration.ofSeconds(all() * (slice + resuming()));
    }

    private int resuming() {
        return count == 1 ? 0 : RESUMING;
    }

    /** Returns whether stacks are sampled at all. */
    boolean profiled() {
        return profile != ProfileKind.OFF;
    }

    /** Returns the number of slices, including one for samples. */
    private int all() {
        return profiled() && count > 1 ? count + 1 : count;
    }

    private long length() {
        return phases.steady().toSeconds() / all();
    }

    /** Returns whether a second of the steady state is in a slice that is measured. */
    private boolean isInMeasured(long second) {
        return isInSteady(second) && intoSteady(second) < count * length();
    }

    private long intoSteady(long second) {
        return second - phases.steadyStart().toSeconds();
    }

    private boolean isInSteady(long second) {
        return intoSteady(second) >= 0 && second < phases.steadyEnd().toSeconds();
    }

    /** Returns whether the load pauses at the start of this second. */
    boolean pausesAt(long second) {
        return count > 1 && isInSteady(second) && intoSteady(second) % length() == 0;
    }

    /** Returns whether a measured slice begins with this second. */
    boolean beginsAt(long second) {
        return isInMeasured(second) && intoSteady(second) % length() == resuming();
    }

    /** Returns whether a measured slice ends at the start of this second. */
    boolean endsAt(long second) {
        return intoSteady(second) > 0 && intoSteady(second) <= count * length() && intoSteady(second) % length() == 0;
    }

    /** Returns whether this second is measured. */
    boolean measures(long second) {
        return isInMeasured(second) && intoSteady(second) % length() >= resuming();
    }

    /** Returns whether sampling begins with this second. */
    boolean profileBeginsAt(long second) {
        return samples(second) && !samples(second - 1);
    }

    /** Returns whether sampling ends at the start of this second. */
    boolean profileEndsAt(long second) {
        return !samples(second) && samples(second - 1);
    }

    /** Returns whether stacks are sampled in this second. */
    boolean samples(long second) {
        if (!profiled() || !isInSteady(second)) {
            return false;
        }
        if (count > 1) {
            return intoSteady(second) >= count * length() + resuming();
        }
        return profile != ProfileKind.ALTERNATING || isSampledOf(period(second));
    }

    /** Returns the period of the steady state that contains a second. */
    int period(long second) {
        return (int) (intoSteady(second) / PERIOD);
    }

    /** Returns whether a period is sampled: off, on, on, off, so that each comes first equally often in its pair. */
    private static boolean isSampledOf(int period) {
        return (period + 1) / 2 % 2 == 1;
    }

    /** Returns whether a second is the first of its period, in which sampling may begin or end. */
    boolean beginsPeriod(long second) {
        return intoSteady(second) % PERIOD == 0;
    }
}
