package org.eejs.lab;

/** What was asked for cannot be done: the message is one line that says what, where and what to do instead. */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** An exception with this line. */
    public InputException(String message) {
        super(message);
    }
}
