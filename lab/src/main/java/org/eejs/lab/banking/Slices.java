package org.eejs.lab.banking;

import java.time.Duration;
import org.eejs.banking.Phases;
import org.eejs.banking.ProfileKind;

/**
 * The steady state of a run in slices, by seconds of the load. A run that takes turns with others pauses before each
 * slice, and what users do in the first seconds after a pause is not measured.
 *
 * @param phases of the whole load
 * @param count how many slices are measured; one is a steady state without pauses
 * @param profile whether stacks are sampled: through a steady state without pauses, or in every other period of it,
 *     else in a slice more at the end, so that those that are measured are undisturbed
 */
record Slices(Phases phases, int count, ProfileKind profile) {
    /** Seconds for which stacks are sampled, or not, when both alternate. */
    static final int PERIOD = 10;
    /** Seconds until pages are under way as they were before a pause; they take milliseconds. */
    private static final int RESUMING = 1;

    /** Phases with a steady state that is longer by what is not measured after pauses. */
    static Slices of(Phases phases, int count, ProfileKind profile) {
        Slices slices = new Slices(phases, count, profile);
        return new Slices(phases.withSteady(slices.lasting(phases.steady())), count, profile);
    }

    /**
     * Returns the same with a steady state that begins in this second.
     *
     * @param measured how long is measured; as short as it is, each slice is a whole number of seconds
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

    /** With that in which stacks are sampled. */
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

    /** Returns whether there is a pause when this second begins. */
    boolean pausesAt(long second) {
        return count > 1 && isInSteady(second) && intoSteady(second) % length() == 0;
    }

    /** Returns whether measuring begins with this second. */
    boolean beginsAt(long second) {
        return isInMeasured(second) && intoSteady(second) % length() == resuming();
    }

    /** Returns whether measuring ends when this second begins. */
    boolean endsAt(long second) {
        return intoSteady(second) > 0 && intoSteady(second) <= count * length() && intoSteady(second) % length() == 0;
    }

    /** Returns whether this second is measured. */
    boolean measures(long second) {
        return isInMeasured(second) && intoSteady(second) % length() >= resuming();
    }

    /** Returns whether sampling of stacks begins with this second. */
    boolean profileBeginsAt(long second) {
        return samples(second) && !samples(second - 1);
    }

    /** Returns whether sampling of stacks ends when this second begins. */
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

    /** Returns which period of the steady state a second is in. */
    int period(long second) {
        return (int) (intoSteady(second) / PERIOD);
    }

    /** Twice on after twice off, so that of two that follow each other each is first as often. */
    private static boolean isSampledOf(int period) {
        return (period + 1) / 2 % 2 == 1;
    }

    /** Returns whether a second is the first of its period, in which sampling may begin or end. */
    boolean beginsPeriod(long second) {
        return intoSteady(second) % PERIOD == 0;
    }
}
