package org.eejs.pki.files;

import java.io.IOException;

/** An unusable file of the operator. The message is one line: the file, the line in it, and what to do. */
public class FaultyFileException extends IOException {
    private static final long serialVersionUID = 1;

    /** Creates an exception with the line for the operator. */
    public FaultyFileException(String message) {
        super(message);
    }

    /** Creates an exception with a cause, which never holds a secret of the file. */
    public FaultyFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
