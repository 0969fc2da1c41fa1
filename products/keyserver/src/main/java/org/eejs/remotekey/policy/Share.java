package org.eejs.remotekey.policy;

import java.util.concurrent.atomic.AtomicInteger;

/** The server's resources that one client uses at present, over all its connections. Thread-safe. */
public final class Share {
    public final AtomicInteger connections = new AtomicInteger();
    /** Requests that have not arrived completely. */
    public final AtomicInteger coming = new AtomicInteger();
    /** Signatures that wait or are being made. */
    public final AtomicInteger signing = new AtomicInteger();
}
