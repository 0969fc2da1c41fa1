package org.eejs.role;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLSession;

/**
 * Counts TLS handshakes, their protocols and cipher suites, and the bytes of connections. Thread-safe; counting does
 * not contend.
 */
public class HandshakeCount {
    private final LongAdder full = new LongAdder();
    private final LongAdder resumed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final Set<String> protocols = new ConcurrentSkipListSet<>();
    private final Set<String> cipherSuites = new ConcurrentSkipListSet<>();
    private final Set<String> groups = new ConcurrentSkipListSet<>();

    /**
     * Counts a handshake that has finished.
     *
     * <p>JSSE does not report whether it was resumed, but the creation time of its session does. A full handshake
     * creates its session after it began. A resumed one continues a session that an earlier handshake created. JSSE
     * keeps that time in the cache of TLS 1.2 as well as in the tickets of TLS 1.2 and 1.3. Both times are of the same
     * clock and in milliseconds. A client needs the round trips of a whole handshake before it can resume a session. So
     * no resumed session was created in the very millisecond in which the next connection begins.
     *
     * @param began when the handshake began or some time before, after any earlier handshake; milliseconds since 1970
     */
    public void countFinished(SSLSession session, long began) {
        (session.getCreationTime() < began ? resumed : full).increment();
        note(session);
    }

    /** Counts a handshake that has finished, for callers that know whether it resumed a session. */
    public void countFinished(SSLSession session, boolean resumption) {
        (resumption ? resumed : full).increment();
        note(session);
    }

    public final void note(SSLSession session) {
        // Tomcat's sessions of OpenSSL add the application protocol behind a colon.
        protocols.add(session.getProtocol().split(":")[0]);
        cipherSuites.add(session.getCipherSuite());
    }

    /** Notes the group of a key exchange; null for none. */
    public final void noteGroup(String group) {
        if (group != null) {
            groups.add(group);
        }
    }

    /** Counts a handshake that was begun and has not finished. */
    public void countFailed() {
        failed.increment();
    }

    /** Counts application bytes that were encrypted or decrypted. */
    public final void carried(int number) {
        bytes.add(number);
    }

    /** Returns the application bytes in both directions, without TLS overhead; 0 if not counted. */
    public long bytes() {
        return bytes.sum();
    }

    public long full() {
        return full.sum();
    }

    public long resumed() {
        return resumed.sum();
    }

    public long failed() {
        return failed.sum();
    }

    /** Returns what was negotiated, separated by commas; null if nothing was. */
    public String protocols() {
        return protocols.isEmpty() ? null : String.join(",", protocols);
    }

    /** Returns what was negotiated, separated by commas; null if nothing was. */
    public String cipherSuites() {
        return cipherSuites.isEmpty() ? null : String.join(",", cipherSuites);
    }

    /** Returns the groups of key exchanges, separated by commas; null if there were none. */
    public String groups() {
        return groups.isEmpty() ? null : String.join(",", groups);
    }
}
