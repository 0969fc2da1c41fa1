package org.eejs.driver;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.eejs.banking.Phases;
import org.eejs.banking.ThinkTime;
import org.eejs.driver.protocol.Tick;
import org.eejs.role.ControlChannel;
import org.eejs.role.PkiDirectory;
import org.eejs.role.RoleMain;
import org.eejs.role.RoleOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The driver as a process: walks users through the bank, or fetches one address again and again. */
@Command(name = "agent", description = "Drives user sessions, or requests for one address, over TLS.",
        sortOptions = false)
public final class DriverMain implements Callable<Integer> {
    @Option(names = "--bank", paramLabel = "HOST:PORT", required = true, description = "Where the bank listens.")
    private String bank;

    @Option(names = "--sessions", paramLabel = "N", description = "Simultaneous user sessions (closed model).")
    private int sessions;

    @Option(names = "--arrival-rate", paramLabel = "R",
            description = "User sessions that begin per second, at random (open model).")
    private double arrivalRate;

    @Option(names = "--think-time", paramLabel = "TIME", defaultValue = "10s",
            description = "Mean think time (default: ${DEFAULT-VALUE}).")
    private Duration thinkTime;

    @Option(names = "--phases", paramLabel = "A,B,C,D", defaultValue = "8s,22s,38s,2s",
            description = "Ramp-up, warm-up, steady state, ramp-down (default: ${DEFAULT-VALUE}).")
    private Phases phases;

    @Option(names = "--page-timeout", paramLabel = "TIME", defaultValue = "60s",
            description = "After what time a page is given up (default: ${DEFAULT-VALUE}).")
    private Duration pageTimeout;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
            description = "What every random choice follows from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "1",
            description = "Event loops (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--fetch", paramLabel = "PATH",
            description = "Instead of user sessions: fetch this path of --bank without pause over --sessions "
                    + "connections during the steady state, and report what a request cost the driver.")
    private String fetch;

    @Option(names = "--new-connections",
            description = "With --fetch: a new connection with a full handshake for each request.")
    private boolean newConnections;

    @Mixin
    private RoleOptions role;

    @Spec
    private CommandSpec spec;

    public static void main(String... args) {
        RoleMain.run(new DriverMain(), args);
    }

    @Override
    public Integer call() throws Exception {
        DriverSettings settings = settings();
        PkiDirectory pki = new PkiDirectory(role.pki);
        TlsClient tls = new TlsClient(role.tls, pki, Math.max(1_000, 2 * settings.expectedSessions()));
        if (fetch != null) {
            System.out.println(new Fetch(settings, tls, fetch, newConnections).run());
            return 0;
        }
        Driver driver = new Driver(settings, tls);
        if (!role.json) {
            TickPrinter printer = new TickPrinter();
            driver.run(printer::print);
            return 0;
        }
        ControlChannel channel = ControlChannel.overStandardStreams();
        CountDownLatch started = new CountDownLatch(1);
        channel.listen(command -> {
            if (command.equals(Tick.START)) {
                started.countDown();
            } else if (command.equals(ControlChannel.STOP)) {
                driver.stop();
                started.countDown();
            }
        }, () -> Runtime.getRuntime().halt(0));
        channel.emit(ControlChannel.READY, Map.of());
        started.await();
        driver.run(tick -> channel.emit(Tick.EVENT, tick));
        channel.emit(ControlChannel.DONE, Map.of());
        return 0;
    }

    private DriverSettings settings() {
        int colon = bank.lastIndexOf(':');
        if (colon < 1 || !bank.substring(colon + 1).matches("\\d{1,5}")) {
            throw new ParameterException(spec.commandLine(),
                    "--bank '" + bank + "' is not a host and a port, such as localhost:8443");
        }
        if ((sessions > 0) == (arrivalRate > 0)) {
            throw new ParameterException(spec.commandLine(),
                    "give either --sessions or --arrival-rate, more than 0: one of them makes the load");
        }
        return new DriverSettings(bank.substring(0, colon), Integer.parseInt(bank.substring(colon + 1)), sessions,
                arrivalRate, ThinkTime.ofMean(thinkTime), phases, pageTimeout, seed, threads);
    }
}
