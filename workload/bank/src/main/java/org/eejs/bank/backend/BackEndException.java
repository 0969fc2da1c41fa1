package org.eejs.bank.backend;

import java.io.IOException;

/** A call to the back end that failed; the message names the call and the error in one line. */
public final class BackEndException extends IOException {
    private static final long serialVersionUID = 1;

    BackEndException(String message, Throwable cause) {
        super(message, cause);
    }
}
