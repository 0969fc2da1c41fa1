package org.eejs.lab.processes;

/** A run could not be brought to its end: the message is one line that says what happened and what to do. */
public final class RunFailedException extends Exception {
    private static final long serialVersionUID = 1;

    /** An exception with this line. */
    public RunFailedException(String message) {
        super(message);
    }

    /** An exception with this line and what caused it. */
    public RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
