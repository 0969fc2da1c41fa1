package org.eejs.cli;

/** What a client must get now, as one who changes it says. Thread-safe. */
final class SoakExpectation {
    /** What must be. */
    enum Outcome {
        GRANTED, REFUSED,
        /** A change is on its way: both are right. */
        EITHER
    }

    /** What must be since a change; the same object as long as nothing changes. */
    record State(Outcome outcome) {}

    private volatile State state = new State(Outcome.GRANTED);

    State now() {
        return state;
    }

    void set(Outcome outcome) {
        // A new one even where the outcome is that of the last but one.
        state = new State(outcome);
    }

    /** Returns whether something that began in a state must have ended with this outcome. */
    boolean demands(State began, Outcome outcome) {
        return began == state && began.outcome() == outcome;
    }
}
