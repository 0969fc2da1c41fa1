package org.eejs.bench.measuring;

/** A provider gave another answer than is known to be right. The message says which, in one line. */
public final class MismatchException extends Exception {
    private static final long serialVersionUID = 1;

    /** With what was expected and what came, in one line. */
    public MismatchException(String message) {
        super(message);
    }
}
