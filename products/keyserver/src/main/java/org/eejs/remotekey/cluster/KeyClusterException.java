package org.eejs.remotekey.cluster;

import io.grpc.Status;
import java.io.IOException;

/**
 * A request that a cluster of key servers did not serve; the message names the servers that refused it, and the
 * reasons.
 */
public final class KeyClusterException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Status.Code code;

    KeyClusterException(Status.Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Returns the kind of refusal; {@link Status.Code#DEADLINE_EXCEEDED} if no answer came in time. */
    public Status.Code code() {
        return code;
    }
}
