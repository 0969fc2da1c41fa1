package org.eejs.jsse.context;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/** The factory for sockets of a context that shares the sessions of its clients. Thread-safe. */
final class SharingSocketFactory extends SSLSocketFactory {
    private final SharingSslContext context;
    private final SSLSocketFactory own;

    SharingSocketFactory(SharingSslContext context, SSLSocketFactory own) {
        this.context = context;
        this.own = own;
    }

    @Override
    public Socket createSocket() throws IOException {
        return new SharingSslSocket(context, null);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(host, address(host, port), null);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return connected(host, address(host, port), new InetSocketAddress(local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress address, int port) throws IOException {
        return connected(null, new InetSocketAddress(address, port), null);
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) throws IOException {
        return connected(null, new InetSocketAddress(address, port), new InetSocketAddress(local, localPort));
    }

    @Override
    public Socket createSocket(Socket connection, String host, int port, boolean autoClose) throws IOException {
        return new SharingSslSocket(context, connection, host, port, autoClose);
    }

    /** Returns a server's socket, which shares nothing. */
    @Override
    public Socket createSocket(Socket connection, InputStream consumed, boolean autoClose) throws IOException {
        return own.createSocket(connection, consumed, autoClose);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return own.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return own.getSupportedCipherSuites();
    }

    /** Returns the address as the JDK does: a missing host means this machine. */
    private static InetSocketAddress address(String host, int port) throws IOException {
        return host == null ? new InetSocketAddress(InetAddress.getByName(null), port)
                : new InetSocketAddress(host, port);
    }

    private Socket connected(String host, InetSocketAddress peer, InetSocketAddress local) throws IOException {
        SharingSslSocket socket = new SharingSslSocket(context, host);
        try {
            if (local != null) {
                socket.bind(local);
            }
            socket.connect(peer);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }
}
