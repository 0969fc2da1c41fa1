package org.eejs.doctor.patients;

import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** TLS between two engines of one thread, with a separate authority. */
final class TlsLab {
    static final char[] PASSWORD = "for-tests".toCharArray();

    final Identity authority;
    final Identity server;
    final KeyStore serverStore;
    final SSLContext serverContext;
    final SSLContext clientContext;
    private final AtomicLong hosts = new AtomicLong();

    /** Creates a server key of this kind. */
    TlsLab(String algorithm, int bits) throws Exception {
        authority = CertificateBuilder.authority("CN=test authority").key("EC", 256).validFor(Duration.ofDays(1))
                .keyIdentifiers().selfSigned();
        server = CertificateBuilder.server("CN=localhost", "localhost", "127.0.0.1").key(algorithm,
                bits).keyIdentifiers()
                .issuedBy(authority);
        serverStore = Identity.emptyStore("PKCS12");
        server.addTo(serverStore, "server", PASSWORD);
        serverContext = serverContext("SunX509");
        clientContext = clientContext();
    }

    SSLContext serverContext(String keyManagers) throws Exception {
        return context(keyManagers, serverStore);
    }

    private SSLContext context(String keyManagers, KeyStore store) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(keyManagers);
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust().getTrustManagers(), null);
        return context;
    }

    /**
     * Returns the context of a client with a certificate. A PKCS12 store would take 20 ms, which matters for many
     * clients.
     */
    SSLContext clientContext(Identity identity) throws Exception {
        KeyStore store = Identity.emptyStore("JKS");
        identity.addTo(store, "client", PASSWORD);
        return context("SunX509", store);
    }

    TrustManagerFactory trust() throws Exception {
        KeyStore store = Identity.emptyStore("PKCS12");
        store.setCertificateEntry("authority", authority.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        return trust;
    }

    SSLContext clientContext() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust().getTrustManagers(), null);
        return context;
    }

    /** A connection after its handshake. */
    static final class Connection {
        private final SSLEngine client;
        private final SSLEngine server;
        private final ByteBuffer toServer = ByteBuffer.allocate(40_000);
        private final ByteBuffer toClient = ByteBuffer.allocate(40_000);
        private final ByteBuffer plain = ByteBuffer.allocate(40_000);

        Connection(SSLEngine client, SSLEngine server) throws Exception {
            this(client, server, parameters -> { });
        }

        Connection(SSLEngine client, SSLEngine server, Consumer<SSLParameters> parameters) throws Exception {
            this(client, server, parameters, false);
            finish();
        }

    /** Returns a connection after the client's hello, so that others can begin; see {@link #finish()}. */
        static Connection begin(SSLEngine client, SSLEngine server) throws Exception {
            return new Connection(client, server, parameters -> { }, true);
        }

        private Connection(SSLEngine client, SSLEngine server, Consumer<SSLParameters> parameters, boolean begun)
                throws Exception {
            this.client = client;
            this.server = server;
            client.setUseClientMode(true);
            server.setUseClientMode(false);
            for (SSLEngine engine : new SSLEngine[] {client, server}) {
                SSLParameters own = engine.getSSLParameters();
                parameters.accept(own);
                engine.setSSLParameters(own);
            }
            client.beginHandshake();
            if (begun) {
                step(client, toServer, toClient);
            }
        }

        /** Completes the handshake. */
        Connection finish() throws Exception {
            while (isShaking(client) || isShaking(server)) {
                step(client, toServer, toClient);
                step(server, toClient, toServer);
            }
            drain(toServer, server);
            drain(toClient, client);
            return this;
        }

        /** Passes on the session tickets, which follow a handshake. */
        private void drain(ByteBuffer way, SSLEngine engine) throws Exception {
            way.flip();
            while (way.hasRemaining()) {
                plain.clear();
                engine.unwrap(way, plain);
            }
            way.clear();
        }

        private static boolean isShaking(SSLEngine engine) {
            return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                    && engine.getHandshakeStatus() != HandshakeStatus.FINISHED;
        }

        private void step(SSLEngine engine, ByteBuffer out, ByteBuffer in) throws Exception {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> {
                    for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                        task.run();
                    }
                }
                case NEED_WRAP -> engine.wrap(ByteBuffer.allocate(0), out);
                default -> {
                    in.flip();
                    plain.clear();
                    engine.unwrap(in, plain);
                    in.compact();
                }
            }
        }

        /** Sends data to the server and back. */
        void transfer(byte[] data) throws Exception {
            pass(client, server, toServer, data);
            pass(server, client, toClient, data);
        }

        private void pass(SSLEngine from, SSLEngine to, ByteBuffer way, byte[] data) throws Exception {
            ByteBuffer rest = ByteBuffer.wrap(data);
            while (rest.hasRemaining()) {
                way.clear();
                from.wrap(rest, way);
                drain(way, to);
            }
        }
    }

    /** Returns repeated connections. If the program is healthy, a connection carries 2,000 times as much data. */
    Patient.Step connecting(boolean sick, SSLContext server, Supplier<SSLEngine> client) {
        byte[] data = random(4_000);
        return () -> {
            Connection connection = new Connection(client.get(), server.createSSLEngine());
            for (int i = 0; i < (sick ? 1 : 2_000); i++) {
                connection.transfer(data);
            }
        };
    }

    /** Returns a client's engine that can resume. */
    SSLEngine known() {
        return clientContext.createSSLEngine("localhost", 443);
    }

    /** Returns a client's engine for an unknown host. */
    SSLEngine stranger() {
        return stranger(clientContext);
    }

    /** Returns a connection after its handshake. */
    Connection connect() throws Exception {
        return connect(clientContext, parameters -> { });
    }

    /** Returns a connection of this client to an unknown host, so no session is resumed. */
    Connection connect(SSLContext client, Consumer<SSLParameters> parameters) throws Exception {
        return new Connection(stranger(client), serverContext.createSSLEngine(), parameters);
    }

    /** Returns a client's engine for an unknown host. */
    SSLEngine stranger(SSLContext client) {
        return client.createSSLEngine("host-" + hosts.incrementAndGet(), 443);
    }

    static byte[] random(int bytes) {
        byte[] data = new byte[bytes];
        // A fast, insecure generator that no rule covers.
        new Random(bytes).nextBytes(data);
        return data;
    }
}
