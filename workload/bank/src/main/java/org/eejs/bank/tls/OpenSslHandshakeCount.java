package org.eejs.bank.tls;

import java.util.function.LongSupplier;
import javax.net.ssl.SSLSession;

/**
 * Counts handshakes by OpenSSL's own counters. Sessions of OpenSSL know their creation only to the second, and give the
 * tickets of TLS 1.3 a new one, so that their times do not distinguish resumed handshakes from full ones.
 *
 * <p>OpenSSL counts a resumption when it takes up the session and a handshake when it is done. A client that leaves in
 * between thus makes it count one handshake too few as full and one too many as resumed; it is counted as failed, too.
 */
final class OpenSslHandshakeCount extends HandshakeCount {
    private final LongSupplier finished;
    private final LongSupplier hits;

    /**
     * Makes a count of what OpenSSL has counted.
     *
     * @param finished the handshakes that were finished since the start ({@code SSL_CTX_sess_accept_good})
     * @param hits the sessions that were taken up again since the start ({@code SSL_CTX_sess_hits})
     */
    OpenSslHandshakeCount(LongSupplier finished, LongSupplier hits) {
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

    @Override
    public long resumed() {
        return hits.getAsLong();
    }
}
