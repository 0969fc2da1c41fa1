package org.eejs.remotekey.cluster;

import io.grpc.Status;
import java.io.IOException;

/** That a cluster of key servers did not do what it was asked; the message says which server refused it, and why. */
public final class KeyClusterException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Status.Code code;

    KeyClusterException(Status.Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Returns what kind of refusal it was; {@link Status.Code#DEADLINE_EXCEEDED} if no answer came in time. */
    public Status.Code code() {
        return code;
    }
}
