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
 * The hosts of a measurement, as the lab has them: who is there, what each is, how far its clock is off. Says to all of
 * them each second that the lab is there. Thread-safe.
 */
public final class Fleet implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** A host that has a role and was not heard for so long is lost; it says something each second. */
    static final Duration SILENCE = Duration.ofSeconds(3);
    /** A host that was not heard for so long would keep those waiting who end a run. */
    private static final Duration RELEASABLE = Duration.ofSeconds(2);
    private static final Duration RELEASE_PATIENCE = Duration.ofSeconds(4);
    private static final int WATCH_MILLIS = 200;
    /** So many hosts are asked at the same time. */
    private static final int MOST_AT_ONCE = 64;
    /** The bytes of the longest answer that says what samples of stacks came to. */
    private static final int LONGEST_SAMPLES = 8_000_000;
    private static final int LONGEST_ANSWER = 1_000_000;

    private final HostsFile file;
    private final Path state;
    private final LabNode node;
    private final AwaitedHosts awaited;
    private final Map<String, HostLines.Description> descriptions = new ConcurrentHashMap<>();
    private final Map<String, HostClock.Recent> clocks = new ConcurrentHashMap<>();
    /** When each was heard last, as {@link System#nanoTime} says. */
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
     * @param state where the lab's authority and certificates of runs are kept
     * @param version of EEJS, which hosts must have, too
     * @param log gets lines about hosts that are refused
     * @throws InputException with a line that says why nobody can dial in
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
            throw file.listenFault("cannot be used: " + e.getMessage()
                    + "; end what listens there, or name another port");
        }
        heartbeat.scheduleAtFixedRate(() -> node.hosts().forEach(this::exchange), 1, 1, TimeUnit.SECONDS);
        heartbeat.scheduleAtFixedRate(this::findSilent, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static InetSocketAddress listen(HostsFile file, Consumer<String> log) throws SocketException {
        InetAddress address;
        try {
            address = InetAddress.getByName(file.listenHost());
        } catch (UnknownHostException e) {
            throw file.listenFault("has no address: the name is not known here; give one that this machine and hosts "
                    + "know, or an address");
        }
        if (NetworkInterface.getByInetAddress(address) != null) {
            return new InetSocketAddress(address, file.listenPort());
        }
        // A name may stand for a way to this machine, such as that of a service, and not for an address of its own.
        log.accept(file.listenHost() + " is no address of this machine, so hosts are let in at all of its addresses, "
                + "port " + file.listenPort());
        return new InetSocketAddress(file.listenPort());
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
                lost(host, "cannot be understood: " + e.getMessage());
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
        return "has not been heard for " + SILENCE.toSeconds() + " s";
    }

    /** Returns whether a message of a host has arrived within this time. */
    boolean isHeard(String host, Duration within) {
        Long last = heard.get(host);
        return last != null && node.has(host) && System.nanoTime() - last <= within.toNanos();
    }

    /** Ends a host that has exceeded a limit, in words that follow its name. Holds no lock while the node does so. */
    private void end(String host, String exceeded) {
        lost(host, "was ended, since it " + exceeded);
        node.end(host, "it " + exceeded);
    }

    /** Returns a number for a process, which no other has. */
    int number() {
        return lastProcess.incrementAndGet();
    }

    /** Returns the hosts that have processes, or had some. */
    private Set<String> startedOn() {
        synchronized (roles) {
            return Set.copyOf(roles.keySet());
        }
    }

    /**
     * Takes an event, and drops one that comes after the end of its process.
     *
     * @return which limit it exceeds, in words that follow the host's name; null when it is within all
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

    /** Hears from now on what a process reports. */
    void add(CarriedRole role) {
        synchronized (roles) {
            roles.computeIfAbsent(role.host(), unused -> new HashMap<>()).put(role.process(), role);
        }
    }

    /** Expects nothing of these processes any more. */
    void forget(Collection<CarriedRole> ended) {
        synchronized (roles) {
            ended.forEach(role -> roles.getOrDefault(role.host(), new HashMap<>()).remove(role.process()));
        }
    }

    /** Says of all processes of a host that they are lost, and why. */
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

    /** Learns what a host's clock shows, and forgets what it showed before: it may have been set. */
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
            throw new RunFailedException("the host " + host + " did not say within " + PATIENCE.toSeconds()
                    + " s what its clock shows");
        }
        clocks.put(host, clock);
    }

    static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** Returns who does what. */
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

    /** Returns what a host is that was awaited, also when it has gone since; else null. */
    HostLines.Description description(String host) {
        return descriptions.get(host);
    }

    /** Returns the same of its clock, as it was seen last. */
    HostClock clock(String host) {
        HostClock.Recent clock = clocks.get(host);
        return clock == null ? null : clock.best();
    }

    /** Ends all waiting for hosts, now and from now on, with a reason. */
    public void abort(String reason) {
        awaited.abort(reason);
    }

    /** Lets work go on unless it was aborted. */
    void failIfAborted() throws RunFailedException {
        awaited.failIfAborted();
    }

    /**
     * Waits until these hosts are there, and learns what they are and what their clocks show.
     *
     * @param say gets what is waited for
     * @throws InputException with file, line and key of a host that was refused, or does not come
     * @throws RunFailedException when it was aborted, or a host does not answer
     */
    void await(Collection<String> hosts, Consumer<String> say) throws InterruptedException, RunFailedException {
        awaited.await(hosts, node::hosts, say);
        each(hosts, host -> {
            descriptions.put(host, ask(host, HostLines.DESCRIBE, HostLines.Description.class, PATIENCE));
            compareClocks(host);
        });
    }

    /**
     * Asks several hosts at the same time, and waits until all have been.
     *
     * @throws RunFailedException what the first of them that failed said
     */
    void each(Collection<String> hosts, AllAtOnce.Work<String> asking) throws RunFailedException, InterruptedException {
        AllAtOnce.each(hosts, MOST_AT_ONCE, asking);
    }

    /** Has hosts end and delete all of a run; nobody waits for one that is silent, which may hear it yet. */
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

    /** Asks a host; completes with its answer, or exceptionally with why there is none. */
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
     * @throws RunFailedException with a line that names the host, when there is none or it has another form
     * @throws InputException when the host says that a setting is at fault
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

    /** Waits for hosts that are to join. Thread-safe. */
    private static final class AwaitedHosts {
        private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
        /** So many are named where hosts are listed. */
        private static final int NAMED = 5;

        private final HostsFile file;
        /** Why hosts that have not joined since were refused. */
        private final Map<String, String> refused = new HashMap<>();
        /** Why no host is waited for any more; null while some are. */
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
         * Waits until all of them are there.
         *
         * @param present those that are
         * @param say gets what is waited for
         * @throws InputException with file, line and key of a host that was refused, or does not come
         * @throws RunFailedException when it was aborted
         */
        synchronized void await(Collection<String> hosts, Supplier<Set<String>> present, Consumer<String> say)
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
                    say.accept(waiting);
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

        /** Returns the first of them by name, and how many others there are. */
        private static String words(Collection<String> hosts) {
            return hosts.stream().limit(NAMED).collect(Collectors.joining(", "))
                    + (hosts.size() > NAMED ? " and " + (hosts.size() - NAMED) + " more" : "");
        }
    }
}
