package org.eejs.xml;

/** A message whose signature does not hold, and which check found it out. The message is one line. */
public final class SpiVerificationException extends Exception {
    private static final long serialVersionUID = 1;

    private final SpiCheck check;

    SpiVerificationException(SpiCheck check, String what) {
        super(check + ": " + OneLine.of(what));
        this.check = check;
    }

    SpiVerificationException(SpiCheck check, String what, Throwable cause) {
        this(check, what);
        initCause(cause);
    }

    /** The first check that failed. */
    public SpiCheck check() {
        return check;
    }
}
