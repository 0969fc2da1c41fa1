package org.eejs.profile;

/** The failure to profile a JVM. The message is one line that names the action and what happened. */
public final class ProfilingException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean late;

    public ProfilingException(String message) {
        this(message, null);
    }

    public ProfilingException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private ProfilingException(String message, Throwable cause, boolean late) {
        super(message, cause);
        this.late = late;
    }

    /** Creates an exception for an answer that is no longer awaited, but may still come. */
    static ProfilingException late(String message, Throwable cause) {
        return new ProfilingException(message, cause, true);
    }

    /** Returns whether the JVM may still carry out the request, as soon as it can. */
    public boolean isLate() {
        return late;
    }
}
