package org.eejs.banking;

/** What is found out about a bank beside what it costs. */
public enum ProfileKind implements Named {
    /** Where its CPU went. */
    CPU,
    /** Nothing. */
    OFF;

    @Override
    public String toString() {
        return id();
    }
}
