package org.eejs.banking;

/** Ways in which the bank connects to the back end. */
public enum BackEndPolicy implements Named {
    /**
     * For each call a new SSLContext, which loads trust material again, and a new connection, as found in the field.
     */
    NEW_CONTEXT,
    /** One SSLContext; a new connection with a full handshake for each call. */
    NEW_CONNECTION,
    /** One SSLContext and pooled connections. */
    POOLED,
    /** Pooled connections without TLS: the paper's detour of section 4. */
    PLAIN,
    /** A new connection without TLS for each call: differs from {@link #NEW_CONNECTION} by TLS only. */
    PLAIN_NEW_CONNECTION;

    /** Returns whether connections to the back end use TLS. */
    public boolean usesTls() {
        return this != PLAIN && this != PLAIN_NEW_CONNECTION;
    }

    /** Returns whether connections serve more than one call. */
    public boolean keepsConnections() {
        return this == POOLED || this == PLAIN;
    }

    @Override
    public String toString() {
        return id();
    }
}
