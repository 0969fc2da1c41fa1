package org.eejs.driver;

/** A user of an event loop, from the first page to the last. Used by that loop's thread only. */
interface Session {
    /** Learns that a session has ended, by the user's will or by a failure. */
    interface Ended {
        void ended(Session session, boolean byFailure);
    }

    /** The sessions of an event loop. */
    interface Source {
        /** The next one, which has not begun. */
        Session next(Ended onEnd);
    }

    /** Begins with the first page, whose intended start this is, on the load's clock. */
    void begin(long intended);

    /** Whether the user is between two pages. */
    boolean isThinking();

    /** Ends it by the user's will. */
    void leave();
}
