package org.eejs.jsse;

import static org.eejs.jsse.TrustFixtures.EEJS;
import static org.eejs.jsse.TrustFixtures.PASSWORD;
import static org.eejs.jsse.TrustFixtures.authority;
import static org.eejs.jsse.TrustFixtures.holding;
import static org.eejs.jsse.TrustFixtures.issued;
import static org.eejs.jsse.TrustFixtures.shared;
import static org.eejs.jsse.TrustFixtures.trusting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.jsse.runtime.Settings;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines and sockets of contexts that share sessions behave as the JDK's own do. */
class SharingConnectionsTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static Identity ca;
    private static KeyManager[] keys;
    private static byte[] trust;
    private static ExecutorService pool;
    private static SSLServerSocket listener;

    /** Listens, reads each connection to its end, and answers with the received data. */
    @BeforeAll
    static void serve() throws Exception {
        ca = authority("ca of connections");
        trust = trusting("JKS", ca);
        KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509", "SunJSSE");
        factory.init(shared("PKCS12", holding("PKCS12", issued(ca, "server")), PASSWORD), PASSWORD);
        keys = factory.getKeyManagers();
        SSLContext server = SSLContext.getInstance("TLS", "SunJSSE");
        server.init(keys, null, null);
        listener = (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0, 50, HERE);
        pool = Executors.newCachedThreadPool();
        pool.submit(() -> {
            while (true) {
                SSLSocket socket = (SSLSocket) listener.accept();
                socket.setHandshakeApplicationProtocolSelector((each, offered) -> offered.contains("h2") ? "h2" : "");
                pool.submit(() -> {
                    try (socket) {
                        socket.getOutputStream().write(socket.getInputStream().readAllBytes());
                    }
                    return null;
                });
            }
        });
    }

    @AfterAll
    static void end() throws Exception {
        listener.close();
        pool.shutdownNow();
    }

    @BeforeEach
    void share() {
        System.setProperty(Settings.SSL_CONTEXT, "share");
    }

    @AfterEach
    void clean() {
        System.clearProperty(Settings.SSL_CONTEXT);
    }

    private static SSLContext context(KeyManager[] keys) throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX", EEJS);
        factory.init(shared("JKS", trust, PASSWORD));
        SSLContext context = SSLContext.getInstance("TLS", EEJS);
        context.init(keys, factory.getTrustManagers(), null);
        return context;
    }

    private static SSLSocketFactory sockets() throws Exception {
        return context(null).getSocketFactory();
    }

    private static Stream<Socket> everyWay() throws Exception {
        SSLSocketFactory sockets = sockets();
        int port = listener.getLocalPort();
        Socket late = sockets.createSocket();
        late.connect(new InetSocketAddress("localhost", port));
        return Stream.of(sockets.createSocket("localhost", port), sockets.createSocket(HERE, port),
                sockets.createSocket("localhost", port, HERE, 0), sockets.createSocket(HERE, port, HERE, 0),
                sockets.createSocket(new Socket(HERE, port), "localhost", port, true), late);
    }

    /** The end of what the client sends is not the end of what it receives. */
    @Test
    void closesHalfAndIdentifiesItsPeer() throws Exception {
        for (Socket each : everyWay().toList()) {
            try (SSLSocket socket = (SSLSocket) each) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
                socket.shutdownOutput();
                assertTrue(socket.isOutputShutdown());
                assertFalse(socket.isInputShutdown());
                assertEquals("hello",
                        new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
                assertEquals("TLSv1.3", socket.getSession().getProtocol());
            }
            assertTrue(each.isClosed());
            assertThrows(SocketException.class, each::getInputStream);
        }
    }

    @Test
    void refusesAStrangerByEveryWay() throws Exception {
        byte[] before = trust;
        trust = trusting("JKS", authority("stranger"));
        try {
            for (Socket each : everyWay().toList()) {
                try (SSLSocket socket = (SSLSocket) each) {
                    assertEquals("SSL_NULL_WITH_NULL_NULL", socket.getSession().getCipherSuite());
                    assertThrows(IOException.class, socket::startHandshake);
                }
            }
        } finally {
            trust = before;
        }
    }

    @Test
    void hasTheOptionsOfItsConnection() throws Exception {
        try (SSLSocket socket = (SSLSocket) sockets().createSocket()) {
            assertFalse(socket.isConnected());
            assertThrows(SocketException.class, socket::startHandshake);
            assertThrows(SocketException.class, socket::getInputStream);
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(HERE, 0));
            socket.connect(new InetSocketAddress(HERE, listener.getLocalPort()), 10_000);
            socket.setSoTimeout(12_345);
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            socket.startHandshake();
            assertEquals(12_345, socket.getSoTimeout());
            assertTrue(socket.getTcpNoDelay() && socket.getOption(StandardSocketOptions.TCP_NODELAY));
            assertTrue(socket.supportedOptions().contains(StandardSocketOptions.SO_KEEPALIVE));
            assertEquals(listener.getLocalPort(), socket.getPort());
            assertEquals(HERE, socket.getInetAddress());
            assertThrows(SocketException.class, () -> socket.connect(new InetSocketAddress(HERE, 1)));
        }
    }

    /** A connection that was lent is given back. */
    @Test
    void leavesAConnectionThatIsNotItsOwn() throws Exception {
        try (Socket connection = new Socket(HERE, listener.getLocalPort())) {
            SSLSocket socket = (SSLSocket) sockets().createSocket(connection, "localhost", 1, false);
            socket.close();
            assertTrue(socket.isClosed());
            assertFalse(connection.isClosed());
            assertThrows(SocketException.class, socket::startHandshake);
        }
    }

    @Test
    void tellsItsListenersOfItself() throws Exception {
        BlockingQueue<SSLSocket> told = new LinkedBlockingQueue<>();
        try (SSLSocket socket = (SSLSocket) sockets().createSocket("localhost", listener.getLocalPort())) {
            socket.addHandshakeCompletedListener(event -> told.add(event.getSocket()));
            socket.startHandshake();
            assertSame(socket, told.poll(30, TimeUnit.SECONDS));
            assertThrows(IllegalArgumentException.class, () -> socket.removeHandshakeCompletedListener(event -> {}));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void agreesOnAnApplicationProtocol(String version) throws Exception {
        for (int i = 0; i < 2; i++) {
            try (SSLSocket socket = (SSLSocket) sockets().createSocket("localhost", listener.getLocalPort())) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setProtocols(new String[] {version});
                parameters.setApplicationProtocols(new String[] {"http/1.1", "h2"});
                socket.setSSLParameters(parameters);
                assertNull(socket.getApplicationProtocol());
                socket.startHandshake();
                assertEquals("h2", socket.getApplicationProtocol());
            }
        }
    }

    /** The engines of both sides are EEJS's; the server's chooses by its own selector. */
    @Test
    void servesAsEngineAndAsSocket() throws Exception {
        SSLContext server = context(null);
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", new EejsProvider());
        factory.init(shared("PKCS12", holding("PKCS12", issued(ca, "server")), PASSWORD), PASSWORD);
        SSLContext withKeys = context(factory.getKeyManagers());
        try (ServerSocket plain = new ServerSocket(0, 1, HERE)) {
            Future<SSLSocket> served = pool.submit(() -> {
                SSLSocket socket = (SSLSocket) withKeys.getSocketFactory().createSocket(plain.accept(), null, true);
                socket.setUseClientMode(false);
                socket.setHandshakeApplicationProtocolSelector((each, offered) -> each == socket ? "mine" : "");
                socket.getOutputStream().write(socket.getInputStream().read());
                return socket;
            });
            SSLEngine engine = server.createSSLEngine("localhost", plain.getLocalPort());
            assertThrows(IllegalStateException.class, () ->
                    server.createSSLEngine("localhost", 1).wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(20_000)));
            engine.setUseClientMode(true);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"theirs", "mine"});
            engine.setSSLParameters(parameters);
            assertEquals("localhost", engine.getPeerHost());
            try (SocketChannel channel = SocketChannel.open(plain.getLocalSocketAddress())) {
                new TlsCaller.Pump(engine, channel).echo();
                assertEquals("mine", engine.getApplicationProtocol());
                engine.closeOutbound();
                ByteBuffer sent = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
                assertTrue(engine.wrap(ByteBuffer.allocate(0), sent).bytesProduced() > 0, "a close_notify");
                assertTrue(engine.isOutboundDone());
            }
            served.get().close();
        }
    }

    @Test
    void endsAnEngineThatNeverBegan() throws Exception {
        SSLEngine engine = context(null).createSSLEngine("localhost", 1);
        engine.setUseClientMode(true);
        engine.closeOutbound();
        engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(20_000));
        assertTrue(engine.isOutboundDone());
        assertThrows(SSLException.class, engine::beginHandshake);
    }

    @Test
    void closesWhileAnotherThreadShakesHands() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, HERE)) {
            SSLSocket socket = (SSLSocket) sockets().createSocket("localhost", silent.getLocalPort());
            // The JDK ends it with an exception, or without one if the close comes before the first read.
            Future<?> handshake = pool.submit(() -> {
                try {
                    socket.startHandshake();
                    return "ended";
                } catch (IOException e) {
                    return "failed: " + e;
                }
            });
            try (Socket accepted = silent.accept()) {
                assertTrue(accepted.getInputStream().read() >= 0, "the client's first message is on its way");
                socket.close();
                handshake.get(30, TimeUnit.SECONDS);
                assertTrue(socket.isClosed());
                assertEquals("SSL_NULL_WITH_NULL_NULL", socket.getSession().getCipherSuite());
            }
        }
    }

    /** The name that is connected to, visible before the handshake as in the JDK. */
    @Test
    void impliesTheNameOfItsPeer() throws Exception {
        SSLEngine engine = context(null).createSSLEngine("www.a.example", 1);
        assertEquals(List.<SNIServerName>of(new SNIHostName("www.a.example")),
                engine.getSSLParameters().getServerNames());
        try (Socket plain = new Socket(HERE, listener.getLocalPort());
                SSLSocket socket = (SSLSocket) sockets().createSocket(plain, "www.a.example", 1, true)) {
            assertEquals(List.<SNIServerName>of(new SNIHostName("www.a.example")),
                    socket.getSSLParameters().getServerNames());
        }
    }

    /** The server answers with the time at which its session began. */
    @ParameterizedTest
    @CsvSource({"url", "java", "apache"})
    void servesHttpClients(String client) throws Exception {
        SSLContext server = SSLContext.getInstance("TLS", "SunJSSE");
        server.init(keys, null, null);
        HttpsServer http = HttpsServer.create(new InetSocketAddress(HERE, 0), 0);
        http.setHttpsConfigurator(new HttpsConfigurator(server));
        http.setExecutor(pool);
        http.createContext("/", exchange -> {
            byte[] began = Long.toString(((HttpsExchange) exchange).getSSLSession().getCreationTime())
                    .getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, began.length);
            exchange.getResponseBody().write(began);
            exchange.close();
        });
        http.start();
        try {
            URI uri = URI.create("https://localhost:" + http.getAddress().getPort() + "/");
            String began = DropIn.call(client, uri, context(null));
            while (System.currentTimeMillis() <= Long.parseLong(began)) {
                Thread.onSpinWait();
            }
            assertEquals(began, DropIn.call(client, uri, context(null)));
            System.setProperty(Settings.SSL_CONTEXT, "own");
            assertNotEquals(began, DropIn.call(client, uri, context(null)));
        } finally {
            http.stop(0);
        }
    }
}
