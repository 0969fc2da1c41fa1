package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
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
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eejs.cluster.LabAuthority;
import org.eejs.cluster.LabNode;
import org.eejs.lab.processes.AllAtOnce;
import org.eejs.lab.processes.Companion;
import org.eejs.lab.processes.ForeignJson;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.InputException;

/**
 * The hosts of a measurement, seen from the lab: which are connected, their descriptions, and the offsets of their
 * clocks. Sends a sign of life to all of them each second. Thread-safe.
 */
public final class Fleet implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** The silence after which a host with a role is lost; it sends something each second. */
    static final Duration SILENCE = Duration.ofSeconds(3);
    /** The silence after which the end of a run does not wait for a host. */
    private static final Duration RELEASABLE = Duration.ofSeconds(2);
    private static final Duration RELEASE_PATIENCE = Duration.ofSeconds(4);
    private static final int WATCH_MILLIS = 200;
    /** The number of hosts that are asked at the same time. */
    private static final int MOST_AT_ONCE = 64;
    /** The bytes of the longest answer, which carries samples of stacks. */
    private static final int LONGEST_SAMPLES = 8_000_000;
    private static final int LONGEST_ANSWER = 1_000_000;

    private final HostsFile file;
    private final Path state;
    private final LabNode node;
    private final AwaitedHosts awaited;
    private final Map<String, HostLines.Description> descriptions = new ConcurrentHashMap<>();
    private final Map<String, HostClock.Recent> clocks = new ConcurrentHashMap<>();
    /** The {@link System#nanoTime} of each host's last message. */
    private final Map<String, Long> heard = new ConcurrentHashMap<>();
    /** The processes that the lab has started, by host and number. */
    private final Map<String, Map<Integer, CarriedRole>> roles = new HashMap<>();
    private final AtomicInteger lastProcess = new AtomicInteger();
    private final ScheduledExecutorService heartbeat = Executors.newScheduledThreadPool(2, work -> {
        Thread thread = new Thread(work, "heartbeat");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Opens the lab to the hosts of a file.
     *
     * @param state the folder for the lab's authority and certificates of runs
     * @param version the version of EEJS, which hosts must have, too
     * @param log gets lines about hosts that are refused
     * @throws InputException with one line that gives the reason, when hosts cannot connect
     */
    public static Fleet open(HostsFile file, Path state, String version, Consumer<String> log) {
        try {
            return new Fleet(file, LabAuthority.in(state), state, version, log);
        } catch (IOException | GeneralSecurityException e) {
            throw new InputException("hosts cannot join: " + e.getMessage());
        }
    }

    private Fleet(HostsFile file, LabAuthority authority, Path state, String version, Consumer<String> log)
            throws GeneralSecurityException, SocketException {
        this.file = file;
        this.state = state;
        this.awaited = new AwaitedHosts(file);
        InetSocketAddress where = listen(file, log);
        try {
            node = new LabNode(authority, where, names(), version, new Listener(), log);
        } catch (IOException e) {
            throw file.listenFault("is not usable: " + e.getMessage()
                    + "; end the program that listens there, or name another port");
        }
        heartbeat.scheduleAtFixedRate(() -> node.hosts().forEach(this::exchange), 1, 1, TimeUnit.SECONDS);
        heartbeat.scheduleAtFixedRate(this::findSilent, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static InetSocketAddress listen(HostsFile file, Consumer<String> log) throws SocketException {
        InetAddress address;
        try {
            address = InetAddress.getByName(file.listenHost());
        } catch (UnknownHostException e) {
            throw file.listenFault("has no address: the name is not known here; use a name that this machine and the "
                    + "hosts resolve, or an address");
        }
        if (NetworkInterface.getByInetAddress(address) != null) {
            return new InetSocketAddress(address, file.listenPort());
        }
        // The name may be that of a forwarder to this machine, such as a service, without an address of this machine.
        log.accept(file.listenHost() + " is no address of this machine, so it accepts hosts at all of its addresses, "
                + "port " + file.listenPort());
        return new InetSocketAddress(file.listenPort());
    }

    /** Returns the names and addresses of the lab. */
    private List<String> names() throws SocketException {
        Set<String> names = new LinkedHashSet<>(List.of(file.listenHost(), "localhost"));
        NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .forEach(address -> names.add(address.getHostAddress().replaceFirst("%.*", "")));
        return List.copyOf(names);
    }

    private final class Listener implements LabNode.Listener {
        @Override
        public void joined(String host) {
            heard.put(host, System.nanoTime());
            awaited.joined(host);
        }

        @Override
        public void refused(String host, String why) {
            awaited.refused(host, why);
        }

        @Override
        public void said(String host, byte[] message) {
            hears(host);
            try {
                HostLines.RoleEvent event = ForeignJson.read(message, HostLines.RoleEvent.class);
                String exceeded = reported(host, event, message.length);
                if (exceeded != null) {
                    end(host, exceeded);
                }
            } catch (ForeignJson.UnexpectedFormException e) {
                lost(host, "sent an unexpected message: " + e.getMessage());
            }
        }

        @Override
        public void gone(String host) {
            lost(host, "ended, or its connection broke");
        }
    }

    private void hears(String host) {
        long now = System.nanoTime();
        Long before = heard.put(host, now);
        if (before != null && now - before > SILENCE.toNanos()) {
            lost(host, silent());
        }
    }

    private void findSilent() {
        startedOn().stream().filter(host -> !isHeard(host, SILENCE)).forEach(host -> lost(host, silent()));
    }

    private static String silent() {
        return "has been silent for " + SILENCE.toSeconds() + " s";
    }

    /** Returns whether a message of a host has arrived within this time. */
    boolean isHeard(String host, Duration within) {
        Long last = heard.get(host);
        return last != null && node.has(host) && System.nanoTime() - last <= within.toNanos();
    }

    /**
     * Disconnects a host that has exceeded a limit, in words that follow its name. Holds no lock while the node does
     * so.
     */
    private void end(String host, String exceeded) {
        lost(host, "was ended, since it " + exceeded);
        node.end(host, "it " + exceeded);
    }

    /** Returns a unique number for a process. */
    int number() {
        return lastProcess.incrementAndGet();
    }

    /** Returns the hosts on which processes were started. */
    private Set<String> startedOn() {
        synchronized (roles) {
            return Set.copyOf(roles.keySet());
        }
    }

    /**
     * Accepts an event, and drops one that comes after the end of its process.
     *
     * @return the limit that it exceeds, in words that follow the host's name; null when it is within all
     */
    private String reported(String host, HostLines.RoleEvent event, int size) {
        synchronized (roles) {
            CarriedRole role = roles.getOrDefault(host, Map.of()).get(event.process());
            if (role != null) {
                return role.reported(event, size);
            }
        }
        return event.process() > 0 && event.process() <= lastProcess.get() ? null
                : "reported a process that the lab has not started";
    }

    /** Adds a process whose reports are expected from now on. */
    void add(CarriedRole role) {
        synchronized (roles) {
            roles.computeIfAbsent(role.host(), unused -> new HashMap<>()).put(role.process(), role);
        }
    }

    /** Removes processes that have ended. */
    void forget(Collection<CarriedRole> ended) {
        synchronized (roles) {
            ended.forEach(role -> roles.getOrDefault(role.host(), new HashMap<>()).remove(role.process()));
        }
    }

    /** Marks all processes of a host as lost, with the reason. */
    private void lost(String host, String why) {
        synchronized (roles) {
            roles.getOrDefault(host, Map.of()).values().forEach(role -> role.lost(why));
            roles.remove(host);
        }
    }

    /** Completes with null where the host does not answer, and exceptionally where it answers in another form. */
    private CompletableFuture<HostClock> exchange(String host) {
        long asked = micros();
        return send(host, HostLines.CLOCK, Long.class, PATIENCE).thenApply(there -> {
            HostClock found = HostClock.of(asked, there, micros());
            clocks.computeIfPresent(host, (same, known) -> known.and(found));
            return found;
        }).exceptionally(e -> {
            if (e.getCause() instanceof RunFailedException failed
                    && failed.getCause() instanceof ForeignJson.UnexpectedFormException) {
                throw new CompletionException(failed);
            }
            return null;
        });
    }

    /** Reads a host's clock, and forgets earlier readings: it may have been set. */
    private void compareClocks(String host) throws RunFailedException {
        HostClock.Recent clock = HostClock.Recent.UNKNOWN;
        for (int i = 0; i < HostClock.Recent.KEPT; i++) {
            HostClock found;
            try {
                found = exchange(host).join();
            } catch (CompletionException e) {
                throw (RunFailedException) e.getCause();
            }
            if (found == null) {
                break;
            }
            clock = clock.and(found);
        }
        if (clock.best() == null) {
            throw new RunFailedException("the host " + host + " did not report its clock within "
                    + PATIENCE.toSeconds() + " s");
        }
        clocks.put(host, clock);
    }

    static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** Returns the file with the roles of the hosts. */
    public HostsFile file() {
        return file;
    }

    /** Returns the folder that it was opened with. */
    public Path state() {
        return state;
    }

    boolean has(String host) {
        return node.has(host);
    }

    /** Returns the description of a host that was awaited, even when it has disconnected since; else null. */
    HostLines.Description description(String host) {
        return descriptions.get(host);
    }

    /** Returns the last known clock of such a host. */
    HostClock clock(String host) {
        HostClock.Recent clock = clocks.get(host);
        return clock == null ? null : clock.best();
    }

    /** Ends all waiting for hosts, now and from now on, with a reason. */
    public void abort(String reason) {
        awaited.abort(reason);
    }

    /** Returns unless the measurement was aborted. */
    void failIfAborted() throws RunFailedException {
        awaited.failIfAborted();
    }

    /**
     * Waits until these hosts have joined, and reads their descriptions and clocks.
     *
     * @throws InputException with file, line and key of a host that was refused, or does not join
     * @throws RunFailedException when it was aborted, or a host does not answer
     * @param progress gets the hosts that are missing
     */
    void await(Collection<String> hosts, Consumer<String> progress) throws InterruptedException, RunFailedException {
        awaited.await(hosts, node::hosts, progress);
        each(hosts, host -> {
            descriptions.put(host, ask(host, HostLines.DESCRIBE, HostLines.Description.class, PATIENCE));
            compareClocks(host);
        });
    }

    /**
     * Asks several hosts at the same time, and waits for all of them.
     *
     * @throws RunFailedException with the message of the first failure
     */
    void each(Collection<String> hosts, AllAtOnce.Work<String> asking) throws RunFailedException, InterruptedException {
        AllAtOnce.each(hosts, MOST_AT_ONCE, asking);
    }

    /**
     * Ends all processes of a run on these hosts, and deletes its files there. Does not wait for a silent host, which
     * may still get the request.
     */
    void release(String run, Collection<String> hosts) {
        List<CompletableFuture<JsonNode>> released = new ArrayList<>();
        for (String host : hosts) {
            boolean heard = isHeard(host, RELEASABLE);
            CompletableFuture<JsonNode> answer = send(host, HostLines.RELEASE + " " + run, JsonNode.class,
                    RELEASE_PATIENCE);
            if (heard) {
                released.add(answer.exceptionally(e -> null));
            }
        }
        released.forEach(CompletableFuture::join);
    }

    /** Asks a host; completes with its answer, or exceptionally with the reason why there is none. */
    <T> CompletableFuture<T> send(String host, String line, Class<T> form, Duration patience) {
        int longest = form == Companion.Samples.class ? LONGEST_SAMPLES : LONGEST_ANSWER;
        return node.ask(host, line.getBytes(StandardCharsets.UTF_8), patience).thenCompose(answer -> {
            hears(host);
            if (answer.length > longest) {
                end(host, "answered with more than the lab can keep");
                return CompletableFuture.failedFuture(new RunFailedException("the host " + host
                        + " answered with more than " + longest + " bytes"));
            }
            try {
                return CompletableFuture.completedFuture(HostLines.Answer.value(host, answer, form));
            } catch (InputException | RunFailedException e) {
                return CompletableFuture.failedFuture(e);
            }
        });
    }

    /**
     * Asks a host and waits for the answer.
     *
     * @throws RunFailedException with one line that names the host, when there is no answer or it has another form
     * @throws InputException when the host reports that a setting is at fault
     */
    <T> T ask(String host, String line, Class<T> form, Duration patience) throws RunFailedException {
        try {
            return send(host, line, form, patience).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InputException refused) {
                throw refused;
            }
            if (e.getCause() instanceof RunFailedException failed) {
                throw failed;
            }
            throw new RunFailedException("the host " + host + " did not answer within " + patience.toSeconds() + " s",
                    e.getCause());
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

    /** The wait for hosts to join. Thread-safe. */
    private static final class AwaitedHosts {
        private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
        /** The number of hosts that a message names. */
        private static final int NAMED = 5;

        private final HostsFile file;
        /** The reasons why hosts that have not joined since were refused. */
        private final Map<String, String> refused = new HashMap<>();
        /** The reason why waiting was aborted; null before. */
        private String aborted;

        AwaitedHosts(HostsFile file) {
            this.file = file;
        }

        synchronized void joined(String host) {
            refused.remove(host);
            notifyAll();
        }

        synchronized void refused(String host, String why) {
            refused.put(host, why);
            notifyAll();
        }

        /** Ends all waiting, now and from now on, with a reason. */
        synchronized void abort(String reason) {
            aborted = reason;
            notifyAll();
        }

        synchronized void failIfAborted() throws RunFailedException {
            if (aborted != null) {
                throw new RunFailedException(aborted);
            }
        }

        /**
         * Waits until all of them have joined.
         *
         * @param present the hosts that have joined
         * @throws InputException with file, line and key of a host that was refused, or does not join
         * @throws RunFailedException when it was aborted
         * @param progress gets the hosts that are missing
         */
        synchronized void await(Collection<String> hosts, Supplier<Set<String>> present, Consumer<String> progress)
                throws RunFailedException, InterruptedException {
            long end = System.nanoTime() + file.patience().toNanos();
            String said = null;
            for (List<String> missing = missing(hosts, present); !missing.isEmpty();
                    missing = missing(hosts, present)) {
                failIfAborted();
                failIfRefused(missing);
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw late(missing.get(0), present.get());
                }
                String waiting = "waiting for " + words(missing) + " to join " + where();
                if (!waiting.equals(said)) {
                    progress.accept(waiting);
                    said = waiting;
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, LOOK_NANOS));
            }
        }

        private static List<String> missing(Collection<String> hosts, Supplier<Set<String>> present) {
            Set<String> there = present.get();
            return hosts.stream().filter(host -> !there.contains(host)).toList();
        }

        private void failIfRefused(List<String> missing) {
            for (String host : missing) {
                String why = refused.remove(host);
                if (why != null) {
                    throw file.fault(host, "was refused: " + why);
                }
            }
        }

        private InputException late(String host, Set<String> present) {
            return file.fault(host, "has not joined within " + file.patience().toSeconds() + " s; start there: eejs "
                    + "host --join " + where() + " --name " + host + "; joined have "
                    + (present.isEmpty() ? "none" : words(present)));
        }

        private String where() {
            return file.listenHost() + ":" + file.listenPort();
        }

        /** Returns the first of them by name, and the number of others. */
        private static String words(Collection<String> hosts) {
            return hosts.stream().limit(NAMED).collect(Collectors.joining(", "))
                    + (hosts.size() > NAMED ? " and " + (hosts.size() - NAMED) + " more" : "");
        }
    }
}
