package org.eejs.lab.processes;

/** The failure of a run. The message is one line that names what happened and what to do. */
public final class RunFailedException extends Exception {
    private static final long serialVersionUID = 1;

    /** Creates an exception with this line. */
    public RunFailedException(String message) {
        super(message);
    }

    /** Creates an exception with this line and its cause. */
    public RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
