package org.eejs.remotekey.files;

import java.util.Map;

/**
 * Something that an operator should know, never with a secret in it.
 *
 * @param event what kind it is, as one word
 * @param text one line
 * @param data the figures and names in it, for programs
 */
public record Notice(Event event, String text, Map<String, Object> data) {
    /** The kinds of notices. */
    public enum Event {
        /** The server takes calls. */
        SERVING,
        /** Who signs with software keys of a kind. */
        PROVIDER,
        /** The server has keys or certificates that were made for trials. */
        TRIAL,
        /** Policy or keys were read again and are in force. */
        RELOADED,
        /** A changed file cannot be used; what was in force stays so. */
        REFUSED_RELOAD,
        /** A list of revoked certificates should have been replaced; it stays in force. */
        STALE_REVOCATIONS,
        /** Something went wrong inside; clients learn no more than that. */
        FAULT,
        /** The server takes no more calls, and ends those that it has. */
        DRAINING,
        /** All has ended. */
        ENDED
    }

    /** Returns a notice without data. */
    public static Notice of(Event event, String text) {
        return new Notice(event, text, Map.of());
    }
}
