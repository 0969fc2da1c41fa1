package org.eejs.cluster;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server socket that gives JGroups connections with a complete TLS handshake. Otherwise JGroups would do the
 * handshake in its reading thread, without a time limit, and its reaper of silent connections would wait for that.
 */
final class TlsServerSocket extends ServerSocket {
    private final BlockingQueue<SSLSocket> ready = new LinkedBlockingQueue<>();
    private final TlsAcceptor acceptor;

    /**
     * Creates an unbound socket. Clients must have a certificate that the TLS context trusts.
     *
     * @param admitted gets each connection first, and may refuse it
     */
    TlsServerSocket(SSLContext tls, TlsAcceptor.Handler admitted, RareLog log) throws IOException {
        acceptor = new TlsAcceptor(tls, true, (socket, plain) -> {
            admitted.accepted(socket, plain);
            ready.add(socket);
        }, log);
    }

    @Override
    public void bind(SocketAddress endpoint, int backlog) throws IOException {
        super.bind(endpoint, backlog);
        acceptor.start(this, super::accept);
    }

    @Override
    public Socket accept() throws IOException {
        try {
            return ready.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SocketException("interrupted");
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        acceptor.close();
        for (SSLSocket socket = ready.poll(); socket != null; socket = ready.poll()) {
            socket.close();
        }
    }
}
