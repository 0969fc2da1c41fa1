package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProfile;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.Result;

/** A process on a host, as the lab sees it. Thread-safe. */
final class HostedRole implements Role {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration END_PATIENCE = Duration.ofSeconds(4);
    private static final Duration LONG_ANSWER = Duration.ofSeconds(30);
    /** A JVM has about 1,000 flags. */
    private static final int MOST_TEXTS = 5_000;

    private final Fleet fleet;
    private final String host;
    private final String role;
    private final HostRequest.StartedRole started;
    private final Consumer<Event> events;
    private final ReportLimits limits;
    /** What it had used when seconds of the load ended, as its host says. */
    private final ConcurrentNavigableMap<Integer, CompletableFuture<ProcessUsage>> used = new ConcurrentSkipListMap<>();
    private volatile String end;

    /**
     * A process that was started.
     *
     * @param loadSeconds more than any second of its load; 0 where it reports none
     */
    HostedRole(Fleet fleet, String host, String role, HostRequest.StartedRole started, long loadSeconds,
            Consumer<Event> events) {
        this.fleet = fleet;
        this.host = host;
        this.role = role;
        this.started = started;
        this.limits = new ReportLimits(loadSeconds);
        this.events = events;
    }

    @Override
    public String host() {
        return host;
    }

    Result.JdkInfo jdk() {
        return started.jdk();
    }

    int process() {
        return started.process();
    }

    /**
     * Takes what the host says that the process reported.
     *
     * @param size of the event in bytes
     * @return which limit it exceeds, in words that follow the host's name; null when it was taken
     */
    String reported(HostRequest.RoleEvent event, int size) {
        String exceeded = limits.exceeded(event, size);
        if (exceeded == null) {
            take(event);
        }
        return exceeded;
    }

    private void take(HostRequest.RoleEvent event) {
        if (event.used() != null) {
            usedBy(event.data().path(HostRequest.SECOND).asInt()).complete(event.used());
        }
        if (event.name().equals(HostRequest.USED)) {
            return;
        }
        if (event.name().equals(ENDED)) {
            end = HostRequest.Answer.cut(event.data().asText()).replaceFirst("^the " + role + "( \\S+/\\d+)? ",
                    "the " + role() + " ");
        }
        events.accept(new Event(this, event.name(), event.data()));
    }

    /** Nothing more is known of the process, since its host is lost. */
    void lost(String why) {
        end = "the " + role() + " is lost: the host " + host + " " + why + "; see what it says there";
        used.values().forEach(each -> each.completeExceptionally(new RunFailedException(end)));
        events.accept(new Event(this, ENDED, null));
    }

    @Override
    public String role() {
        return role + " on " + host;
    }

    @Override
    public List<String> command() {
        return started.command();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public int processors() {
        return started.processors();
    }

    @Override
    public void tell(String word) {
        fleet.send(host, new HostRequest.Tell(started.process(), word), PATIENCE);
    }

    @Override
    public long clockOffsetMicros() {
        return fleet.clock(host).offsetMicros();
    }

    @Override
    public CompletableFuture<ProcessUsage> readUsage() {
        return fleet.send(host, new HostRequest.Usage(started.process()), ProcessUsage.class, PATIENCE);
    }

    @Override
    public CompletableFuture<ProcessUsage> usageAfter(int second) {
        used.headMap(second).clear();
        return usedBy(second);
    }

    private CompletableFuture<ProcessUsage> usedBy(int second) {
        return used.computeIfAbsent(second, unused -> new CompletableFuture<>());
    }

    @Override
    public void reportUsage(long micros) {
        fleet.send(host, new HostRequest.ReportUsage(started.process(), micros), PATIENCE);
    }

    @Override
    public void pauseReports() {
        fleet.send(host, new HostRequest.PauseReports(started.process()), PATIENCE);
    }

    @Override
    public void spreadCompiler(boolean everywhere) {
        fleet.send(host, new HostRequest.SpreadCompiler(started.process(), everywhere), PATIENCE);
    }

    @Override
    public CompletableFuture<List<String>> finalFlags() {
        return fleet.send(host, new HostRequest.Flags(started.process()), LONG_ANSWER)
                .thenApply(HostedRole::texts)
                .exceptionally(e -> List.of());
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(HostRequest.Answer.cut(each.asText())));
        return texts.stream().limit(MOST_TEXTS).toList();
    }

    @Override
    public CompletableFuture<OptionalInt> waitingCompilations() {
        return fleet.send(host, new HostRequest.CompilerQueue(started.process()), LONG_ANSWER)
                .thenApply(node -> node.isNumber() ? OptionalInt.of(node.asInt()) : OptionalInt.empty())
                .exceptionally(e -> OptionalInt.empty());
    }

    @Override
    public RoleProfile profile(RoleProfile.Request request) {
        return new HostedProfile(fleet, host, role, started.process(), request);
    }

    @Override
    public String describeLog() {
        if (!fleet.isHeard(host, PATIENCE)) {
            return "its log is on " + host;
        }
        try {
            return HostRequest.Answer.cut(fleet.ask(host, new HostRequest.Log(started.process()), String.class,
                    PATIENCE)) + " on " + host;
        } catch (RunFailedException e) {
            return "its log is on " + host;
        }
    }

    @Override
    public String describeEnd() {
        return end == null ? "the " + role() + " ended in mid-run" : end;
    }

    @Override
    public void close() {
        if (fleet.has(host)) {
            try {
                fleet.ask(host, new HostRequest.Stop(started.process()), JsonNode.class, END_PATIENCE);
            } catch (RunFailedException e) {
                // A host that has lost its lab ends its processes itself.
            }
        }
    }
}
