package org.eejs.bank.tls;

import java.util.function.LongSupplier;
import javax.net.ssl.SSLSession;
import org.eejs.role.HandshakeCount;

/**
 * A count of handshakes by OpenSSL's own counters. Sessions of OpenSSL have their creation time only to the second, and
 * the tickets of TLS 1.3 get a new one. So their times do not distinguish resumed handshakes from full ones.
 *
 * <p>OpenSSL counts a resumption when it resumes the session and a handshake when it is done. If a client leaves in
 * between, OpenSSL counts one full handshake too few and one resumed handshake too many; it counts it as failed, too.
 * Failed handshakes also come from OpenSSL: for Tomcat's engines, a handshake is unfinished if its client leaves before
 * it gets its tickets.
 */
final class OpenSslHandshakeCount extends HandshakeCount {
    private final LongSupplier begun;
    private final LongSupplier finished;
    private final LongSupplier hits;

    /**
     * Creates a count from OpenSSL's counters.
     *
     * @param begun the handshakes that were begun since the start ({@code SSL_CTX_sess_accept})
     * @param finished the handshakes that were finished since the start ({@code SSL_CTX_sess_accept_good})
     * @param hits the sessions that were resumed since the start ({@code SSL_CTX_sess_hits})
     */
    OpenSslHandshakeCount(LongSupplier begun, LongSupplier finished, LongSupplier hits) {
        this.begun = begun;
        this.finished = finished;
        this.hits = hits;
    }

    @Override
    public void countFinished(SSLSession session, long began) {
        note(session);
    }

    @Override
    public long full() {
        // In this order, so that a handshake under way does not make the result too low.
        long resumed = hits.getAsLong();
        return Math.max(0, finished.getAsLong() - resumed);
    }

    /** Returns the failed handshakes, including those under way. */
    @Override
    public long failed() {
        // In this order, so that a handshake that just ends does not make the result too low.
        long done = finished.getAsLong();
        return Math.max(0, begun.getAsLong() - done);
    }

    @Override
    public long resumed() {
        return hits.getAsLong();
    }
}
