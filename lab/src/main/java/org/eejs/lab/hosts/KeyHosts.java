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

/** The key servers, and the clients that measure them, on the hosts of a file. Not thread-safe. */
public final class KeyHosts implements AutoCloseable {
    /** The command that starts a ready client; microseconds since 1970 by the client's clock follow. */
    public static final String BEGIN = "begin ";
    /** The event with the measurement of a client, as a text in the client's form. */
    public static final String MEASURED = "measured";

    private static final Duration START_PATIENCE = Duration.ofSeconds(70);
    /** The time in which each client's JVM becomes ready to measure. */
    private static final Duration LEAD = Duration.ofSeconds(3);
    /** The interval at which the servers' processor time is read. */
    private static final Duration READING = Duration.ofMillis(500);

    private final Fleet fleet;
    private final List<String> hosts;
    private final String run = UUID.randomUUID().toString();
    private final Map<CarriedRole, CpuReadings> servers = new LinkedHashMap<>();
    private final RoleEvents ofServers = new RoleEvents();

    /** The failure of a client to start or to measure, its end or its loss. Other clients may still measure. */
    public static final class ClientFailedException extends Exception {
        private static final long serialVersionUID = 1;

        private ClientFailedException(String message) {
            super(message);
        }
    }

    /**
     * The measurement of a client.
     *
     * @param measured the text of the client
     * @param clockOffsetMicros the lead of its host's clock over this machine's, in microseconds
     */
    public record Measured(String measured, long clockOffsetMicros) {}

    /**
     * Waits for the hosts.
     *
     * @throws org.eejs.result.InputException with file, line and key where a role has no host, or a host does not join
     * @param progress gets the hosts that are missing
     */
    public KeyHosts(Fleet fleet, Consumer<String> progress) throws RunFailedException, InterruptedException {
        this.fleet = fleet;
        fleet.file().requireKeyServers();
        Set<String> all = new LinkedHashSet<>(fleet.file().keyServers());
        all.addAll(fleet.file().clients());
        hosts = List.copyOf(all);
        fleet.await(hosts, progress);
    }

    /** Returns the addresses of the hosts of key servers, in their order. */
    public List<String> serverAddresses() {
        return fleet.file().keyServers().stream().map(host -> fleet.description(host).address()).toList();
    }

    /**
     * Starts the next key server on its host.
     *
     * @param files all files that it needs, by their names; only its user can read them there
     * @param file the name of its settings among them
     * @return the address at which it serves, as HOST:PORT
     */
    public String startServer(Map<String, byte[]> files, String file) throws RunFailedException, InterruptedException {
        String host = fleet.file().keyServers().get(servers.size());
        prepare(host, files);
        CarriedRole server = new CarriedRole(fleet, host, HostLines.Program.KEY_SERVER, 0, ofServers::add);
        servers.put(server, new CpuReadings());
        server.start(run, null, file, START_PATIENCE);
        return ofServers.await(KeyServerProcess.SERVING, server, START_PATIENCE).data().asText();
    }

    /** Sends each client the files that it needs, by their names. */
    public void prepareClients(Map<String, byte[]> files) throws RunFailedException, InterruptedException {
        fleet.each(fleet.file().clients(), host -> prepare(host, files));
    }

    private void prepare(String host, Map<String, byte[]> files) throws RunFailedException {
        fleet.ask(host, HostLines.PREPARE + " " + HostLines.json(new HostLines.Preparation(run, null, null, files)),
                JsonNode.class, START_PATIENCE);
    }

    /**
     * Lets the first clients measure at the same time.
     *
     * @param request the request to each client
     * @param patience the longest time for the measurement
     * @throws ClientFailedException with one line that names the host, when a client could not start or measure, ended
     *     or is silent
     * @throws RunFailedException with one line that names the host, when a key server ended or is silent, and when the
     *     fleet was aborted
     * @param clients the number of clients
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
            throw new ClientFailedException("the client on " + host + " failed to start: " + e.getMessage());
        }
    }

    /** Waits until all clients have reported an event, and reads the use of the servers meanwhile. */
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
                throw new ClientFailedException("clients on hosts did not report '" + name + "' within "
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
     * Returns the CPU seconds that each key server used between two moments. It interpolates between readings each half
     * second.
     *
     * @param fromMicros the first moment in microseconds since 1970, by the clock of this machine
     * @param toMicros the last moment
     */
    public List<Double> cpuSeconds(double fromMicros, double toMicros) {
        return servers.values().stream().map(used -> used.at(toMicros) - used.at(fromMicros)).toList();
    }

    /** Returns the host of each role, in words. */
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

    /** The processor time of a process at some moments. Not thread-safe. */
    private static final class CpuReadings {
        private final TreeMap<Double, Double> seconds = new TreeMap<>();

        /**
         * Adds a reading.
         *
         * @param micros the moment, in microseconds since 1970
         * @param cpuSeconds the CPU seconds until then
         */
        void add(double micros, double cpuSeconds) {
            seconds.put(micros, cpuSeconds);
        }

        /** Returns the CPU seconds at a moment by linear interpolation; outside of all readings, the nearest one. */
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
