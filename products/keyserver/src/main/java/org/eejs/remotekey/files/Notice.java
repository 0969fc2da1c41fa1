package org.eejs.remotekey.files;

import java.util.Map;

/**
 * Something that an operator should know, never with a secret in it.
 *
 * @param event its kind, as one word
 * @param text one line
 * @param data the figures and names in it, for programs
 */
public record Notice(Event event, String text, Map<String, Object> data) {
    /** The kinds of notices. */
    public enum Event {
        /** The server takes calls. */
        SERVING,
        /** The provider that signs with software keys of a kind. */
        PROVIDER,
        /** The server has keys or certificates that were made for trials. */
        TRIAL,
        /** Policy or keys were read again and are in force. */
        RELOADED,
        /** A changed file is unusable; the earlier one stays in force. */
        REFUSED_RELOAD,
        /** A list of revoked certificates should have been replaced; it stays in force. */
        STALE_REVOCATIONS,
        /** An internal error; clients learn no more than that. */
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
