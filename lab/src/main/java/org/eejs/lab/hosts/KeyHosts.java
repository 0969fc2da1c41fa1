package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eejs.lab.processes.AllAtOnce;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.role.ControlChannel;

/** Key servers, and clients that measure them, on hosts as a file of hosts says. For one thread. */
public final class KeyHosts implements AutoCloseable {
    /** Tells a client that is ready when to begin: microseconds since 1970 by its own clock follow. */
    public static final String BEGIN = "begin ";
    /** Reports what a client has measured, as a text of its own making. */
    public static final String MEASURED = "measured";

    private static final Duration START_PATIENCE = Duration.ofSeconds(70);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** In this time each client has a JVM that is ready to measure. */
    private static final Duration LEAD = Duration.ofSeconds(3);
    /** How often the servers' processor time is read. */
    private static final Duration READING = Duration.ofMillis(500);

    private final Fleet fleet;
    private final List<String> hosts;
    private final String run = UUID.randomUUID().toString();
    private final List<Server> servers = new ArrayList<>();

    /** A client could not be started or measure, has ended or was lost; others, and other points, may be measured. */
    public static final class ClientFailedException extends Exception {
        private static final long serialVersionUID = 1;

        private ClientFailedException(String message) {
            super(message);
        }
    }

    private record Server(String host, int process, CpuReadings readings) {}

    /**
     * What a client measured.
     *
     * @param measured in its own words
     * @param clockOffsetMicros how far its host's clock is ahead of this machine's, in microseconds
     */
    public record Measured(String measured, long clockOffsetMicros) {}

    /**
     * Waits for the hosts.
     *
     * @param say gets what is waited for
     * @throws org.eejs.result.InputException with file, line and key where a role has no host, or a host does not come
     */
    public KeyHosts(Fleet fleet, Consumer<String> say) throws RunFailedException, InterruptedException {
        this.fleet = fleet;
        fleet.file().requireKeyServers();
        Set<String> all = new LinkedHashSet<>(fleet.file().keyServers());
        all.addAll(fleet.file().clients());
        hosts = List.copyOf(all);
        fleet.await(hosts, say);
    }

    /** The addresses of the hosts of key servers, in their order. */
    public List<String> serverAddresses() {
        return fleet.file().keyServers().stream().map(host -> fleet.description(host).address()).toList();
    }

    /**
     * Starts the next key server on its host.
     *
     * @param files all that it needs, by their names; only its user can read them there
     * @param file the one that is its settings
     * @return where it serves, as HOST:PORT
     */
    public String startServer(Map<String, byte[]> files, String file) throws RunFailedException {
        String host = fleet.file().keyServers().get(servers.size());
        ask(host, new HostRequest.Lay(run, files), JsonNode.class);
        HostRequest.StartedServer server = ask(host, new HostRequest.StartKeyServer(run, file),
                HostRequest.StartedServer.class);
        servers.add(new Server(host, server.process(), new CpuReadings()));
        return server.address();
    }

    /** Gives each client the files that it needs, by their names. */
    public void prepareClients(Map<String, byte[]> files) throws RunFailedException, InterruptedException {
        fleet.each(fleet.file().clients(), host -> ask(host, new HostRequest.Lay(run, files), JsonNode.class));
    }

    private <T> T ask(String host, HostRequest request, Class<T> form) throws RunFailedException {
        return fleet.ask(host, request, form, START_PATIENCE);
    }

