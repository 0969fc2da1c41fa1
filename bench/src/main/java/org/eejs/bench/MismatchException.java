package org.eejs.bench;

/** A provider gave another answer than is known to be right. The message says which, in one line. */
final class MismatchException extends Exception {
    private static final long serialVersionUID = 1;

    /** With what was expected and what came, in one line. */
    MismatchException(String message) {
        super(message);
    }
}
