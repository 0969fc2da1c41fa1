package org.eejs.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoopGroup;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eejs.banking.TlsProfile;
import org.eejs.driver.http.Response;
import org.eejs.driver.protocol.FailureReason;
import org.eejs.role.PkiDirectory;
import org.eejs.role.TestPki;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The duration of downloads of known size from a real nginx over a slow line. */
class SlowLineTest {
    private static final int SPEED = 20_000;
    private static final PkiDirectory PKI = TestPki.SHARED;

    @TempDir
    private Path folder;

    private static EventLoopGroup group;

    @BeforeAll
    static void prepare() {
        group = Driver.eventLoops(1);
    }

    @AfterAll
    static void end() {
        if (group != null) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** A download of one path over one connection that measures the duration of request and response, in seconds. */
    private static final class Download implements Connection.Owner {
        private final CompletableFuture<Double> seconds = new CompletableFuture<>();
        private final String headers;
        private long start;
        private long bytes;

        Download(String headers) {
            this.headers = headers;
        }

        static Download make(int port, TlsProfile profile, int speed, String headers) throws Exception {
            Download download = new Download(headers);
            TlsClient tls = TlsClient.of(profile, PKI, 10);
            Bootstrap bootstrap = Driver.bootstrap(group).remoteAddress("127.0.0.1", port);
            group.execute(() -> Connection.open(bootstrap, tls, "localhost", tls.newKey(), speed, download));
            download.seconds.get(60, TimeUnit.SECONDS);
            return download;
        }

        @Override
        public void opened(Connection connection, TlsClient.Outcome outcome, long handshakeNanos) {
            start = System.nanoTime();
            connection.send("GET /large HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n",
                    Response.Keep.NOTHING);
        }

        @Override
        public void responded(Connection connection, Response response) {
            bytes = response.bodyBytes();
            seconds.complete((System.nanoTime() - start) / 1e9);
            connection.close();
        }

        @Override
        public void lost(Connection connection, FailureReason reason, Throwable cause) {
            seconds.completeExceptionally(new AssertionError("lost: " + reason));
        }
    }

    private void assertTakesAsLongAsItsBytes(TlsProfile profile, String headers) throws Exception {
        try (Nginx nginx = new Nginx(folder, PKI, profile.certificate(), profile.protocol())) {
            Download fast = Download.make(nginx.port(), profile, Connection.UNLIMITED, headers);
            Download slow = Download.make(nginx.port(), profile, SPEED, headers);
            assertEquals(Nginx.LARGE, fast.bytes);
            assertEquals(Nginx.LARGE, slow.bytes);
            double expected = Nginx.LARGE / (double) SPEED;
            assertTrue(fast.seconds.get() < expected / 2, "unlimited " + fast.seconds.get() + " s");
            // Headers and TLS records are on the line, too; a busy machine may be late, but never early.
            assertTrue(slow.seconds.get() >= expected && slow.seconds.get() < 1.5 * expected,
                    "%s s instead of %s s".formatted(slow.seconds.get(), expected));
        }
    }

    @Test
    void aDownloadTakesItsSizeByTheSpeed() throws Exception {
        assertTakesAsLongAsItsBytes(TlsProfile.MODERN, "");
    }

    @Test
    void theEndOfAConnectionDoesNotOvertakeWhatIsUnderWay() throws Exception {
        assertTakesAsLongAsItsBytes(TlsProfile.of("eejs-2016"), "Connection: close\r\n");
    }
}
