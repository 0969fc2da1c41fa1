package org.eejs.jsse.context;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * A socket of the JDK over a connection. Until its handshake begins, it belongs to the context that created it. Then a
 * client's socket is replaced, over the same connection and with all its settings. The new one is of the context that
 * holds the sessions of clients with the same demands. Thread-safe.
 */
final class SharingSslSocket extends TlsDelegate {
    private final SharingSslContext context;
    /** Null if the address that is connected to has the name. */
    private final String host;
    private final boolean layered;
    private final boolean autoClose;
    private final Map<HandshakeCompletedListener, HandshakeCompletedListener> listeners = new HashMap<>();
    private BiFunction<SSLSocket, List<String>, String> selector;
    /** Kept as long as this one: in older JDKs it closes the connection when it is collected. */
    private SSLSocket own;
    private volatile boolean begun;

    /**
     * A socket that is not connected.
     *
     * @param host the name to connect to, or null if the address will have it
     */
    SharingSslSocket(SharingSslContext context, String host) throws IOException {
        super(new Socket(), (SSLSocket) context.own().getSocketFactory().createSocket());
        this.context = context;
        this.host = host;
        this.layered = false;
        this.autoClose = true;
        this.own = tls;
    }

    /** A socket over a connection of the caller. */
    SharingSslSocket(SharingSslContext context, Socket connection, String host, int port, boolean autoClose)
            throws IOException {
        super(connection, (SSLSocket) context.own().getSocketFactory().createSocket(connection, host, port, autoClose));
        this.context = context;
        this.host = host;
        this.layered = true;
        this.autoClose = autoClose;
        this.own = tls;
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        if (layered) {
            throw new SocketException("Already connected");
        }
        if (!(endpoint instanceof InetSocketAddress)) {
            throw new SocketException("Cannot handle non-Inet socket addresses.");
        }
        connection.connect(endpoint, timeout);
        synchronized (step) {
            if (tls.isClosed()) {
                throw new SocketException("Socket is closed");
            }
            SSLSocket connected = over(context.own());
            SSLParameters parameters = tls.getSSLParameters();
            if (connected.getSSLParameters().getServerNames() != null) {
                // As in the JDK: the name that is connected to precedes one that was set earlier.
                parameters.setServerNames(null);
            }
            carry(tls, parameters, connected);
            own = connected;
            tls = connected;
        }
    }

    private SSLSocket over(SSLContext chosen) throws IOException {
        return (SSLSocket) chosen.getSocketFactory().createSocket(connection, host, connection.getPort(), autoClose);
    }

    private void carry(SSLSocket from, SSLParameters parameters, SSLSocket to) {
        to.setUseClientMode(from.getUseClientMode());
        to.setSSLParameters(parameters);
        to.setEnableSessionCreation(from.getEnableSessionCreation());
        to.setHandshakeApplicationProtocolSelector(from.getHandshakeApplicationProtocolSelector());
        listeners.values().forEach(to::addHandshakeCompletedListener);
    }

    /**
     * Begins the handshake of a client at once: later settings must not affect it, because they are not part of the
     * policy.
     *
     * @return whether this call did it; if not, the existing socket does
     */
    private boolean begin() throws IOException {
        SSLSocket made;
        synchronized (step) {
            if (begun || !connection.isConnected() || own.isClosed()) {
                return false;
            }
            SSLParameters parameters = own.getSSLParameters();
            SSLContext chosen = own.getUseClientMode() ? context.forClient(parameters) : context.own();
            if (chosen == context.own()) {
                begun = true;
                return false;
            }
            made = over(chosen);
            carry(own, parameters, made);
            tls = made;
            begun = true;
        }
        made.startHandshake();
        return true;
    }

    /** Returns the socket for data. */
    private SSLSocket begun() throws IOException {
        if (!begun) {
            begin();
        }
        return tls;
    }

    /** Returns the socket for calls that end a connection, perhaps before it began: it is not replaced. */
    private SSLSocket ended() {
        synchronized (step) {
            begun |= connection.isConnected();
            return tls;
        }
    }

    @Override
    public void startHandshake() throws IOException {
        if (begun || !begin()) {
            tls.startHandshake();
        }
    }

    @Override
    public SSLSession getSession() {
        try {
            return begun().getSession();
        } catch (IOException e) {
            // The JDK's result for a missing session: a session without a cipher suite.
            return ended().getSession();
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        InputStream stream = tls.getInputStream();
        return begun ? stream : new Incoming();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        OutputStream stream = tls.getOutputStream();
        return begun ? stream : new Outgoing();
    }

    @Override
    public void close() throws IOException {
        try {
            ended().close();
        } finally {
            if (!layered) {
                connection.close();
            }
        }
    }

    @Override
    public void shutdownInput() throws IOException {
        ended().shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        ended().shutdownOutput();
    }

    @Override
    public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
        synchronized (step) {
            HandshakeCompletedListener relay = listener == null ? null : listeners.computeIfAbsent(listener,
                    each -> event -> each.handshakeCompleted(new HandshakeCompletedEvent(this, event.getSession())));
            tls.addHandshakeCompletedListener(relay);
        }
    }

    @Override
    public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
        synchronized (step) {
            HandshakeCompletedListener relay = listeners.remove(listener);
            // The JDK reports an unknown listener.
            tls.removeHandshakeCompletedListener(relay == null ? listener : relay);
        }
    }

    @Override
    public void setHandshakeApplicationProtocolSelector(BiFunction<SSLSocket, List<String>, String> selector) {
        synchronized (step) {
            this.selector = selector;
            tls.setHandshakeApplicationProtocolSelector(
                    selector == null ? null : (inner, protocols) -> selector.apply(this, protocols));
        }
    }

    @Override
    public BiFunction<SSLSocket, List<String>, String> getHandshakeApplicationProtocolSelector() {
        synchronized (step) {
            return selector;
        }
    }

    @Override
    public String toString() {
        return tls.toString();
    }

    /** The incoming data, after the handshake that the first read begins. */
    private final class Incoming extends InputStream {
        @Override
        public int read() throws IOException {
            return begun().getInputStream().read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return (length == 0 ? tls : begun()).getInputStream().read(bytes, offset, length);
        }

        @Override
        public long skip(long bytes) throws IOException {
            return begun().getInputStream().skip(bytes);
        }

        @Override
        public int available() throws IOException {
            return tls.getInputStream().available();
        }

        @Override
        public void close() throws IOException {
            SharingSslSocket.this.close();
        }
    }

    /** The outgoing data, after the handshake that the first write begins. */
    private final class Outgoing extends OutputStream {
        @Override
        public void write(int data) throws IOException {
            begun().getOutputStream().write(data);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            (length == 0 ? tls : begun()).getOutputStream().write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            SharingSslSocket.this.close();
        }
    }
}
