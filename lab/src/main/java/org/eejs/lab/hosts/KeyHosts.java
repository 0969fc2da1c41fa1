package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eejs.lab.processes.AllAtOnce;
import org.eejs.lab.processes.KeyServerProcess;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleEvents;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.role.ControlChannel;

/** Key servers, and clients that measure them, on hosts as a file of hosts says. For one thread. */
public final class KeyHosts implements AutoCloseable {
    /** Tells a client that is ready when to begin: microseconds since 1970 by its own clock follow. */
    public static final String BEGIN = "begin ";
    /** Reports what a client has measured, as a text of its own making. */
    public static final String MEASURED = "measured";

    private static final Duration START_PATIENCE = Duration.ofSeconds(70);
    /** In this time each client has a JVM that is ready to measure. */
    private static final Duration LEAD = Duration.ofSeconds(3);
    /** How often the servers' processor time is read. */
    private static final Duration READING = Duration.ofMillis(500);

    private final Fleet fleet;
    private final List<String> hosts;
    private final String run = UUID.randomUUID().toString();
    private final Map<CarriedRole, CpuReadings> servers = new LinkedHashMap<>();
    private final RoleEvents ofServers = new RoleEvents();

    /** A client could not be started or measure, has ended or was lost; others, and other points, may be measured. */
    public static final class ClientFailedException extends Exception {
        private static final long serialVersionUID = 1;

        private ClientFailedException(String message) {
            super(message);
        }
    }

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

    /** Returns the addresses of the hosts of key servers, in their order. */
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
    public String startServer(Map<String, byte[]> files, String file) throws RunFailedException, InterruptedException {
        String host = fleet.file().keyServers().get(servers.size());
        prepare(host, files);
        CarriedRole server = new CarriedRole(fleet, host, HostLines.Program.KEY_SERVER, 0, ofServers::add);
        servers.put(server, new CpuReadings());
        server.start(run, null, file, START_PATIENCE);
        return ofServers.await(KeyServerProcess.SERVING, server, START_PATIENCE).data().asText();
    }

    /** Gives each client the files that it needs, by their names. */
    public void prepareClients(Map<String, byte[]> files) throws RunFailedException, InterruptedException {
        fleet.each(fleet.file().clients(), host -> prepare(host, files));
    }

    private void prepare(String host, Map<String, byte[]> files) throws RunFailedException {
        fleet.ask(host, HostLines.PREPARE + " " + HostLines.json(new HostLines.Preparation(run, null, null, files)),
                JsonNode.class, START_PATIENCE);
    }

    /**
     * Has the first clients measure at the same time.
     *
     * @param request what it is to do
     * @param patience how long that may take
     * @throws ClientFailedException with a line that names the host, when a client could not be started or measure,
     *     ends or says nothing
     * @throws RunFailedException with a line that names the host, when a key server ends or says nothing, and when the
     *     fleet was aborted
     */
    public List<Measured> measure(int clients, String request, Duration patience)
            throws ClientFailedException, RunFailedException, InterruptedException {
        RoleEvents events = new RoleEvents(event -> new RunFailedException("the " + event.from().role() + ": "
                + event.data().asText()));
        List<CarriedRole> started = new ArrayList<>();
        try {
            for (String host : fleet.file().clients().subList(0, clients)) {
                started.add(startClient(host, request, events));
            }
            await(ControlChannel.READY, started, events, START_PATIENCE);
            long begin = Fleet.micros() + TimeUnit.MILLISECONDS.toMicros(LEAD.toMillis());
            started.forEach(client -> client.tell(BEGIN + (begin + client.clockOffsetMicros())));
            return await(MEASURED, started, events, patience);
        } finally {
            AllAtOnce.carryOut(started.stream().<Runnable>map(client -> client::close).toList());
            fleet.forget(started);
        }
    }

