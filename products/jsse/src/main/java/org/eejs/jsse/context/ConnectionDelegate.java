package org.eejs.jsse.context;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.util.Set;
import javax.net.ssl.SSLSocket;
import org.eejs.jsse.runtime.NewerMethod;

/** The part of a socket over a connection that the connection itself answers: its addresses and the TCP options. */
abstract class ConnectionDelegate extends SSLSocket {
    private static final NewerMethod SET_OPTION =
            new NewerMethod(Socket.class, "setOption", SocketOption.class, Object.class);
    private static final NewerMethod GET_OPTION = new NewerMethod(Socket.class, "getOption", SocketOption.class);
    private static final NewerMethod SUPPORTED_OPTIONS = new NewerMethod(Socket.class, "supportedOptions");

    final Socket connection;

    ConnectionDelegate(Socket connection) {
        this.connection = connection;
    }

    @Override
    public void bind(SocketAddress address) throws IOException {
        connection.bind(address);
    }

    @Override
    public InetAddress getInetAddress() {
        return connection.getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return connection.getLocalAddress();
    }

    @Override
    public int getPort() {
        return connection.getPort();
    }

    @Override
    public int getLocalPort() {
        return connection.getLocalPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return connection.getRemoteSocketAddress();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return connection.getLocalSocketAddress();
    }

    @Override
    public SocketChannel getChannel() {
        return connection.getChannel();
    }

    @Override
    public boolean isConnected() {
        return connection.isConnected();
    }

    @Override
    public boolean isBound() {
        return connection.isBound();
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return connection.getTcpNoDelay();
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        connection.setTcpNoDelay(on);
    }

    @Override
    public boolean getKeepAlive() throws SocketException {
        return connection.getKeepAlive();
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
        connection.setKeepAlive(on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return connection.getReuseAddress();
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        connection.setReuseAddress(on);
    }

    @Override
    public int getSoTimeout() throws SocketException {
        return connection.getSoTimeout();
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        connection.setSoTimeout(millis);
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return connection.getSendBufferSize();
    }

    @Override
    public void setSendBufferSize(int size) throws SocketException {
        connection.setSendBufferSize(size);
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return connection.getReceiveBufferSize();
    }

    @Override
    public void setReceiveBufferSize(int size) throws SocketException {
        connection.setReceiveBufferSize(size);
    }

    @Override
    public int getTrafficClass() throws SocketException {
        return connection.getTrafficClass();
    }

    @Override
    public void setTrafficClass(int value) throws SocketException {
        connection.setTrafficClass(value);
    }

    @Override
    public int getSoLinger() throws SocketException {
        return connection.getSoLinger();
    }

    @Override
    public void setSoLinger(boolean on, int seconds) throws SocketException {
        connection.setSoLinger(on, seconds);
    }

    @Override
    public void setPerformancePreferences(int time, int latency, int bandwidth) {
        connection.setPerformancePreferences(time, latency, bandwidth);
    }

    /** Overrides a method of Java 9 and newer, as does the next one. */
    public <T> Socket setOption(SocketOption<T> option, T value) throws IOException {
        SET_OPTION.call(connection, option, value);
        return this;
    }

    @SuppressWarnings("unchecked") // The signature of the called method.
    public <T> T getOption(SocketOption<T> option) throws IOException {
        return (T) GET_OPTION.call(connection, option);
    }

    @SuppressWarnings("unchecked") // The signature of the called method.
    public Set<SocketOption<?>> supportedOptions() {
        try {
            return (Set<SocketOption<?>>) SUPPORTED_OPTIONS.call(connection);
        } catch (IOException e) {
            throw new IllegalStateException("sockets return their options without I/O: " + e, e);
        }
    }
}
