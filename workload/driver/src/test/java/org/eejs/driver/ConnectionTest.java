package org.eejs.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eejs.banking.TlsProfile;
import org.eejs.driver.http.Response;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RunCertificates;
import org.eejs.role.TestPki;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver's counters, compared with those of a real nginx. */
class ConnectionTest {
    private static final int USERS = 5;
    private static final int CONNECTIONS_PER_USER = 4;


    @TempDir
    private Path folder;

    private static final PkiDirectory PKI = TestPki.SHARED;
    private static EventLoopGroup group;

    @BeforeAll
    static void prepare() throws Exception {
        group = Driver.eventLoops(1);
    }

    @AfterAll
    static void end() {
        if (group != null) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** A visit that opens a connection, fetches the page once, and closes. */
    private static final class Visit implements Connection.Owner {
        private final CompletableFuture<TlsClient.Outcome> done = new CompletableFuture<>();
        private TlsClient.Outcome outcome;
        private FailureReason failure;
        private boolean endsWithAnswer;
        private int records;
        private boolean toldOnLoop;

        static Visit make(int port, TlsClient tls, String host, int key) throws Exception {
            return make(Driver.bootstrap(group).remoteAddress("127.0.0.1", port), tls, host, key);
        }

        static Visit make(Bootstrap bootstrap, TlsClient tls, String host, int key) throws Exception {
            Visit visit = new Visit();
            group.execute(() -> Connection.open(bootstrap, tls, host, key, Connection.UNLIMITED, visit));
            visit.done.get(60, TimeUnit.SECONDS);
            return visit;
        }

        @Override
        public void opened(Connection connection, TlsClient.Outcome agreed, long handshakeNanos) {
            outcome = agreed;
            connection.send("GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n", Response.Keep.EDGES);
        }

        @Override
        public void responded(Connection connection, Response response) {
            assertEquals(Response.OK, response.status());
            assertEquals(1_024, response.bodyBytes());
            endsWithAnswer = connection.isClosed();
            records = response.records();
            connection.close();
            done.complete(outcome);
        }

        @Override
        public void lost(Connection connection, FailureReason reason, Throwable cause) {
            failure = reason;
            toldOnLoop = group.next().inEventLoop();
            done.complete(null);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"modern", "ecdsa-tls13", "ecdsa-tls13-p256", "ecdhe-rsa", "ecdsa", "eejs-2016-gcm", "eejs-2016"})
    void handshakesAreCountedAsTheServerSeesThem(TlsProfile profile) throws Exception {
        try (Nginx nginx = new Nginx(folder, PKI, profile.certificate(), profile.protocol())) {
            TlsClient tls = TlsClient.of(profile, PKI, 1_000);
            int full = 0;
            int resumed = 0;
            for (int i = 0; i < CONNECTIONS_PER_USER; i++) {
                for (int user = 0; user < USERS; user++) {
                    Visit visit = Visit.make(nginx.port(), tls, "localhost", user);
                    assertEquals(null, visit.failure);
                    assertTrue(visit.records >= 2 && visit.records <= 5,
                            "request, answer in one or two, and in TLS 1.3 two tickets: " + visit.records);
                    assertEquals(profile.protocol(), visit.outcome.negotiated().protocol());
                    assertEquals(profile.cipherSuite(), visit.outcome.negotiated().cipherSuite());
                    assertEquals(profile.isInBoringSsl(), visit.outcome.negotiated().engine().equals("BoringSSL"));
                    if (visit.outcome.resumed()) {
                        resumed++;
                    } else {
                        full++;
                    }
                }
            }
            List<String> log = nginx.log(USERS * CONNECTIONS_PER_USER);
            assertEquals(USERS * CONNECTIONS_PER_USER, log.size());
            assertEquals(log.stream().filter(line -> line.contains(" . ")).count(), full, "full, by nginx: " + log);
            assertEquals(log.stream().filter(line -> line.contains(" r ")).count(), resumed, "resumed: " + log);
            assertEquals(USERS, full, "each user makes one full handshake and resumes it, not another user's");
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
        PkiDirectory other = RunCertificates.ensure(folder.resolve("other"));
        try (Nginx nginx = new Nginx(folder, PKI, TlsProfile.Certificate.RSA_2048, "TLSv1.3")) {
            Visit visit = Visit.make(nginx.port(), TlsClient.of(TlsProfile.MODERN, other, 10), "localhost", 1);
            assertEquals(FailureReason.HANDSHAKE_FAILED, visit.failure);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"modern", "eejs-2016"})
    void aCertificateForAnotherHostIsRefusedEvenIfItWasAcceptedForItsOwn(TlsProfile profile) throws Exception {
        try (Nginx nginx = new Nginx(folder, PKI, profile.certificate(), profile.protocol())) {
            TlsClient tls = TlsClient.of(profile, PKI, 10);
            assertEquals(null, Visit.make(nginx.port(), tls, "localhost", 1).failure);
            assertEquals(FailureReason.HANDSHAKE_FAILED, Visit.make(nginx.port(), tls, "bank.example", 2).failure);
        }
    }

    @Test
    void aBankThatDoesNotListenRefuses() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Visit visit = Visit.make(port, TlsClient.of(TlsProfile.MODERN, PKI, 10), "localhost", 1);
        assertEquals(FailureReason.CONNECTION_REFUSED, visit.failure);
    }

    @Test
    void aDriverWithoutSocketsOrPortsIsNoBankThatRefuses() throws Exception {
        ChannelFactory<Channel> none = () -> {
            throw new ChannelException("too many open files");
        };
        Visit noSocket = Visit.make(new Bootstrap().group(group).channelFactory(none).remoteAddress("127.0.0.1", 1),
                TlsClient.NONE, "localhost", 1);
        assertEquals(FailureReason.NO_SOCKET, noSocket.failure);
        assertTrue(noSocket.toldOnLoop);
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                Socket other = new Socket()) {
            other.setReuseAddress(true);
            other.bind(new InetSocketAddress("127.0.0.1", 0));
            other.connect(server.getLocalSocketAddress());
            Visit noPort = Visit.make(Driver.bootstrap(group).option(ChannelOption.SO_REUSEADDR, true)
                    .localAddress("127.0.0.1", other.getLocalPort()).remoteAddress("127.0.0.1", server.getLocalPort()),
                    TlsClient.NONE, "localhost", 1);
            assertEquals(FailureReason.NO_SOCKET, noPort.failure);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HTTP/1.1 200 OK; Content-Length: 1024                                         | false
            HTTP/1.1 200 OK; Content-Length: 1024; Connection: close, Upgrade             | true
            HTTP/1.1 200 OK; Content-Length: 1024; Connection: Upgrade; Connection: close | true
            HTTP/1.0 200 OK; Content-Length: 1024; Connection: keep-alive                 | false
            HTTP/1.1 200 OK                                                               | true
            """)
    void aConnectionIsUsedAgainUnlessItEnds(String head, boolean ends) throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> {
                try (Socket client = listening.accept();
                        BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream()))) {
                    while (!in.readLine().isEmpty()) { }
                    client.getOutputStream().write((head.replace("; ", "\r\n") + "\r\n\r\n" + "x".repeat(1_024))
                            .getBytes(StandardCharsets.US_ASCII));
                    if (head.contains("Length")) {
                        in.readLine();
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            server.start();
            Visit visit = Visit.make(listening.getLocalPort(), TlsClient.NONE, "localhost", 1);
            assertEquals(null, visit.failure);
            assertEquals(ends, visit.endsWithAnswer);
            server.join();
        }
    }

    @Test
    void aBankThatClosesIsLost() throws Exception {
        try (ServerSocket closing = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> {
                try {
                    closing.accept().close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            server.start();
            Visit visit = Visit.make(closing.getLocalPort(), TlsClient.of(TlsProfile.MODERN, PKI, 10), "localhost", 1);
            assertTrue(visit.failure == FailureReason.CONNECTION_LOST
                    || visit.failure == FailureReason.HANDSHAKE_FAILED, "failure " + visit.failure);
        }
    }
}
