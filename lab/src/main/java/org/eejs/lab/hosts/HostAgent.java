package org.eejs.lab.hosts;

import static org.eejs.banking.settings.BankingSettings.PLACEMENT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.eejs.banking.RoleName;
import org.eejs.banking.service.Connections;
import org.eejs.banking.service.ServiceScript;
import org.eejs.cluster.HostNode;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.banking.RoleStarter;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.processes.AllAtOnce;
import org.eejs.lab.processes.Companion;
import org.eejs.lab.processes.JvmCommand;
import org.eejs.lab.processes.KeyServerProcess;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleNetwork;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InputException;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;
import org.eejs.role.PkiDirectory;

/**
 * The agent on a host, which carries out the lab's requests: starts roles, forwards their reports and use of resources,
 * ends them, and cleans up. If its lab is silent for some seconds, it ends everything, so that no process remains
 * unattended. Thread-safe.
 */
public final class HostAgent implements HostNode.Service, AutoCloseable {
    /** The silence after which a lab is lost; it sends something each second. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long WATCH_MILLIS = 200;
    /** The time that processes have to end in order when the lab ends their run: less than the lab waits. */
    private static final long RELEASE_SECONDS = 3;
    /** The same when the lab is lost: no reports are read any more, and the end is guaranteed within five seconds. */
    private static final long LOST_SECONDS = 0;
    private static final int REACH_TRIES = 11;
    private static final int CONNECT_MILLIS = 3_000;
    /** The script of a service, which only the driver knows. */
    private static final ServiceScript UNKNOWN = new ServiceScript(List.of(), new Connections(1, true,
            Connections.Http.HTTP_1_1, List.of(), List.of(), List.of(), null, null, null), List.of(), null, List.of(),
            Set.of());
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path home;
    private final Path folder;
    private final String address;
    private final String client;
    private final Consumer<byte[]> tell;
    private final LongSupplier clock;
    private final Map<String, HostedRun> runs = new ConcurrentHashMap<>();
    private volatile long heard = System.nanoTime();
    private volatile boolean closed;

    /**
     * Creates an agent without runs.
     *
     * @param home the folder with all rooms
     * @param folder the folder for the files of runs
     * @param address the address at which others reach this host
     * @param client the main class of clients of key servers, on this program's class path
     * @param tell sends the reports of processes to the lab
     */
    public HostAgent(Path home, Path folder, String address, String client, Consumer<byte[]> tell) {
        this(home, folder, address, client, tell, Fleet::micros);
    }

    /** Creates an agent with another clock, which shows microseconds since 1970. */
    HostAgent(Path home, Path folder, String address, String client, Consumer<byte[]> tell, LongSupplier clock) {
        this.home = home;
        this.folder = folder;
        this.address = address;
        this.client = client;
        this.tell = tell;
        this.clock = clock;
    }

    @Override
    public byte[] answer(byte[] request) {
        heard = System.nanoTime();
        HostLines.Answer answer;
        try {
            answer = new HostLines.Answer(JSON.valueToTree(answer(new String(request, StandardCharsets.UTF_8))), null,
                    null, false);
        } catch (InputException e) {
            answer = new HostLines.Answer(null, e.getMessage(), e.key(), true);
        } catch (RunFailedException | IOException | RuntimeException e) {
            answer = new HostLines.Answer(null, e.getMessage() == null ? e.toString() : e.getMessage(), null, false);
        }
        return bytes(answer);
    }

