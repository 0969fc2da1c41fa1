package org.eejs.banking;

/** What is found out about a bank beside what it costs. */
public enum ProfileKind implements Named {
    /** Where its CPU went. */
    CPU,
    /** The same, and which locks its threads waited for. */
    LOCKS,
    /** Where its CPU went, and what its threads waited for. */
    WALL,
    /** The same in every other period of the steady state alone, so that it is seen what sampling costs. */
    ALTERNATING,
    /** Nothing. */
    OFF;

    @Override
    public String toString() {
        return id();
    }
}
