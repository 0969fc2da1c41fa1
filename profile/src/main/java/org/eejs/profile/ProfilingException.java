package org.eejs.profile;

/** A JVM could not be profiled. The message says what was tried and what happened, in one line. */
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

    /** Nobody waits for the answer any more, but it may still come. */
    static ProfilingException late(String message, Throwable cause) {
        return new ProfilingException(message, cause, true);
    }

    /** Returns whether the JVM may still do what it was asked, as soon as it can. */
    public boolean isLate() {
        return late;
    }
}
