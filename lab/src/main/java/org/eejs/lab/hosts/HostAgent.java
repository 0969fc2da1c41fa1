package org.eejs.lab.hosts;

import static org.eejs.banking.settings.BankingSettings.PLACEMENT;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.eejs.cluster.HostNode;
import org.eejs.driver.protocol.Tick;
import org.eejs.lab.banking.RoleStarter;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.MachineTime;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.AllAtOnce;
import org.eejs.lab.processes.JvmCommand;
import org.eejs.lab.processes.KeyServerProcess;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.RunPlan;
import org.eejs.result.InputException;
import org.eejs.result.RunDirectory;
import org.eejs.result.settings.RunSettings;
import org.eejs.role.PkiDirectory;

/**
 * Does on a host what the lab asks for: starts roles, tells what they report and use, ends them, and cleans up. A host
 * that has not heard of its lab for some seconds ends everything, so that nothing goes on without anybody who sees it.
 * Thread-safe.
 */
public final class HostAgent implements HostNode.Service, AutoCloseable {
    /** So long a lab may be silent, which says something each second. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long WATCH_MILLIS = 200;
    /** Processes of a run that the lab ends have so long to end in order: less than the lab waits. */
    private static final long RELEASE_SECONDS = 3;
    /** Those whose lab is gone end at once: nobody wants what they would still say, and five seconds are promised. */
    private static final long LOST_SECONDS = 0;
    /** How the names of programs begin that a lab may start. */
    private static final String OWN = "org.eejs.";
    private static final int REACH_TRIES = 11;
    private static final int CONNECT_MILLIS = 3_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path home;
    private final Path folder;
    private final String address;
    private final Consumer<byte[]> tell;
    private final LongSupplier clock;
    private final Map<String, HostedRun> runs = new ConcurrentHashMap<>();
    private final UsageReports reports = new UsageReports();
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile long heard = System.nanoTime();
    private volatile boolean closed;

    /**
     * An agent that has nothing to do yet.
     *
     * @param home where rooms are laid out
     * @param folder where runs have their files
     * @param address on which others reach this host
     * @param tell takes what processes report, to the lab
     */
    public HostAgent(Path home, Path folder, String address, Consumer<byte[]> tell) {
        this(home, folder, address, tell, Fleet::micros);
    }

    /** The same with another clock, which shows microseconds since 1970. */
    HostAgent(Path home, Path folder, String address, Consumer<byte[]> tell, LongSupplier clock) {
        this.home = home;
        this.folder = folder;
        this.address = address;
        this.tell = tell;
        this.clock = clock;
    }

    @Override
    public byte[] answer(byte[] request) {
        heard = System.nanoTime();
        HostRequest.Answer answer;
        try {
            answer = new HostRequest.Answer(JSON.valueToTree(answer(JSON.readValue(request, HostRequest.class))), null,
                    null, false);
        } catch (InputException e) {
            answer = new HostRequest.Answer(null, e.getMessage(), e.key(), true);
        } catch (RunFailedException | IOException | RuntimeException e) {
            answer = new HostRequest.Answer(null, e.getMessage() == null ? e.toString() : e.getMessage(), null, false);
        }
        return bytes(answer);
    }

