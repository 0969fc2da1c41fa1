package org.eejs.bank.tls;

import java.util.function.LongSupplier;
import javax.net.ssl.SSLSession;
import org.eejs.role.HandshakeCount;

/**
 * Counts handshakes by OpenSSL's own counters. Sessions of OpenSSL know their creation only to the second, and give the
 * tickets of TLS 1.3 a new one, so that their times do not distinguish resumed handshakes from full ones.
 *
 * <p>OpenSSL counts a resumption when it takes up the session and a handshake when it is done. A client that leaves in
 * between thus makes it count one handshake too few as full and one too many as resumed; it is counted as failed, too.
 * Whether a handshake failed is OpenSSL's to say as well: to Tomcat's engines one is unfinished whose client leaves
 * before it has been sent its tickets.
 */
final class OpenSslHandshakeCount extends HandshakeCount {
    private final LongSupplier begun;
    private final LongSupplier finished;
    private final LongSupplier hits;

    /**
     * Makes a count of what OpenSSL has counted.
     *
     * @param begun the handshakes that were begun since the start ({@code SSL_CTX_sess_accept})
     * @param finished the handshakes that were finished since the start ({@code SSL_CTX_sess_accept_good})
     * @param hits the sessions that were taken up again since the start ({@code SSL_CTX_sess_hits})
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
        // In this order, so that a handshake under way cannot make it too low.
        long resumed = hits.getAsLong();
        return Math.max(0, finished.getAsLong() - resumed);
    }

    /** Returns those under way are among them. */
    @Override
    public long failed() {
        // In this order, so that a handshake that just ends cannot make it too low.
        long done = finished.getAsLong();
        return Math.max(0, begun.getAsLong() - done);
    }

    @Override
    public long resumed() {
        return hits.getAsLong();
    }
}