    /**
     * Has the first clients measure at the same time.
     *
     * @param main the main class of their program
     * @param request what it is to do
     * @param patience how long that may take
     * @throws ClientFailedException with a line that names the host, when a client could not be started or measure,
     *     ends or says nothing
     * @throws RunFailedException with a line that names the host, when a key server ends or says nothing, and when the
     *     fleet was aborted
     */
    public List<Measured> measure(int clients, String main, String request, Duration patience)
            throws ClientFailedException, RunFailedException, InterruptedException {
        BlockingQueue<Role.Event> events = new LinkedBlockingQueue<>();
        List<HostedRole> started = new ArrayList<>();
        try {
            for (String host : fleet.file().clients().subList(0, clients)) {
                HostedRole client = new HostedRole(fleet, host, "client",
                        startClient(host, new HostRequest.StartClient(run, main, request)), 0, events::add);
                started.add(client);
                fleet.add(client);
            }
            collect(ControlChannel.READY, clients, events, START_PATIENCE);
            long begin = Fleet.micros() + TimeUnit.MILLISECONDS.toMicros(LEAD.toMillis());
            started.forEach(client -> client.tell(BEGIN + (begin + client.clockOffsetMicros())));
            Map<Role, String> measured = collect(MEASURED, clients, events, patience);
            return started.stream().map(client -> new Measured(measured.get(client), client.clockOffsetMicros()))
                    .toList();
        } finally {
            AllAtOnce.carryOut(started.stream().<Runnable>map(client -> client::close).toList());
            fleet.forget(started);
        }
    }

    private HostRequest.StartedRole startClient(String host, HostRequest.StartClient request)
            throws ClientFailedException, RunFailedException {
        fleet.failIfAborted();
        try {
            return ask(host, request, HostRequest.StartedRole.class);
        } catch (RunFailedException e) {
            throw new ClientFailedException("the client on " + host + " cannot be started: " + e.getMessage());
        }
    }

    private Map<Role, String> collect(String name, int clients, BlockingQueue<Role.Event> events, Duration patience)
            throws ClientFailedException, RunFailedException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        Map<Role, String> collected = new LinkedHashMap<>();
        while (collected.size() < clients) {
            Role.Event event = events.poll(READING.toMillis(), TimeUnit.MILLISECONDS);
            fleet.failIfAborted();
            readServers();
            if (event == null) {
                if (System.nanoTime() > end) {
                    throw new ClientFailedException("clients on hosts did not say '" + name + "' within "
                            + patience.toSeconds() + " s");
                }
            } else if (event.name().equals(Role.ENDED)) {
                throw new ClientFailedException(event.from().describeEnd());
            } else if (event.name().equals(ControlChannel.FAILED)) {
                throw new ClientFailedException("the " + event.from().role() + ": " + event.data().asText());
            } else if (event.name().equals(name)) {
                collected.put(event.from(), event.data().asText());
            }
        }
        return collected;
    }

    private void readServers() throws RunFailedException {
        for (Server server : servers) {
            long asked = Fleet.micros();
            double seconds = fleet.ask(server.host(), new HostRequest.KeyServerCpu(server.process()), Double.class,
                    PATIENCE);
            server.readings().add((asked + Fleet.micros()) / 2, seconds);
        }
    }

    /**
     * The seconds of CPU that each key server took between two moments, in microseconds since 1970 by the clock of this
     * machine; interpolated between readings each half second.
     */
    public List<Double> cpuSeconds(double fromMicros, double toMicros) {
        return servers.stream().map(server -> server.readings().at(toMicros) - server.readings().at(fromMicros))
                .toList();
    }

    /** Which host does what, in words, by the names of roles. */
    public Map<String, String> placed() {
        Map<String, String> placed = new LinkedHashMap<>();
        List<String> clients = fleet.file().clients();
        clients.forEach(host -> placed.put("client " + (clients.indexOf(host) + 1), describe(host)));
        List<String> keyServers = fleet.file().keyServers();
        keyServers.forEach(host -> placed.put("key server " + (keyServers.indexOf(host) + 1), describe(host)));
        return placed;
    }

    private String describe(String host) {
        HostDescription machine = fleet.description(host);
        return "host %s: %d processors, %s; %d µs to the lab and back".formatted(
                host, machine.cpu().processors(), machine.cpu().model(), fleet.clock(host).roundTripMicros());
    }

    @Override
    public void close() {
        fleet.release(run, hosts);
    }
}
