package org.eejs.banking;

/** The certificates that the bank trusts on its connections to the back end. */
public enum BackEndTrust implements Named {
    /** The run's own CAs only. */
    PRIVATE,
    /** The JVM's default trust store, which includes the JDK's cacerts, as in the paper's bank. */
    CACERTS;

    @Override
    public String toString() {
        return id();
    }
}
