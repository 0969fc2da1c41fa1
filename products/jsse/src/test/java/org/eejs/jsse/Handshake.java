package org.eejs.jsse;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A handshake of the JDK's engines with each other, in one thread. */
final class Handshake {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine client;
    private final SSLEngine server;
    private final ByteBuffer toServer;
    private final ByteBuffer toClient;
    private final ByteBuffer data;

    private Handshake(SSLEngine client, SSLEngine server) {
        this.client = client;
        this.server = server;
        int size = client.getSession().getPacketBufferSize() * 2;
        toServer = ByteBuffer.allocate(size);
        toClient = ByteBuffer.allocate(size);
        data = ByteBuffer.allocate(size);
    }

    /** Returns a context that trusts every certificate. */
    static SSLContext context(KeyManager keys, X509Certificate... accepted) {
        try {
            SSLContext context = SSLContext.getInstance("TLS", "SunJSSE");
            context.init(keys == null ? null : new KeyManager[] {keys},
                    new TrustManager[] {new TrustsEverybody(accepted)}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs a full handshake.
     *
     * @return the knowledge that client and server have of each other
     */
    static Sides full(SSLContext client, SSLContext server, Consumer<SSLParameters> ofClient,
            Consumer<SSLParameters> ofServer) throws SSLException {
        // Without a peer's name, the client is unable to look up a session.
        return of(client.createSSLEngine(), server.createSSLEngine(), ofClient, ofServer);
    }

    /** Runs a handshake that resumes the session of an earlier one with the same port, if there is one. */
    static Sides resumable(SSLContext client, SSLContext server, int port, Consumer<SSLParameters> ofClient)
            throws SSLException {
        return of(client.createSSLEngine("localhost", port), server.createSSLEngine(), ofClient, parameters -> {});
    }

    /** Returns whether the second of two handshakes that ask for a server name resumes the first one's session. */
    static boolean resumesWithName(SSLContext client, SSLContext server, String protocol, String name)
            throws SSLException {
        Consumer<SSLParameters> asking = to -> {
            to.setProtocols(new String[] {protocol});
            to.setServerNames(List.of(new SNIHostName(name)));
        };
        SSLSession first = resumable(client, server, 443, asking).client();
        long began = first.getCreationTime();
        while (System.currentTimeMillis() <= began) {
            Thread.onSpinWait();
        }
        return resumable(client, server, 443, asking).client().getCreationTime() == began;
    }

    /**
     * Runs a full handshake of sockets, with client authentication.
     *
     * @return the serial numbers of the certificates that the server and the client showed
     */
    static List<Long> ofSockets(SSLContext client, SSLContext server, Consumer<SSLParameters> ofClient)
            throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        ExecutorService accepting = Executors.newSingleThreadExecutor();
        try (SSLServerSocket listener =
                (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0, 1, here)) {
            listener.setNeedClientAuth(true);
            Future<Long> ofClientSide = accepting.submit(() -> {
                try (SSLSocket accepted = (SSLSocket) listener.accept()) {
                    accepted.getOutputStream().write(1);
                    accepted.getInputStream().read();
                    return Sides.serial(accepted.getSession());
                }
            });
            try (SSLSocket socket =
                    (SSLSocket) client.getSocketFactory().createSocket(here, listener.getLocalPort())) {
                SSLParameters parameters = socket.getSSLParameters();
                ofClient.accept(parameters);
                socket.setSSLParameters(parameters);
                socket.getInputStream().read();
                socket.getOutputStream().write(1);
                return List.of(Sides.serial(socket.getSession()), ofClientSide.get());
            }
        } finally {
            accepting.shutdownNow();
        }
    }

    private static Sides of(SSLEngine client, SSLEngine server, Consumer<SSLParameters> ofClient,
            Consumer<SSLParameters> ofServer) throws SSLException {
        client.setUseClientMode(true);
        server.setUseClientMode(false);
        set(client, ofClient);
        set(server, ofServer);
        return new Handshake(client, server).run();
    }

    private static void set(SSLEngine engine, Consumer<SSLParameters> change) {
        SSLParameters parameters = engine.getSSLParameters();
        change.accept(parameters);
        engine.setSSLParameters(parameters);
    }

    private Sides run() throws SSLException {
        client.beginHandshake();
        for (int i = 0; i < 50 && !(isDone(client) && isDone(server) && toServer.position() == 0); i++) {
            write(client, toServer);
            read(server, toServer);
            write(server, toClient);
            read(client, toClient);
        }
        if (!isDone(client) || !isDone(server)) {
            throw new SSLException("the handshake did not end: " + client.getHandshakeStatus() + ", "
                    + server.getHandshakeStatus());
        }
        // A ticket of TLS 1.3 comes with the first data.
        server.wrap(ByteBuffer.allocate(1), toClient);
        read(client, toClient);
        return new Sides(client.getSession(), server.getSession());
    }

    private static boolean isDone(SSLEngine engine) {
        return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
    }

    private void write(SSLEngine engine, ByteBuffer to) throws SSLException {
        runTasks(engine);
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            engine.wrap(NOTHING, to);
            runTasks(engine);
        }
    }

    private void read(SSLEngine engine, ByteBuffer from) throws SSLException {
        from.flip();
        int before = -1;
        while (from.hasRemaining() && from.remaining() != before) {
            before = from.remaining();
            data.clear();
            engine.unwrap(from, data);
            runTasks(engine);
        }
        from.compact();
    }

    private static void runTasks(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** The sessions of both. */
    record Sides(SSLSession client, SSLSession server) {
        /** Returns the serial number of the certificate that the server showed. */
        long ofServer() {
            return serial(client);
        }

        /** Returns the serial number of the certificate that the client showed, or -1 for none. */
        long ofClient() {
            return serial(server);
        }

        private static long serial(SSLSession session) {
            try {
                Certificate[] chain = session.getPeerCertificates();
                return ((X509Certificate) chain[0]).getSerialNumber().longValueExact();
            } catch (SSLPeerUnverifiedException e) {
                return -1;
            }
        }
    }

    /** Names the configured issuers, and accepts every certificate. */
    private static final class TrustsEverybody extends X509ExtendedTrustManager {
        private final X509Certificate[] accepted;

        TrustsEverybody(X509Certificate... accepted) {
            this.accepted = accepted;
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return accepted.clone();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
    }

    /** Returns the subjects of certificates. */
    static Principal[] subjects(List<X509Certificate> certificates) {
        return certificates.stream().map(X509Certificate::getSubjectX500Principal).toArray(Principal[]::new);
    }
}
