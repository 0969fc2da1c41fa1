package org.eejs.pix;

import org.eejs.pix.message.OneLine;
import org.eejs.pix.message.PixCheck;

/** A message whose signature is not valid, with the check that failed. The message is one line. */
public final class PixVerificationException extends Exception {
    private static final long serialVersionUID = 1;

    private final PixCheck check;

    PixVerificationException(PixCheck check, String what) {
        super(check + ": " + OneLine.of(what));
        this.check = check;
    }

    PixVerificationException(PixCheck check, String what, Throwable cause) {
        this(check, what);
        initCause(cause);
    }

    /** Returns the first check that failed. */
    public PixCheck check() {
        return check;
    }
}
