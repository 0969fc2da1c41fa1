package org.eejs.banking;

/** How the bank connects to the back end. */
public enum BackEndPolicy implements Named {
    /** For each call a new SSLContext, trust material loaded anew, and a new connection, as found in the field. */
    NEW_CONTEXT,
    /** One SSLContext; a new connection with a full handshake for each call. */
    NEW_CONNECTION,
    /** One SSLContext and connections that are kept. */
    POOLED,
    /** Kept connections without TLS: the paper's detour of section 4. */
    PLAIN,
    /** A new connection without TLS for each call: beside {@link #NEW_CONNECTION} it lacks TLS and nothing else. */
    PLAIN_NEW_CONNECTION;

    /** Returns whether the back end is spoken to over TLS. */
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
