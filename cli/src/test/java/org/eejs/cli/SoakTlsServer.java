package org.eejs.cli;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A TLS server that answers with the serial number of the client's certificate and the received data. Thread-safe. */
final class SoakTlsServer implements AutoCloseable {
    static final int BYTES = 1000;
    private static final int THREADS = 4;
    private static final int PATIENCE_MILLIS = 60_000;

    private final SSLServerSocket listener;
    private final List<Thread> threads = new ArrayList<>();
    private final boolean asksForCertificate;
    private final SoakTally tally;

    SoakTlsServer(String name, SSLContext context, boolean asksForCertificate, SoakTally tally) throws IOException {
        this.asksForCertificate = asksForCertificate;
        this.tally = tally;
        // A server whose client left has its tickets; its own cache has a limit, too.
        context.getServerSessionContext().setSessionCacheSize(64);
        listener = (SSLServerSocket) context.getServerSocketFactory()
                .createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        listener.setNeedClientAuth(asksForCertificate);
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(this::serve, "soak-server-" + name + "-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (SSLSocket socket = (SSLSocket) listener.accept()) {
                answer(socket);
            } catch (IOException e) {
                // A client reports a lost handshake or lost data itself; some clients disconnect on purpose.
                tally.count(listener.isClosed() ? "Server threads ended" : "Connections that a client broke off");
            }
        }
    }

    private void answer(SSLSocket socket) throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.startHandshake();
        byte[] bytes = new byte[BYTES];
        new DataInputStream(socket.getInputStream()).readFully(bytes);
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeLong(asksForCertificate ? serial(socket) : 0);
        out.write(bytes);
        out.flush();
                // Waits until the client has all data and disconnects.
        socket.getInputStream().read();
    }

    private static long serial(SSLSocket socket) throws SSLPeerUnverifiedException {
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber().longValueExact();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
