package org.eejs.cluster;

import java.io.IOException;

/** The lab's refusal of a host. The message is one line with the reason and what to do. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message) {
        super(message);
    }
}
