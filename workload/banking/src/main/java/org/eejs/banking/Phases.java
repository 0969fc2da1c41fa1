package org.eejs.banking;

import java.time.Duration;

/**
 * The phases of a run, in whole seconds. Load rises during the ramp-up, is held through the warm-up and the steady
 * state, and falls during the ramp-down; only the steady state is measured.
 *
 * @param warmUp how long the warm-up lasts, at most
 * @param untilWarm whether the warm-up ends as soon as the service is warm
 */
public record Phases(Duration rampUp, Duration warmUp, Duration steady, Duration rampDown, boolean untilWarm) {
    /** Instead of the length of a warm-up: until the service is warm. */
    public static final String AUTO = "auto";
    /** The longest automatic warm-up. After it the service is measured as it is, and the run reports that. */
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(180);
    /** The phases of the EEJS paper (ICPE 2016, section 4.1): 3, 5, 10 and 3 minutes. */
    public static final Phases PAPER = ofSeconds(180, 300, 600, 180);

    /** The phases, as results name them. */
    public enum Phase { RAMP_UP, WARM_UP, STEADY, RAMP_DOWN }

    /** Throws IllegalArgumentException when a phase is negative, not in whole seconds, or nothing is measured. */
    public Phases {
        for (Duration phase : new Duration[] {rampUp, warmUp, steady, rampDown}) {
            if (phase.isNegative() || phase.getNano() != 0) {
                throw new IllegalArgumentException("a phase lasts a whole number of seconds, 0 or more");
            }
        }
        if (steady.isZero()) {
            throw new IllegalArgumentException("the steady state must last at least 1s: only it is measured");
        }
    }

    /** Phases of these many seconds. */
    public static Phases ofSeconds(long rampUp, long warmUp, long steady, long rampDown) {
        return new Phases(Duration.ofSeconds(rampUp), Duration.ofSeconds(warmUp), Duration.ofSeconds(steady),
                Duration.ofSeconds(rampDown), false);
    }

    /**
     * Reads {@code 180s,300s,600s,180s} (units ms, s, min, h), {@code 8s,auto,32s,2s} or the word {@code paper}.
     *
     * @throws IllegalArgumentException with a line that describes what is expected
     */
    public static Phases parse(String text) {
        if (text.strip().equals("paper")) {
            return PAPER;
        }
        String[] parts = text.split(",", -1);
        if (parts.length != 4) {
            throw new IllegalArgumentException("phases are four durations (ramp-up, warm-up, steady state, ramp-down), "
                    + "such as 180s,auto,600s,180s, or the word paper");
        }
        return new Phases(Durations.parse(parts[0]), Duration.ZERO, Durations.parse(parts[2]),
                Durations.parse(parts[3]), false).withWarmUp(parts[1]);
    }

    /**
     * Returns the same with another warm-up.
     *
     * @param length a time, or {@link #AUTO}
     * @throws IllegalArgumentException with a line that describes what is expected
     */
    public Phases withWarmUp(String length) {
        boolean auto = length.strip().equals(AUTO);
        return new Phases(rampUp, auto ? LONGEST_WARM_UP : Durations.parse(length), steady, rampDown, auto);
    }

    /** Returns the same with a steady state of another length. */
    public Phases withSteady(Duration length) {
        return new Phases(rampUp, warmUp, length, rampDown, untilWarm);
    }

    /** Returns the same with a steady state that begins and ends in these seconds of the load, after the ramp-up. */
    public Phases steady(long from, long to) {
        return new Phases(rampUp, Duration.ofSeconds(from).minus(rampUp), Duration.ofSeconds(to - from), rampDown,
                false);
    }

    /** Returns the phase that second number {@code second} of the load belongs to, counted from 0. */
    public Phase at(long second) {
        if (second < rampUp.toSeconds()) {
            return Phase.RAMP_UP;
        }
        if (second < steadyStart().toSeconds()) {
            return Phase.WARM_UP;
        }
        return second < steadyEnd().toSeconds() ? Phase.STEADY : Phase.RAMP_DOWN;
    }

    /** Returns when the steady state begins, from the start of the load. */
    public Duration steadyStart() {
        return rampUp.plus(warmUp);
    }

    /** Returns when the steady state ends, from the start of the load. */
    public Duration steadyEnd() {
        return steadyStart().plus(steady);
    }

    /** Returns how long all phases take together. */
    public Duration total() {
        return steadyEnd().plus(rampDown);
    }

    /** Returns the form that {@link #parse} reads. */
    @Override
    public String toString() {
        return "%ds,%s,%ds,%ds".formatted(rampUp.toSeconds(), untilWarm ? AUTO : warmUp.toSeconds() + "s",
                steady.toSeconds(), rampDown.toSeconds());
    }
}