    private static byte[] bytes(Object value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("all messages can be written", e);
        }
    }

    private Object answer(HostRequest request) throws IOException, RunFailedException {
        if (request instanceof HostRequest.Describe) {
            return new HostDescription(address, Machine.kernel(), Machine.cpu(), Machine.memory(),
                    Jdk.running().info());
        } else if (request instanceof HostRequest.Clock) {
            return clock.getAsLong();
        } else if (request instanceof HostRequest.Processors) {
            return MachineTime.now();
        } else if (request instanceof HostRequest.Prepare prepare) {
            prepare(prepare);
        } else if (request instanceof HostRequest.Check check) {
            return run(check.run()).starter().check();
        } else if (request instanceof HostRequest.Reach reach) {
            return reach(reach.address());
        } else if (request instanceof HostRequest.Start start) {
            return start(start);
        } else if (request instanceof HostRequest.Attach attach) {
            return attach(attach);
        } else if (request instanceof HostRequest.Tell command) {
            process(command.process()).tell(command.word());
        } else if (request instanceof HostRequest.Usage usage) {
            return process(usage.process()).readUsage().join();
        } else if (request instanceof HostRequest.ReportUsage report) {
            process(report.process());
            reports.begin(report.process(), TimeUnit.MICROSECONDS.toNanos(report.micros() - clock.getAsLong()),
                    second -> used(report.process(), second));
        } else if (request instanceof HostRequest.PauseReports pause) {
            reports.pause(pause.process());
        } else if (request instanceof HostRequest.SpreadCompiler spread) {
            process(spread.process()).spreadCompiler(spread.everywhere());
        } else if (request instanceof HostRequest.Flags flags) {
            return process(flags.process()).finalFlags().join();
        } else if (request instanceof HostRequest.CompilerQueue queue) {
            OptionalInt waiting = process(queue.process()).waitingCompilations().join();
            return waiting.isPresent() ? waiting.getAsInt() : null;
        } else if (request instanceof HostRequest.BeginProfile begin) {
            beginProfile(begin);
        } else if (request instanceof HostRequest.EndProfile end) {
            profile(end.process()).end();
        } else if (request instanceof HostRequest.ReadProfile read) {
            return profile(read.process()).read(read.pagesPerSecond());
        } else if (request instanceof HostRequest.Log log) {
            return process(log.process()).describeLog();
        } else if (request instanceof HostRequest.Stop stop) {
            process(stop.process()).close(RELEASE_SECONDS);
        } else if (request instanceof HostRequest.Lay lay) {
            lay(lay);
        } else if (request instanceof HostRequest.StartKeyServer start) {
            return startKeyServer(start);
        } else if (request instanceof HostRequest.KeyServerCpu cpu) {
            return cpuSeconds(cpu.process());
        } else if (request instanceof HostRequest.StartClient start) {
            return startClient(start);
        } else if (request instanceof HostRequest.Release release) {
            release(release.run(), RELEASE_SECONDS);
        }
        return null;
    }

    private <T> T found(Function<HostedRun, T> where, String what) throws RunFailedException {
        return runs.values().stream().map(where).filter(Objects::nonNull).findFirst()
                .orElseThrow(() -> new RunFailedException("there is no " + what + " any more"));
    }

    private Role process(int number) throws RunFailedException {
        return found(run -> run.process(number), "process " + number);
    }

    private SampledRole profile(int number) throws RunFailedException {
        return found(run -> run.profiles().get(number), "profile of process " + number);
    }

    private void beginProfile(HostRequest.BeginProfile begin) throws IOException, RunFailedException {
        int number = begin.process();
        Role sampled = process(number);
        HostedRun run = found(each -> each.process(number) == null ? null : each, "process " + number);
        run.profiles().computeIfAbsent(number, unused -> new SampledRole(sampled,
                run.folder().resolve("profile-" + number), home, begin)).begin();
    }

    private void prepare(HostRequest.Prepare request) throws IOException, RunFailedException {
        RunSettings settings = request.settings();
        if (Placement.AUTO.equals(settings.written().getOrDefault(PLACEMENT.key(), Placement.AUTO))) {
            // Whom a role shares a machine with is said by the file of hosts; each may use all of it.
            settings = RunSettings.only(PLACEMENT, Placement.NONE).or(settings);
        }
        RunPlan plan = RunPlan.of(settings, request.configuration());
        Path place = HostFolder.ofRun(folder, request.run());
        if (runs.containsKey(request.run())) {
            throw new RunFailedException("the run " + request.run() + " was prepared here before");
        }
        PkiDirectory pki = new PkiDirectory(place.resolve("pki"));
        HostFolder.lay(place, pki.folder(), request.certificates());
        RunDirectory files;
        try {
            files = RunDirectory.create(place.resolve("files"), "run");
        } catch (InputException e) {
            throw HostFolder.noRoom(place, e);
        }
        add(request.run(), new HostedRun(place, plan, new RoleStarter(plan,
                new Places(home, pki.folder(), files, null), pki, address)));
    }

    /** More files may come to a run whose processes run already. */
    private void lay(HostRequest.Lay request) throws IOException, RunFailedException {
        Path place = HostFolder.ofRun(folder, request.run());
        HostFolder.lay(place, place, request.files());
        add(request.run(), new HostedRun(place, null, null));
    }

    private void add(String name, HostedRun run) throws IOException, RunFailedException {
        runs.putIfAbsent(name, run);
        if (closed) {
            release(name, 0);
            throw new RunFailedException("this host is ending what it does");
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

    private HostRequest.StartedRole start(HostRequest.Start request) throws IOException, RunFailedException {
        HostedRun run = run(request.run());
        int number = numbers.incrementAndGet();
        Role process = run.start(number, () -> run.starter().start(request.role(), request.share(),
                request.address(), event -> report(number, event)));
        return new HostRequest.StartedRole(number, process.command(), process.processors(),
                run.plan().jdk(request.role()).info());
    }

    private HostRequest.StartedRole attach(HostRequest.Attach request) throws IOException, RunFailedException {
        HostedRun run = run(request.run());
        int number = numbers.incrementAndGet();
        Role process = run.start(number, () -> run.starter().attach(request.service(), event -> report(number, event)));
        return new HostRequest.StartedRole(number, process.command(), process.processors(), null);
    }

    private HostRequest.StartedServer startKeyServer(HostRequest.StartKeyServer request)
            throws IOException, RunFailedException {
        HostedRun run = run(request.run());
        int number = numbers.incrementAndGet();
        KeyServerProcess server = run.startKeyServer(number, () -> KeyServerProcess.start(home,
                run.folder().resolve(Path.of(request.file()).getFileName()), "",
                run.folder().resolve("keyserver.log")));
        return new HostRequest.StartedServer(number, server.address());
    }

    private double cpuSeconds(int number) throws IOException, RunFailedException {
        KeyServerProcess server = found(run -> run.keyServer(number), "key server");
        if (server.problem() != null) {
            throw new RunFailedException(server.problem());
        }
        return ProcessUsage.of(server.pid()).cpuSeconds();
    }

    private HostRequest.StartedRole startClient(HostRequest.StartClient request)
            throws IOException, RunFailedException {
        if (!request.main().startsWith(OWN)) {
            throw new RunFailedException(request.main() + " is no program of EEJS");
        }
        HostedRun run = run(request.run());
        int number = numbers.incrementAndGet();
        Jdk jdk = Jdk.running();
        List<String> command = new JvmCommand(jdk).inOwnSession().options(JvmCommand.LOGGING)
                .options(List.of("-Xmx256m", "-Deejs.home=" + home))
                .classPath(List.of(System.getProperty("java.class.path")))
                .words(request.main(), List.of(run.folder().toString(), request.request()));
        Role process = run.start(number, () -> RoleProcess.start("client", command, Map.of(),
                run.folder().resolve("client-" + number + ".log"), event -> report(number, event)));
        return new HostRequest.StartedRole(number, process.command(), process.processors(), jdk.info());
    }

    /** Whatever says what was in a second of the load says, too, what the process had used then. */
    private void report(int number, Role.Event event) {
        boolean isTick = event.name().equals(Tick.EVENT);
        JsonNode data = event.name().equals(Role.ENDED) ? TextNode.valueOf(event.from().describeEnd()) : event.data();
        tell.accept(bytes(new HostRequest.RoleEvent(number, event.name(), data,
                isTick ? event.from().readUsage().join() : null)));
    }

    private void used(int number, int second) {
        try {
            tell.accept(bytes(new HostRequest.RoleEvent(number, HostRequest.USED,
                    JSON.createObjectNode().put(HostRequest.SECOND, second), process(number).readUsage().join())));
        } catch (RunFailedException e) {
            reports.end(number);
        }
    }

    private void release(String name, long seconds) throws IOException {
        HostedRun run = runs.remove(name);
        if (run != null) {
            run.release(seconds).forEach(reports::end);
            HostFolder.delete(run.folder());
        }
    }

    /** Returns when the lab has not been heard for too long, or the node has ended. */
    public void watch(HostNode node) throws InterruptedException {
        while (!node.awaitEnd(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() - heard > SILENCE_NANOS) {
                return;
            }
        }
    }

    /** Ends all processes, and deletes what was made for runs. */
    @Override
    public void close() {
        closed = true;
        AllAtOnce.carryOut(List.copyOf(runs.keySet()).stream().<Runnable>map(run -> () -> {
            try {
                release(run, LOST_SECONDS);
            } catch (IOException e) {
                // What is left is deleted when the host starts again.
            }
        }).toList());
        reports.close();
    }
}