    private CarriedRole startClient(String host, String request, RoleEvents events)
            throws ClientFailedException, RunFailedException {
        fleet.failIfAborted();
        try {
            return new CarriedRole(fleet, host, HostLines.Program.CLIENT, 0, events::add).start(run, null, request,
                    START_PATIENCE);
        } catch (RunFailedException e) {
            throw new ClientFailedException("the client on " + host + " cannot be started: " + e.getMessage());
        }
    }

    /** Waits until all clients have reported something, and reads what servers use meanwhile. */
    private List<Measured> await(String name, List<CarriedRole> clients, RoleEvents events, Duration patience)
            throws ClientFailedException, RunFailedException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        List<Measured> reported = new ArrayList<>();
        while (reported.size() < clients.size()) {
            CarriedRole client = clients.get(reported.size());
            Role.Event event;
            try {
                event = events.await(name, client, System.nanoTime() + READING.toNanos());
            } catch (RunFailedException e) {
                throw new ClientFailedException(e.getMessage());
            }
            fleet.failIfAborted();
            readServers();
            if (event != null) {
                reported.add(new Measured(event.data().asText(), client.clockOffsetMicros()));
            } else if (System.nanoTime() > end) {
                throw new ClientFailedException("clients on hosts did not say '" + name + "' within "
                        + patience.toSeconds() + " s");
            }
        }
        return reported;
    }

    private void readServers() throws RunFailedException, InterruptedException {
        for (Map.Entry<CarriedRole, CpuReadings> server : servers.entrySet()) {
            ofServers.await(Role.ENDED, server.getKey(), System.nanoTime());
            long asked = Fleet.micros();
            try {
                double seconds = server.getKey().readUsage().join().cpuSeconds();
                server.getValue().add((asked + Fleet.micros()) / 2, seconds);
            } catch (CompletionException e) {
                throw new RunFailedException(e.getCause().getMessage(), e);
            }
        }
    }

    /**
     * Returns the seconds of CPU that each key server took between two moments, in microseconds since 1970 by the clock
     * of this machine; interpolated between readings each half second.
     */
    public List<Double> cpuSeconds(double fromMicros, double toMicros) {
        return servers.values().stream().map(used -> used.at(toMicros) - used.at(fromMicros)).toList();
    }

    /** Returns which host does what, in words, by the names of roles. */
    public Map<String, String> placed() {
        Map<String, String> placed = new LinkedHashMap<>();
        List<String> clients = fleet.file().clients();
        clients.forEach(host -> placed.put("client " + (clients.indexOf(host) + 1), describe(host)));
        List<String> keyServers = fleet.file().keyServers();
        keyServers.forEach(host -> placed.put("key server " + (keyServers.indexOf(host) + 1), describe(host)));
        return placed;
    }

    private String describe(String host) {
        HostLines.Description machine = fleet.description(host);
        return "host %s: %d processors, %s; %d µs to the lab and back".formatted(
                host, machine.cpu().processors(), machine.cpu().model(), fleet.clock(host).roundTripMicros());
    }

    @Override
    public void close() {
        fleet.forget(servers.keySet());
        fleet.release(run, hosts);
    }

    /** Processor time of a process at some moments. For one thread. */
    private static final class CpuReadings {
        private final TreeMap<Double, Double> seconds = new TreeMap<>();

        /** The process had used so many seconds of CPU at that moment, in microseconds since 1970. */
        void add(double micros, double cpuSeconds) {
            seconds.put(micros, cpuSeconds);
        }

        /** Returns what it had used at a moment, by a straight line between readings; the nearest outside of them. */
        double at(double micros) {
            Map.Entry<Double, Double> before = seconds.floorEntry(micros);
            Map.Entry<Double, Double> after = seconds.ceilingEntry(micros);
            if (before == null || after == null) {
                return (before == null ? after : before).getValue();
            }
            double way = after.getKey() - before.getKey();
            return before.getValue() + (way == 0 ? 0 : (micros - before.getKey()) / way)
                    * (after.getValue() - before.getValue());
        }
    }
}
