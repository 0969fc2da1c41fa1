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
    PLAIN;

    /** Whether the back end is spoken to over TLS. */
    public boolean usesTls() {
        return this != PLAIN;
    }

    @Override
    public String toString() {
        return id();
    }
}
