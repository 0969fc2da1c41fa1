package org.eejs.lab.banking;

import java.time.Duration;
import org.eejs.banking.Phases;

/**
 * The steady state of a run in slices, by seconds of the load. A run that takes turns with others pauses before each
 * slice, and what users do in the first seconds after a pause is not measured.
 *
 * @param phases of the whole load
 * @param count how many slices are measured; one is a steady state without pauses
 * @param profiled whether stacks are sampled: through a steady state without pauses, else in a slice more at the end,
 *     so that those that are measured are undisturbed
 */
record Slices(Phases phases, int count, boolean profiled) {
    /** Seconds until pages are under way as they were before a pause; they take milliseconds. */
    private static final int RESUMING = 1;

    /** Phases with a steady state that is longer by what is not measured after pauses. */
    static Slices of(Phases phases, int count, boolean profiled) {
        Slices slices = new Slices(phases, count, profiled);
        return new Slices(phases.withSteady(slices.lasting(phases.steady())), count, profiled);
    }

    /**
     * The same with a steady state that begins in this second.
     *
     * @param measured how long is measured; as short as it is, each slice is a whole number of seconds
     */
    Slices from(long second, Duration measured) {
        return new Slices(phases.steady(second, second + lasting(measured).toSeconds()), count, profiled);
    }

    private Duration lasting(Duration measured) {
        long slice = (measured.toSeconds() + count - 1) / count;
        return Duration.ofSeconds(all() * (slice + resuming()));
    }

    private int resuming() {
        return count == 1 ? 0 : RESUMING;
    }

    /** With that in which stacks are sampled. */
    private int all() {
        return profiled && count > 1 ? count + 1 : count;
    }

    private long length() {
        return phases.steady().toSeconds() / all();
    }

    /** Whether a second of the steady state is in a slice that is measured. */
    private boolean isInMeasured(long second) {
        return isInSteady(second) && intoSteady(second) < count * length();
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
        return isInMeasured(second) && intoSteady(second) % length() == resuming();
    }

    /** Whether measuring ends when this second begins. */
    boolean endsAt(long second) {
        return intoSteady(second) > 0 && intoSteady(second) <= count * length() && intoSteady(second) % length() == 0;
    }

    /** Whether this second is measured. */
    boolean measures(long second) {
        return isInMeasured(second) && intoSteady(second) % length() >= resuming();
    }

    /** Whether sampling of stacks begins with this second. */
    boolean profileBeginsAt(long second) {
        return profiled && intoSteady(second) == (all() - 1) * length() + resuming();
    }

    /** Whether sampling of stacks ends when this second begins. */
    boolean profileEndsAt(long second) {
        return profiled && second == phases.steadyEnd().toSeconds();
    }
}
