package org.eejs.doctor.looking;

/** A JVM ended while it was looked at. */
public final class TargetEndedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TargetEndedException(long pid) {
        super("process " + pid + " ended while it was looked at; look at one that runs on for longer");
    }
}
