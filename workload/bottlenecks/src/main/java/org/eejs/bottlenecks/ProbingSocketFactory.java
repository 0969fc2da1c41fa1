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

    @Override
    public Socket createSocket() throws IOException {
        CipherProbe.listSuites();
        return factory.createSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        CipherProbe.listSuites();
        return factory.createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        CipherProbe.listSuites();
        return factory.createSocket(host, port, from, fromPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        CipherProbe.listSuites();
        return factory.createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        CipherProbe.listSuites();
        return factory.createSocket(host, port, from, fromPort);
    }

    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean closesPlain) throws IOException {
        CipherProbe.listSuites();
        return factory.createSocket(plain, host, port, closesPlain);
    }

    @Override
    public Socket createSocket(Socket plain, InputStream consumed, boolean closesPlain) throws IOException {
        CipherProbe.listSuites();
        return factory.createSocket(plain, consumed, closesPlain);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        CipherProbe.listSuites();
        return factory.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        CipherProbe.listSuites();
        return factory.getSupportedCipherSuites();
    }
}
