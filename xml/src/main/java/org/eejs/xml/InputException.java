package org.eejs.xml;

/** What was given cannot be used; the message is one line that says what, where, and what to do. */
final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InputException(String message) {
        super(message);
    }

    InputException(String message, Throwable cause) {
        super(message, cause);
    }
}
