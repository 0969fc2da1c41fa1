package org.eejs.cluster;

import java.io.IOException;

/** The lab does not let a host in. The message is a line that says why and what to do. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    public RefusedException(String message) {
        super(message);
    }
}
