package org.eejs.banking;

/** Which certificates the bank trusts on its connections to the back end. */
public enum BackEndTrust implements Named {
    /** Those of the run's own CAs alone. */
    PRIVATE,
    /** The JVM's default trust store, which holds all that the JDK's cacerts hold, as the paper's bank had it. */
    CACERTS;

    @Override
    public String toString() {
        return id();
    }
}