    private static byte[] bytes(Object value) {
        return HostLines.json(value).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the answer; null where the line needs none. */
    private Object answer(String line) throws IOException, RunFailedException {
        String[] words = line.split(" ", 2);
        String rest = words[words.length - 1];
        switch (words[0]) {
            case HostLines.DESCRIBE:
                return new HostLines.Description(address, Machine.kernel(), Machine.cpu(), Machine.memory(),
                        Jdk.running().info());
            case HostLines.CLOCK:
                return clock.getAsLong();
            case HostLines.PROCESSORS:
                return MachineTime.now();
            case HostLines.REACH:
                return reach(rest);
            case HostLines.PREPARE:
                prepare(JSON.readValue(rest, HostLines.Preparation.class));
                return null;
            case HostLines.CHECK:
                return new HostLines.Offers(run(rest).starter().check());
            case HostLines.START:
                return start(JSON.readValue(rest, HostLines.Start.class));
            case HostLines.TELL:
                tell(rest);
                return null;
            case HostLines.ASK:
                return ask(rest);
            case HostLines.STOP:
                process(rest).close(RELEASE_SECONDS);
                return null;
            case HostLines.RELEASE:
                release(rest, RELEASE_SECONDS);
                return null;
            default:
                throw new RunFailedException("it does not know '" + words[0] + "'; run the same version of EEJS there");
        }
    }

    private Role process(String number) throws RunFailedException {
        return runs.values().stream().map(run -> run.process(Integer.parseInt(number))).filter(Objects::nonNull)
                .findFirst().orElseThrow(() -> new RunFailedException("there is no process " + number + " any more"));
    }

    private Object ask(String processAndLine) throws RunFailedException {
        String[] words = processAndLine.split(" ", 2);
        try {
            return process(words[0]).ask(words[1], Object.class).join();
        } catch (CompletionException e) {
            throw new RunFailedException(String.valueOf(e.getCause().getMessage()), e);
        }
    }

    private void tell(String processAndLine) throws RunFailedException {
        String[] words = processAndLine.split(" ", 2);
        process(words[0]).tell(words[1]);
    }

    /** Prepares a run; key servers and clients that already run may get more files. */
    private void prepare(HostLines.Preparation request) throws IOException, RunFailedException {
        RunPlan plan = request.settings() == null ? null : plan(request.settings(), request.configuration());
        Path place = HostFolder.ofRun(folder, request.run());
        if (plan != null && runs.containsKey(request.run())) {
            throw new RunFailedException("the run " + request.run() + " was prepared here before");
        }
        HostFolder.lay(place, request.files());
        add(request.run(), new HostedRun(place, plan, plan == null ? null : starter(place, plan)));
    }

    private static RunPlan plan(RunSettings written, String configuration) {
        // Only the file of hosts assigns roles to machines, so each role may use its whole machine.
        RunSettings settings = Placement.AUTO.equals(written.written().getOrDefault(PLACEMENT.key(), Placement.AUTO))
                ? RunSettings.only(PLACEMENT, Placement.NONE).or(written) : written;
        return RunPlan.of(settings, configuration);
    }

    private RoleStarter starter(Path place, RunPlan plan) throws IOException {
        try {
            RunDirectory files = RunDirectory.create(place.resolve("files"), "run");
            return new RoleStarter(plan, new Places(home, place, files, null), new PkiDirectory(place),
                    RoleNetwork.on(address));
        } catch (InputException e) {
            throw HostFolder.noRoom(place, e);
        }
    }

    private void add(String name, HostedRun run) throws IOException, RunFailedException {
        runs.putIfAbsent(name, run);
        if (closed) {
            release(name, 0);
            throw new RunFailedException("this host is shutting down");
        }
    }

    private HostedRun run(String name) throws RunFailedException {
        HostedRun run = runs.get(name);
        if (run == null) {
            throw new RunFailedException("the run " + name + " was not prepared here");
        }
        return run;
    }

    private static long reach(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        InetSocketAddress target = new InetSocketAddress(address.substring(0, colon),
                Integer.parseInt(address.substring(colon + 1)));
        long[] nanos = new long[REACH_TRIES];
        for (int i = 0; i < REACH_TRIES; i++) {
            long begin = System.nanoTime();
            try (Socket socket = new Socket()) {
                socket.connect(target, CONNECT_MILLIS);
            }
            nanos[i] = System.nanoTime() - begin;
        }
        return IntStream.range(0, REACH_TRIES).mapToLong(i -> nanos[i]).sorted().skip(REACH_TRIES / 2).findFirst()
                .orElseThrow() / 1_000;
    }

    private HostLines.Started start(HostLines.Start request) throws IOException, RunFailedException {
        HostedRun run = run(request.run());
        Role process = run.start(request.process(), () -> started(run, request,
                event -> report(request.process(), event)));
        return new HostLines.Started(process.command(), process.processors(), switch (request.program()) {
            case BESIM, BANK, DRIVER -> run.plan().jdk(role(request)).info();
            default -> null;
        });
    }

    private static RoleName role(HostLines.Start request) {
        return RoleName.valueOf(request.program().name());
    }

    private Role started(HostedRun run, HostLines.Start request, Consumer<Role.Event> events)
            throws IOException, RunFailedException {
        return switch (request.program()) {
            case CLIENT -> client(run, request, events);
            case KEY_SERVER -> KeyServerProcess.start(home, run.folder().resolve(Path.of(request.argument())
                    .getFileName()), "", run.folder().resolve("keyserver-" + request.process() + ".log"), events);
            case SERVICE -> run.starter().attach(new ServiceDescription("service", URI.create(request.address()),
                    UNKNOWN, new ServiceDescription.Running(Long.parseLong(request.argument())), List.of(),
                    RunSettings.unsaid(), List.of()), events);
            default -> run.starter().start(role(request), request.argument(), request.address(), events);
        };
    }

    private Role client(HostedRun run, HostLines.Start request, Consumer<Role.Event> events)
            throws RunFailedException {
        List<String> command = new JvmCommand(Jdk.running()).inOwnSession().options(JvmCommand.LOGGING)
                .options(List.of("-Xmx256m", "-Deejs.home=" + home))
                .classPath(List.of(System.getProperty("java.class.path")))
                .words(client, List.of(run.folder().toString(), request.argument()));
        return RoleProcess.start(request.program().words(), command, Map.of(),
                run.folder().resolve("client-" + request.process() + ".log"), events);
    }

    /** Reports an event. One about a second of the load also carries what the process had used by then. */
    private void report(int number, Role.Event event) {
        boolean ended = event.name().equals(Tick.EVENT) || event.name().equals(Companion.USED);
        JsonNode data = event.name().equals(Role.ENDED) ? TextNode.valueOf(event.from().describeEnd()) : event.data();
        tell.accept(bytes(new HostLines.RoleEvent(number, event.name(), data,
                ended ? event.from().readUsage().join() : null)));
    }

    private void release(String name, long seconds) throws IOException {
        HostedRun run = runs.remove(name);
        if (run != null) {
            run.release(seconds);
            HostFolder.delete(run.folder());
        }
    }

    /** Returns when the lab has been silent for too long, or the node has ended. */
    public void watch(HostNode node) throws InterruptedException {
        while (!node.awaitEnd(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() - heard > SILENCE_NANOS) {
                return;
            }
        }
    }

    /** Ends all processes, and deletes the files of runs. */
    @Override
    public void close() {
        closed = true;
        AllAtOnce.carryOut(List.copyOf(runs.keySet()).stream().<Runnable>map(run -> () -> {
            try {
                release(run, LOST_SECONDS);
            } catch (IOException e) {
                // The remaining files are deleted when the host starts again.
            }
        }).toList());
    }
}
