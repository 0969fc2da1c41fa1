package org.eejs.bench.measuring;

/** A provider's wrong answer. The message names it in one line. */
public final class MismatchException extends Exception {
    private static final long serialVersionUID = 1;

    /** An exception with the expected and the actual answer, in one line. */
    public MismatchException(String message) {
        super(message);
    }
}
