package org.eejs.link;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eejs.banking.Durations;
import org.eejs.link.protocol.LinkStats;
import org.eejs.role.RoleMain;
import org.eejs.role.RoleOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command that carries the packets between users and servers. It is a separate process, so that neither its
 * pauses nor its CPU are those of the lab, the driver or the bank.
 */
@Command(name = "link", description = "Carries packets between two network namespaces, with delay, loss and bandwidth.",
        sortOptions = false)
public final class LinkMain implements Callable<Integer>, RoleMain.Server {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Mixin
    private RoleOptions role;

    @Option(names = "--users", paramLabel = "FILE", required = true, description = "Network namespace of the users.")
    private Path users;

    @Option(names = "--servers", paramLabel = "FILE", required = true,
            description = "Network namespace of the servers.")
    private Path servers;

    @Option(names = "--device", paramLabel = "NAME", defaultValue = "link",
            description = "TUN device in both namespaces (default: ${DEFAULT-VALUE}).")
    private String device;

    @Option(names = "--round-trip", paramLabel = "TIME", defaultValue = "0ms", converter = Time.class,
            description = "Round trip; each direction delays by half of it.")
    private Duration roundTrip;

    @Option(names = "--loss", paramLabel = "SHARE", defaultValue = "0",
            description = "Share of packets that are lost in each direction, from 0 to 1.")
    private double loss;

    @Option(names = "--bandwidth", paramLabel = "BYTES", defaultValue = "0",
            description = "Bytes per second in each direction; 0 for no limit.")
    private long bandwidth;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of the losses.")
    private long seed;

    @Option(names = "--flows", description = "Write a line of JSON for each TLS handshake to standard error.")
    private boolean each;

    private TcpFlows flows;
    private OneWay fromUsers;
    private OneWay toUsers;
    private LinkSettings settings;
    private ExecutorService writer;

    /** A duration as users write it. */
    private static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return Durations.parse(text);
        }
    }

    private LinkMain() {}

    public static void main(String... args) {
        RoleMain.run(new LinkMain(), args);
    }

    @Override
    public Integer call() throws Exception {
        return RoleMain.serve(role, this, "The link carries packets to %s; stop it with Ctrl-C.");
    }

    /** Starts to carry packets. */
    @Override
    public String start() throws IOException, InterruptedException {
        settings = new LinkSettings(roundTrip, loss, bandwidth, seed);
        writer = each ? Executors.newSingleThreadExecutor() : null;
        flows = new TcpFlows(roundTrip.toNanos(), this::tell);
        TunDevice near = TunDevice.open(users, device);
        TunDevice far = TunDevice.open(servers, device);
        fromUsers = new OneWay(settings, near, far, 0, (packet, size, nanos) ->
                flows.sees(true, packet, size, nanos));
        toUsers = new OneWay(settings, far, near, 1, (packet, size, nanos) ->
                flows.sees(false, packet, size, nanos));
        fromUsers.start("from-users");
        toUsers.start("to-users");
        return servers.toString();
    }

    private void tell(FlowRecord handshake) {
        if (writer != null) {
            // Another thread writes, since this one carries packets.
            writer.execute(() -> System.err.println(line(handshake)));
        }
    }

    private static String line(FlowRecord handshake) {
        try {
            return JSON.writeValueAsString(handshake);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record of numbers is no JSON", e);
        }
    }

    @Override
    public LinkStats stats() {
        return flows.stats(congestionControl(), settings.queueBytes(), fromUsers.stats(), toUsers.stats());
    }

    /** Returns the congestion control of this process's namespace, from which new ones inherit it. */
    private static String congestionControl() {
        try {
            return Files.readString(Path.of("/proc/sys/net/ipv4/tcp_congestion_control")).strip();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void stop() {
        if (writer != null) {
            writer.shutdown();
        }
    }
}
