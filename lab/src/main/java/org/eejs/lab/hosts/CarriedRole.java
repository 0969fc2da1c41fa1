package org.eejs.lab.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.Companion;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.InputException;

/** A process on a host. The lab exchanges lines with it and its companion through the host. Thread-safe. */
final class CarriedRole implements Role {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration END_PATIENCE = Duration.ofSeconds(4);
    private static final Duration LONG_ANSWER = Duration.ofSeconds(60);

    private final Fleet fleet;
    private final String host;
    private final HostLines.Program program;
    private final int process;
    private final Consumer<Event> events;
    private final ReportLimits limits;
    /** The resources that it had used when seconds of the load ended, as its host reports. */
    private final ConcurrentNavigableMap<Integer, CompletableFuture<ProcessUsage>> used = new ConcurrentSkipListMap<>();
    /** The start reported by the host; null before it. */
    private volatile HostLines.Started started;
    private volatile String end;

    /**
     * Creates a process that is not started yet.
     *
     * @param loadSeconds an upper bound for the seconds of its load; 0 where it reports none
     * @param events gets its reports
     */
    CarriedRole(Fleet fleet, String host, HostLines.Program program, long loadSeconds, Consumer<Event> events) {
        this.fleet = fleet;
        this.host = host;
        this.program = program;
        this.process = fleet.number();
        this.limits = new ReportLimits(loadSeconds);
        this.events = events;
    }

    /**
     * Starts it, as part of a run that the host has prepared; see {@link HostLines.Start}.
     *
     * @throws RunFailedException with one line that names the host, when it does not start in time
     */
    CarriedRole start(String run, String address, String argument, Duration patience) throws RunFailedException {
        // The process may report before the answer that it has started.
        fleet.add(this);
        try {
            started = fleet.ask(host, HostLines.START + " " + HostLines.json(new HostLines.Start(run, process, program,
                    address, argument)), HostLines.Started.class, patience);
            return this;
        } catch (RunFailedException | InputException e) {
            fleet.forget(List.of(this));
            throw e;
        }
    }

    @Override
    public String host() {
        return host;
    }

    HostLines.Started started() {
        return started;
    }

    int process() {
        return process;
    }

    /**
     * Takes a report of the process from the host.
     *
     * @param size the size of the event in bytes
     * @return the limit that it exceeds, in words that follow the host's name; null when it was accepted
     */
    String reported(HostLines.RoleEvent event, int size) {
        String exceeded = limits.exceeded(event, size);
        if (exceeded == null) {
            take(event);
        }
        return exceeded;
    }

    private void take(HostLines.RoleEvent event) {
        if (event.used() != null) {
            usedBy(event.data().path(Companion.SECOND).asInt()).complete(event.used());
        }
        if (event.name().equals(Companion.USED)) {
            return;
        }
        if (event.name().equals(ENDED)) {
            end = HostLines.Answer.cut(event.data().asText()).replaceFirst("^the " + program.words() + "( \\S+/\\d+)? ",
                    "the " + role() + " ");
        }
        events.accept(new Event(this, event.name(), event.data()));
    }

    /** Notes that the process is lost with its host. */
    void lost(String why) {
        end = "the " + role() + " is lost: the host " + host + " " + why + "; see its output there";
        used.values().forEach(each -> each.completeExceptionally(new RunFailedException(end)));
        events.accept(new Event(this, ENDED, null));
    }

    @Override
    public String role() {
        return program.words() + " on " + host;
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
        fleet.send(host, HostLines.TELL + " " + process + " " + word, JsonNode.class, PATIENCE);
    }

    @Override
    public long clockOffsetMicros() {
        return fleet.clock(host).offsetMicros();
    }

    @Override
    public <T> CompletableFuture<T> ask(String line, Class<T> form) {
        return fleet.send(host, HostLines.ASK + " " + process + " " + line, form,
                form == ProcessUsage.class || form == String.class ? PATIENCE : LONG_ANSWER);
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
    public String describeLog() {
        if (!fleet.isHeard(host, PATIENCE)) {
            return "its log is on " + host;
        }
        try {
            return HostLines.Answer.cut(ask(Companion.LOG, String.class).join()) + " on " + host;
        } catch (CompletionException e) {
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
                fleet.ask(host, HostLines.STOP + " " + process, JsonNode.class, END_PATIENCE);
            } catch (RunFailedException e) {
                // A host that has lost its lab ends its processes by itself.
            }
        }
    }
}
