package org.eejs.profile;

/** A JVM could not be profiled. The message says what was tried and what happened, in one line. */
public final class ProfilingException extends Exception {
    private static final long serialVersionUID = 1;

    public ProfilingException(String message) {
        super(message);
    }

    public ProfilingException(String message, Throwable cause) {
        super(message, cause);
    }
}
