package org.eejs.banking;

import java.util.Arrays;
import java.util.Locale;

/** How the bank connects to the back end. */
public enum BackEndPolicy {
    /** For each call a new SSLContext, trust material loaded anew, and a new connection, as found in the field. */
    NEW_CONTEXT,
    /** One SSLContext; a new connection with a full handshake for each call. */
    NEW_CONNECTION,
    /** One SSLContext and connections that are kept. */
    POOLED,
    /** Kept connections without TLS: the paper's detour of section 4. */
    PLAIN;

    /** The name in options and results, for example {@code new-connection}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The policy with this {@link #id()}.
     *
     * @throws IllegalArgumentException with a line that lists those that exist
     */
    public static BackEndPolicy byId(String id) {
        return Arrays.stream(values()).filter(policy -> policy.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a back-end policy; there are %s"
                        .formatted(id, String.join(", ", Arrays.stream(values()).map(BackEndPolicy::id).toList()))));
    }

    /** Whether the back end is spoken to over TLS. */
    public boolean usesTls() {
        return this != PLAIN;
    }

    @Override
    public String toString() {
        return id();
    }
}
