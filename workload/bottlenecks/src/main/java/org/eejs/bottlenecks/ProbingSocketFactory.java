package org.eejs.bottlenecks;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/** Makes another factory's sockets, each of which {@link CipherProbe} precedes. Thread-safe. */
final class ProbingSocketFactory extends SSLSocketFactory {
    private final SSLSocketFactory factory;

    ProbingSocketFactory(SSLSocketFactory factory) {
        this.factory = factory;
    }

    private SSLSocketFactory probed() {
        CipherProbe.listSuites();
        return factory;
    }

    @Override
    public Socket createSocket() throws IOException {
        return probed().createSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return probed().createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return probed().createSocket(host, port, from, fromPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return probed().createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return probed().createSocket(host, port, from, fromPort);
    }

    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean closesPlain) throws IOException {
        return probed().createSocket(plain, host, port, closesPlain);
    }

    @Override
    public Socket createSocket(Socket plain, InputStream consumed, boolean closesPlain) throws IOException {
        return probed().createSocket(plain, consumed, closesPlain);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return probed().getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return probed().getSupportedCipherSuites();
    }
}
