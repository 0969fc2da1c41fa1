package org.eejs.xmlload.parsers;

import java.io.IOException;

/** A document is not what is taken here, whichever parser reads it; the message is one line. */
final class DocumentRefusedException extends IOException {
    private static final long serialVersionUID = 1;

    DocumentRefusedException(String message) {
        super(message);
    }
}
