package org.eejs.lab.hosts;

import static org.eejs.banking.settings.BankingSettings.PLACEMENT;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eejs.cluster.HostNode;
import org.eejs.lab.banking.RoleStarter;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.Placement;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.lab.processes.JvmCommand;
import org.eejs.lab.processes.KeyServerProcess;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RoleProcess;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.RunPlan;
import org.eejs.pki.SecretFile;
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
    private static final long SILENCE_SECONDS = 4;
    /** How the names of programs begin that a lab may start. */
    private static final String OWN = "org.eejs.";
    private static final int REACH_TRIES = 11;
    private static final int CONNECT_MILLIS = 3_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path home;
    private final Path folder;
    private final String address;
    private final Consumer<byte[]> tell;
    private final Map<String, Prepared> runs = new ConcurrentHashMap<>();
    private final Map<Integer, Role> processes = new ConcurrentHashMap<>();
    private final Map<Integer, KeyServerProcess> keyServers = new ConcurrentHashMap<>();
    private final Map<Integer, SampledRole> profiles = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile long heard = System.nanoTime();

    private record Prepared(RunPlan plan, Path folder, RoleStarter starter, List<Integer> processes) {}

    /**
     * An agent that has nothing to do yet.
     *
     * @param home where rooms are laid out
     * @param folder where runs have their files
     * @param address on which others reach this host
     * @param tell takes what processes report, to the lab
     */
    public HostAgent(Path home, Path folder, String address, Consumer<byte[]> tell) {
        this.home = home;
        this.folder = folder;
        this.address = address;
        this.tell = tell;
    }

    /**
     * Deletes what an agent left that was killed.
     *
     * @param folder where its runs had their files
     */
    public static void cleanUp(Path folder) throws IOException {
        delete(folder);
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
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        } else if (request instanceof HostRequest.Prepare prepare) {
            prepare(prepare);
        } else if (request instanceof HostRequest.Check check) {
            return prepared(check.run()).starter().check();
        } else if (request instanceof HostRequest.Reach reach) {
            return reach(reach.address());
        } else if (request instanceof HostRequest.Start start) {
            return start(start);
        } else if (request instanceof HostRequest.Tell command) {
            process(command.process()).tell(command.word());
        } else if (request instanceof HostRequest.Usage usage) {
            return process(usage.process()).usage();
        } else if (request instanceof HostRequest.SpreadCompiler spread) {
            process(spread.process()).spreadCompiler(spread.everywhere());
        } else if (request instanceof HostRequest.Flags flags) {
            return process(flags.process()).finalFlags().join();
        } else if (request instanceof HostRequest.CompilerQueue queue) {
            OptionalInt waiting = process(queue.process()).waitingCompilations().join();
            return waiting.isPresent() ? waiting.getAsInt() : null;
        } else if (request instanceof HostRequest.BeginProfile begin) {
            Role sampled = process(begin.process());
            profiles.computeIfAbsent(begin.process(), number -> new SampledRole(sampled,
                    folder.resolve("profile-" + number), home, begin)).begin();
        } else if (request instanceof HostRequest.EndProfile end) {
            profiles.get(end.process()).end();
        } else if (request instanceof HostRequest.ReadProfile read) {
            return profiles.get(read.process()).read(read.pagesPerSecond());
        } else if (request instanceof HostRequest.Log log) {
            return process(log.process()).describeLog();
        } else if (request instanceof HostRequest.Stop stop) {
            process(stop.process()).close();
        } else if (request instanceof HostRequest.Lay lay) {
            Path place = place(lay.run());
            lay(place, lay.files());
            runs.put(lay.run(), new Prepared(null, place, null, new ArrayList<>()));
        } else if (request instanceof HostRequest.StartKeyServer start) {
            return startKeyServer(start);
        } else if (request instanceof HostRequest.KeyServerCpu cpu) {
            return cpuSeconds(cpu.process());
        } else if (request instanceof HostRequest.StartClient start) {
            return startClient(start);
        } else if (request instanceof HostRequest.Release release) {
            release(release.run());
        }
        return null;
    }

    private Role process(int number) throws RunFailedException {
        Role process = processes.get(number);
        if (process == null) {
            throw new RunFailedException("there is no process " + number + " any more");
        }
        return process;
    }

    private void prepare(HostRequest.Prepare request) throws IOException {
        RunSettings settings = request.settings();
        if (Placement.AUTO.equals(settings.written().getOrDefault(PLACEMENT.key(), Placement.AUTO))) {
            // Whom a role shares a machine with is said by the file of hosts; each may use all of it.
            settings = RunSettings.only(PLACEMENT, Placement.NONE).or(settings);
        }
        RunPlan plan = RunPlan.of(settings, request.configuration());
        Path place = place(request.run());
        PkiDirectory pki = new PkiDirectory(place.resolve("pki"));
        lay(pki.folder(), request.certificates());
        RunDirectory files;
        try {
            files = RunDirectory.create(place.resolve("files"), "run");
        } catch (InputException e) {
            throw noRoom(place, e);
        }
        runs.put(request.run(), new Prepared(plan, place, new RoleStarter(plan,
                new Places(home, pki.folder(), files, null), pki, address), new ArrayList<>()));
    }

    /** The folder of a run, which is deleted in the end: a name of its own below this host's, whatever is asked. */
    private Path place(String run) {
        return folder.resolve(UUID.fromString(run).toString());
    }

    /** Makes a folder with files that only this user can read. */
    private void lay(Path place, Map<String, byte[]> files) throws IOException {
        try {
            Files.createDirectories(place, PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rwx------")));
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                SecretFile.write(place.resolve(Path.of(file.getKey()).getFileName()), file.getValue());
            }
        } catch (IOException e) {
            throw noRoom(place, e);
        }
    }

    private IOException noRoom(Path place, Exception why) throws IOException {
        delete(place);
        return new IOException("nothing can be written to " + folder + " (" + why.getMessage() + "); make room there",
                why);
    }

    private Prepared prepared(String run) throws RunFailedException {
        Prepared prepared = runs.get(run);
        if (prepared == null) {
            throw new RunFailedException("the run " + run + " was not prepared here");
        }
        return prepared;
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
        Prepared run = prepared(request.run());
        int number = numbers.incrementAndGet();
        synchronized (run) {
            RoleProcess process = run.starter().start(request.role(), request.share(), request.address(),
                    event -> report(number, event));
            processes.put(number, process);
            run.processes().add(number);
            return new HostRequest.StartedRole(number, process.command(), process.processors(),
                    run.plan().jdk(request.role()).info());
        }
    }

    private HostRequest.StartedServer startKeyServer(HostRequest.StartKeyServer request)
            throws IOException, RunFailedException {
        Prepared run = prepared(request.run());
        int number = numbers.incrementAndGet();
        KeyServerProcess server = KeyServerProcess.start(home, run.folder().resolve(
                Path.of(request.file()).getFileName()), "",
                run.folder().resolve("keyserver.log"));
        synchronized (run) {
            keyServers.put(number, server);
            run.processes().add(number);
        }
        return new HostRequest.StartedServer(number, server.address());
    }

    private double cpuSeconds(int number) throws IOException, RunFailedException {
        KeyServerProcess server = keyServers.get(number);
        if (server == null || server.problem() != null) {
            throw new RunFailedException(server == null ? "there is no key server any more" : server.problem());
        }
        return ProcessUsage.of(server.pid()).cpuSeconds();
    }

    private HostRequest.StartedRole startClient(HostRequest.StartClient request) throws RunFailedException {
        if (!request.main().startsWith(OWN)) {
            throw new RunFailedException(request.main() + " is no program of EEJS");
        }
        Prepared run = prepared(request.run());
        int number = numbers.incrementAndGet();
        Jdk jdk = Jdk.running();
        List<String> command = new JvmCommand(jdk).inOwnSession().options(JvmCommand.LOGGING)
                .options(List.of("-Xmx256m", "-Deejs.home=" + home))
                .classPath(List.of(System.getProperty("java.class.path")))
                .words(request.main(), List.of(run.folder().toString(), request.request()));
        synchronized (run) {
            RoleProcess process = RoleProcess.start("client", command, Map.of(),
                    run.folder().resolve("client-" + number + ".log"), event -> report(number, event));
            processes.put(number, process);
            run.processes().add(number);
            return new HostRequest.StartedRole(number, process.command(), process.processors(), jdk.info());
        }
    }

    private void report(int number, Role.Event event) {
        JsonNode data = event.name().equals(Role.ENDED) ? TextNode.valueOf(event.from().describeEnd()) : event.data();
        tell.accept(bytes(new HostRequest.RoleEvent(number, event.name(), data)));
    }

    private void release(String run) throws IOException {
        Prepared prepared = runs.remove(run);
        if (prepared != null) {
            synchronized (prepared) {
                prepared.processes().parallelStream().forEach(this::end);
                for (int number : prepared.processes()) {
                    if (profiles.remove(number) != null) {
                        delete(folder.resolve("profile-" + number));
                    }
                }
            }
            delete(prepared.folder());
        }
    }

    private void end(int number) {
        Role role = processes.remove(number);
        if (role != null) {
            role.close();
        }
        KeyServerProcess server = keyServers.remove(number);
        if (server != null) {
            server.close();
        }
    }

    /** Deletes a folder with all that is in it, if there is one. */
    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Returns when the lab has not been heard for too long, or the node has ended. */
    public void watch(HostNode node) throws InterruptedException {
        while (!node.awaitEnd(1, TimeUnit.SECONDS)) {
            if (System.nanoTime() - heard > TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
                return;
            }
        }
    }

    /** Ends all processes, and deletes what was made for runs. */
    @Override
    public void close() {
        for (String run : runs.keySet()) {
            try {
                release(run);
            } catch (IOException e) {
                // The folder is tried again when another run is prepared there, or is not in anybody's way.
            }
        }
    }
}
