package org.eejs.xmlload;

/** A transaction had a wrong outcome; the message reports it in one line. */
public final class OutcomeException extends Exception {
    private static final long serialVersionUID = 1;

    public OutcomeException(String message) {
        super(message);
    }

    public static void expect(String what, long expected, long actual) throws OutcomeException {
        if (expected != actual) {
            throw new OutcomeException(what + ": " + actual + " instead of " + expected);
        }
    }
}
