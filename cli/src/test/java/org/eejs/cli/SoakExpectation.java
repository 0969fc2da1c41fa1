package org.eejs.cli;

/** The outcome that a client must get now. A thread that changes something sets it. Thread-safe. */
final class SoakExpectation {
    /** The required outcome. */
    enum Outcome {
        GRANTED, REFUSED,
        /** A change is under way: both outcomes are right. */
        EITHER
    }

    /** The required outcome since a change; the same object until the next change. */
    record State(Outcome outcome) {}

    private volatile State state = new State(Outcome.GRANTED);

    State now() {
        return state;
    }

    void set(Outcome outcome) {
        // A new object, even if the outcome is the same as two changes ago.
        state = new State(outcome);
    }

    /** Returns whether an operation that began in a state must have this outcome. */
    boolean demands(State began, Outcome outcome) {
        return began == state && began.outcome() == outcome;
    }
}
