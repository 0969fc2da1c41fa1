package org.eejs.banking;

/** Kinds of profiles of a bank, which a run takes in addition to its cost. */
public enum ProfileKind implements Named {
    /** The CPU time of its code. */
    CPU,
    /** CPU time, and the locks that its threads waited for. */
    LOCKS,
    /** CPU time, and the waits of its threads. */
    WALL,
    /** CPU time in every other period of the steady state only, which shows the cost of sampling. */
    ALTERNATING,
    /** No profile. */
    OFF;

    @Override
    public String toString() {
        return id();
    }
}
