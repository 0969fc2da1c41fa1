package org.eejs.pix.message;

/** An unusable input; the message is one line with the fault, its place, and what to do. */
public final class PixInputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PixInputException(String message) {
        super(message);
    }

    public PixInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
