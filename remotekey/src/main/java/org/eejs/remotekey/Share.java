package org.eejs.remotekey;

import java.util.concurrent.atomic.AtomicInteger;

/** What one client takes of the server at present, over all its connections. Thread-safe. */
final class Share {
    final AtomicInteger connections = new AtomicInteger();
    /** Requests that have not come whole. */
    final AtomicInteger coming = new AtomicInteger();
    /** Signatures that wait or are being made. */
    final AtomicInteger signing = new AtomicInteger();
}
