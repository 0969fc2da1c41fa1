package org.eejs.pki.files;

import java.io.IOException;

/** A file of the operator cannot be used. The message is one line: which file, which line of it, what to do. */
public class FaultyFileException extends IOException {
    private static final long serialVersionUID = 1;

    /** With the line that the operator reads. */
    public FaultyFileException(String message) {
        super(message);
    }

    /** The same with what came before; the cause never holds a secret that stands in the file. */
    public FaultyFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
