package org.eejs.lab.hosts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eejs.cluster.LabAuthority;
import org.eejs.cluster.LabNode;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.InputException;

/**
 * The hosts of a measurement, as the lab has them: who is there, what each is, how far its clock is off. Says to all of
 * them each second that the lab is there. Thread-safe.
 */
public final class Fleet implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int CLOCK_EXCHANGES = 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HostsFile file;
    private final Path state;
    private final LabNode node;
    private final Map<String, HostDescription> descriptions = new ConcurrentHashMap<>();
    private final Map<String, HostClock> clocks = new ConcurrentHashMap<>();
    private final Map<String, Map<Integer, HostedRole>> roles = new HashMap<>();
    private final Map<String, List<HostRequest.RoleEvent>> early = new HashMap<>();
    private final ScheduledExecutorService heartbeat = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "heartbeat");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Opens the lab to the hosts of a file.
     *
     * @param state where the lab's authority and certificates of runs are kept
     * @param version of EEJS, which hosts must have, too
     * @param log gets lines about hosts that are refused
     * @throws InputException with a line that says why nobody can dial in
     */
    public static Fleet open(HostsFile file, Path state, String version, Consumer<String> log) {
        try {
            return new Fleet(file, state, version, log);
        } catch (IOException | GeneralSecurityException e) {
            throw new InputException("hosts cannot join: " + e.getMessage());
        }
    }

    private Fleet(HostsFile file, Path state, String version, Consumer<String> log)
            throws IOException, GeneralSecurityException {
        this.file = file;
        this.state = state;
        InetAddress listen = InetAddress.getByName(file.listenHost());
        // A name may stand for a way to this machine, such as that of a service, and not for an address of its own.
        boolean own = NetworkInterface.getByInetAddress(listen) != null;
        node = new LabNode(LabAuthority.in(state), own ? new InetSocketAddress(listen, file.listenPort())
                : new InetSocketAddress(file.listenPort()), names(), version, new Listener(), log);
        heartbeat.scheduleAtFixedRate(() -> node.hosts().forEach(this::exchange), 1, 1, TimeUnit.SECONDS);
    }

    /** By what the lab may be called. */
    private List<String> names() throws SocketException {
        Set<String> names = new LinkedHashSet<>(List.of(file.listenHost(), "localhost"));
        NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .forEach(address -> names.add(address.getHostAddress().replaceFirst("%.*", "")));
        return List.copyOf(names);
    }

    private final class Listener implements LabNode.Listener {
        @Override
        public void joined(String host) {
            synchronized (Fleet.this) {
                Fleet.this.notifyAll();
            }
        }

        @Override
        public void said(String host, byte[] message) {
            try {
                reported(host, JSON.readValue(message, HostRequest.RoleEvent.class));
            } catch (IOException e) {
                // Not from a host of this version, which was refused.
            }
        }

        @Override
        public void gone(String host) {
            lost(host);
        }
    }

    /** A process may report before the answer that it was started has been read: that is kept. */
    private synchronized void reported(String host, HostRequest.RoleEvent event) {
        HostedRole role = roles.getOrDefault(host, Map.of()).get(event.process());
        if (role != null) {
            role.reported(event.name(), event.data());
        } else {
            early.computeIfAbsent(host, unused -> new ArrayList<>()).add(event);
        }
    }

    /** From now on what this process reports is heard. */
    synchronized void add(HostedRole role) {
        roles.computeIfAbsent(role.host(), unused -> new HashMap<>()).put(role.process(), role);
        early.getOrDefault(role.host(), new ArrayList<>()).removeIf(event -> {
            boolean own = event.process() == role.process();
            if (own) {
                role.reported(event.name(), event.data());
            }
            return own;
        });
    }

    /** Nothing of a run is expected any more. */
    synchronized void forget(Collection<HostedRole> ended) {
        for (HostedRole role : ended) {
            roles.getOrDefault(role.host(), new HashMap<>()).remove(role.process());
            early.getOrDefault(role.host(), new ArrayList<>())
                    .removeIf(event -> event.process() == role.process());
        }
    }

    private synchronized void lost(String host) {
        descriptions.remove(host);
        clocks.remove(host);
        early.remove(host);
        Map<Integer, HostedRole> lost = roles.remove(host);
        if (lost != null) {
            lost.values().forEach(HostedRole::lost);
        }
    }

    private CompletableFuture<Void> exchange(String host) {
        long asked = micros();
        return send(host, new HostRequest.Clock(), PATIENCE).thenAccept(there ->
                clocks.merge(host, HostClock.of(asked, there.asLong(), micros()), HostClock::or))
                .exceptionally(e -> null);
    }

    static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** Who does what. */
    public HostsFile file() {
        return file;
    }

    Path state() {
        return state;
    }

    boolean has(String host) {
        return node.has(host);
    }

    HostDescription description(String host) {
        return descriptions.get(host);
    }

    HostClock clock(String host) {
        return clocks.getOrDefault(host, new HostClock(0, 0));
    }

    /**
     * Waits until these hosts are there, and learns what they are and what their clocks show.
     *
     * @param say gets what is waited for
     * @throws InputException with file, line and key of a host that does not come
     */
    void await(Collection<String> hosts, Consumer<String> say) throws InterruptedException, RunFailedException {
        long end = System.nanoTime() + file.patience().toNanos();
        synchronized (this) {
            String said = null;
            for (List<String> missing = missing(hosts); !missing.isEmpty(); missing = missing(hosts)) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw file.fault(missing.get(0), "has not joined within " + file.patience().toSeconds()
                            + " s; start there: eejs host --join " + file.listenHost() + ":" + file.listenPort()
                            + " --name " + missing.get(0) + "; joined have " + (node.hosts().isEmpty() ? "none"
                            : String.join(", ", node.hosts())));
                }
                String waiting = "waiting for " + String.join(", ", missing) + " to join "
                        + file.listenHost() + ":" + file.listenPort();
                if (!waiting.equals(said)) {
                    say.accept(waiting);
                    said = waiting;
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, TimeUnit.SECONDS.toNanos(1)));
            }
        }
        for (String host : hosts) {
            descriptions.put(host, ask(host, new HostRequest.Describe(), HostDescription.class, PATIENCE));
            clocks.remove(host);
            for (int i = 0; i < CLOCK_EXCHANGES; i++) {
                exchange(host).join();
            }
        }
    }

    private List<String> missing(Collection<String> hosts) {
        return hosts.stream().filter(host -> !node.has(host)).toList();
    }

    /** Asks a host; completes with its answer, or exceptionally with why there is none. */
    CompletableFuture<JsonNode> send(String host, HostRequest request, Duration patience) {
        byte[] bytes;
        try {
            bytes = JSON.writerFor(HostRequest.class).writeValueAsBytes(request);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("all requests can be written", e);
        }
        return node.ask(host, bytes, patience).thenCompose(answer -> {
            try {
                HostRequest.Answer said = JSON.readValue(answer, HostRequest.Answer.class);
                return said.problem() == null ? CompletableFuture.completedFuture(said.value())
                        : CompletableFuture.failedFuture(said.badInput() ? new InputException(said.key(),
                                said.problem()) : new RunFailedException("the host " + host + ": " + said.problem()));
            } catch (IOException e) {
                return CompletableFuture.failedFuture(e);
            }
        });
    }

    /**
     * Asks a host and waits for the answer.
     *
     * @throws RunFailedException with a line that names the host, when there is none
     * @throws InputException when the host says that a setting is at fault
     */
    <T> T ask(String host, HostRequest request, Class<T> form, Duration patience) throws RunFailedException {
        try {
            return JSON.treeToValue(send(host, request, patience).get(), form);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InputException refused) {
                throw refused;
            }
            if (e.getCause() instanceof RunFailedException failed) {
                throw failed;
            }
            throw new RunFailedException("the host " + host + " did not answer within " + patience.toSeconds() + " s",
                    e.getCause());
        } catch (JsonProcessingException e) {
            throw new RunFailedException("the host " + host + " answered in another form: " + e.getOriginalMessage(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while the host " + host + " was asked", e);
        }
    }

    @Override
    public void close() {
        heartbeat.shutdownNow();
        node.close();
    }
}
