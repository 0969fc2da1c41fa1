package org.eejs.driver;

import static org.eejs.banking.settings.BankingSettings.DRIVER_THREADS;
import static org.eejs.banking.settings.BankingSettings.SESSIONS;

import com.sun.management.OperatingSystemMXBean;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoopGroup;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.eejs.driver.http.Response;
import org.eejs.driver.protocol.FailureReason;

/**
 * A load that fetches one path continuously through the same connections as user sessions use, to measure the driver's
 * own cost of a request. Ramp-up and warm-up are not counted.
 */
final class Fetch {
    private final DriverSettings settings;
    private final TlsClient tls;
    private final String host;
    private final int port;
    private final String path;
    private final String request;
    private final boolean newConnections;
    private final LongAdder requests = new LongAdder();
    private final LongAdder full = new LongAdder();
    private final LongAdder resumed = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final FailureTally reasons = new FailureTally();
    private volatile boolean stopped;

    Fetch(DriverSettings settings, TlsClient tls, String host, int port, String path, boolean newConnections) {
        this.settings = settings;
        this.tls = tls;
        this.host = host;
        this.port = port;
        this.path = path;
        this.request = "GET " + path + " HTTP/1.1\r\nHost: " + host + ":" + port
                + "\r\nUser-Agent: EEJS\r\nAccept: */*\r\n\r\n";
        this.newConnections = newConnections;
    }

    String run() throws InterruptedException {
        EventLoopGroup group = Driver.eventLoops(settings.get(DRIVER_THREADS));
        Bootstrap bootstrap = Driver.bootstrap(group).remoteAddress(host, port);
        List<Fetcher> fetchers = new ArrayList<>();
        for (int i = 0; i < settings.get(SESSIONS); i++) {
            Fetcher fetcher = new Fetcher(bootstrap.clone(group.next()));
            fetchers.add(fetcher);
            fetcher.bootstrap.config().group().execute(fetcher::connect);
        }
        TimeUnit.NANOSECONDS.sleep(settings.phases().steadyStart().toNanos());
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpuBefore = system.getProcessCpuTime();
        long requestsBefore = requests.sum();
        long fullBefore = full.sum();
        long resumedBefore = resumed.sum();
        long failuresBefore = failures.sum();
        TimeUnit.NANOSECONDS.sleep(settings.phases().steady().toNanos());
        long cpu = system.getProcessCpuTime() - cpuBefore;
        long count = requests.sum() - requestsBefore;
        String line = String.format(Locale.ROOT,
                "requests %d  cpuMicrosPerRequest %.2f  requestsPerSecond %.0f  fullHandshakes %d  resumedHandshakes %d"
                        + "  failures %d",
                count, cpu / 1_000.0 / Math.max(1, count), count / (double) settings.phases().steady().toSeconds(),
                full.sum() - fullBefore, resumed.sum() - resumedBefore, failures.sum() - failuresBefore);
        stopped = true;
        group.shutdownGracefully(200, 2_000, TimeUnit.MILLISECONDS).sync();
        return line;
    }

    /** Returns the reason if all requests failed; empty if any succeeded. */
    Optional<String> failure() {
        return requests.sum() > 0 ? Optional.empty()
                : Optional.of(reasons.why("request for " + path, host + ":" + port));
    }

    private void failed(FailureReason reason) {
        failures.increment();
        reasons.add(reason.id(), 1);
    }

    /** One connection at a time, one request at a time. */
    private final class Fetcher implements Connection.Owner {
        private final Bootstrap bootstrap;

        Fetcher(Bootstrap bootstrap) {
            this.bootstrap = bootstrap;
        }

        void connect() {
            if (!stopped) {
                Connection.open(bootstrap, tls, host, tls.newKey(), Connection.UNLIMITED, this);
            }
        }

        @Override
        public void opened(Connection connection, TlsClient.Outcome outcome, long handshakeNanos) {
            if (outcome != null) {
                (outcome.resumed() ? resumed : full).increment();
            }
            connection.send(request, Response.Keep.NOTHING);
        }

        @Override
        public void responded(Connection connection, Response response) {
            if (response.status() == Response.OK) {
                requests.increment();
            } else {
                failed(FailureReason.WRONG_STATUS);
            }
            if (newConnections) {
                connection.close();
                connect();
            } else if (connection.isClosed()) {
                connect();
            } else {
                connection.send(request, Response.Keep.NOTHING);
            }
        }

        @Override
        public void lost(Connection connection, FailureReason reason, Throwable cause) {
            failed(reason);
            bootstrap.config().group().schedule(this::connect, 100, TimeUnit.MILLISECONDS);
        }
    }
}
