package org.eejs.lab.serving;

import static org.eejs.banking.settings.BankingSettings.BANK_JVM_OPTIONS;
import static org.eejs.banking.settings.BankingSettings.PHASES;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eejs.banking.RoleName;
import org.eejs.banking.service.ServiceScript.Origin;
import org.eejs.lab.machine.JvmLog;
import org.eejs.lab.machine.Machine;
import org.eejs.lab.machine.ProcessFiles;
import org.eejs.lab.machine.ProcessorList;
import org.eejs.lab.processes.Companion;
import org.eejs.lab.processes.JvmSetup;
import org.eejs.lab.processes.Role;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.service.ServiceDescription;
import org.eejs.lab.service.ServiceDescription.Launch;
import org.eejs.lab.service.ServiceDescription.Running;
import org.eejs.lab.settings.RunPlan;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.CpuProfile.Event;
import org.eejs.role.ControlChannel;

/**
 * A user's service as a measured process: one that is started for a run, with all that it starts, or one that runs
 * already, with its descendants. Once it answers, its event is {@link ControlChannel#READY}, with its address. If it
 * never does, the event is {@link ControlChannel#FAILED}, with a message. Thread-safe.
 */
public final class ServiceProcess implements Role {
    /** Its name in messages, and that of its log. */
    private static final String NAME = "service";
    /** The time beyond the phases of a run. */
    private static final Duration SLACK = Duration.ofMinutes(1);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The share of all processes' CPU above which the other processes do not matter. */
    private static final double MOST = 0.95;

    private final RunPlan plan;
    private final URI url;
    private final ServiceTree tree;
    private final Path log;
    private final List<String> command;
    private final List<String> options;
    private final Consumer<Event> events;
    private final Companion companion;
    private final ServiceJvm jvm;
    private final boolean hasSecrets;

    private ServiceProcess(RunPlan plan, ServiceDescription service, Places places, Consumer<Event> events,
            Started started) {
        this.plan = plan;
        this.url = started.url();
        this.tree = started.tree();
        this.log = started.log();
        this.command = started.shown();
        this.options = started.options();
        this.events = events;
        this.hasSecrets = service.script().hasSecrets();
        this.jvm = new ServiceJvm(plan, service, this::jvmPid, places.home(), places.directory().path());
        this.companion = new Companion(this, places.home(), places.directory().path(), tree.isOurs() ? null
                : plan.get(PHASES).total().plus(SLACK), events);
    }

    /** The parts of a service before it answers; the log of a service that ran already is null. */
    private record Started(URI url, ServiceTree tree, Path log, List<String> shown, List<String> options) {}

    /**
     * Starts a service, or attaches to one that runs, and watches it from then on.
     *
     * @param service the service to measure
     * @param events receives its events
     * @throws RunFailedException with one line if it does not start
     * @throws IOException if the files of its configuration are not writable
     */
    public static ServiceProcess start(RunPlan plan, ServiceDescription service, Places places,
            Consumer<Event> events) throws IOException, RunFailedException {
        Started started;
        Duration patience = Duration.ZERO;
        Readiness readiness = null;
        if (service.process() instanceof Launch launch) {
            started = launched(launch, plan, service.url(), places);
            patience = launch.patience();
            try {
                Origin origin = service.script().origins().get(0);
                readiness = new Readiness(at(started.url(), launch.ready()), new Origin(origin.tls(), origin.host(),
                        port(started.url()), origin.addresses()), service.script().connections());
            } catch (RunFailedException | RuntimeException e) {
                started.tree().close();
                throw e;
            }
        } else if (service.process() instanceof Running running) {
            ServiceTree tree = ServiceTree.running(running.pid());
            started = new Started(service.url(), tree, null,
                    List.of(ShownCommand.of(new ProcessFiles(running.pid()).command())), List.of());
        } else {
            throw new IllegalArgumentException("the file of " + service.name() + " names no process");
        }
        return watched(new ServiceProcess(plan, service, places, events, started), readiness, patience);
    }

    private static ServiceProcess watched(ServiceProcess process, Readiness readiness, Duration patience) {
        Thread watching = new Thread(() -> process.watch(readiness, patience), NAME + "-events");
        watching.setDaemon(true);
        watching.start();
        return process;
    }

    private static Started launched(Launch launch, RunPlan plan, URI url, Places places)
            throws IOException, RunFailedException {
        Path folder = places.directory().path().resolve(NAME);
        PrivateFolder.make(folder);
        JvmSetup setup = JvmSetup.prepare(plan, places.home(), places.state(), folder);
        List<String> options = new ArrayList<>(setup.options());
        options.add("-javaagent:" + ServiceJvm.agent(places.home()) + "=" + String.join(File.pathSeparator,
                setup.classPath().stream().map(each -> Path.of(each).toAbsolutePath().toString()).toList()));
        options.addAll(plan.get(BANK_JVM_OPTIONS));
        ServiceCommand.checkBlanks(launch, options);
        URI there = url.getPort() == 0 ? at(url, freePort()) : url;
        int port = port(there);
        ServiceCommand command = ServiceCommand.of(launch, plan.bankJdk(), ServiceJvm.asksJdk(plan), options,
                setup.environment(), port);
        command.checkProgram(launch.directory());
        List<String> prefix = new ArrayList<>(ServiceTree.ownSession());
        prefix.addAll(plan.placement().prefix(RoleName.BANK));
        List<String> shown = Stream.concat(prefix.stream(), Stream.of(ShownCommand.of(command.words()))).toList();
        Path log = places.directory().log(NAME);
        PrivateFolder.make(log.getParent());
        ServiceTree.checkFree(port);
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(prefix.stream(), command.words().stream()).toList())
                .directory(launch.directory().toFile()).redirectErrorStream(true).redirectOutput(PrivateFile.log(log));
        builder.environment().putAll(command.environment());
        try {
            return new Started(there, ServiceTree.started(builder, ServiceCommand.stop(launch, port)), log, shown,
                    options);
        } catch (IOException e) {
            throw new RunFailedException("cannot start the service: " + e.getMessage(), e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static URI at(URI url, int port) {
        return URI.create(url.getScheme() + "://" + url.getHost() + ":" + port + (url.getRawPath() == null ? ""
                : url.getRawPath()));
    }

    private static URI at(URI url, String path) {
        return URI.create(url.getScheme() + "://" + url.getRawAuthority() + path);
    }

    private static int port(URI url) {
        return url.getPort() > 0 ? url.getPort() : url.getScheme().equals("http") ? 80 : 443;
    }

    private void watch(Readiness readiness, Duration patience) {
        try {
            String missing = tree.awaitReady(readiness, url.getHost(), port(), patience);
            if (missing == null) {
                events.accept(new Event(this, ControlChannel.READY, JSON.createObjectNode()
                        .put("address", url.getHost() + ":" + port())));
                tree.onEnd(() -> events.accept(new Event(this, ENDED, JSON.missingNode())));
                return;
            }
            fail(missing + "; " + describeLog());
        } catch (RunFailedException e) {
            fail(e.getMessage());
        } catch (RuntimeException e) {
            // The run waits for an event of this thread, so also a fault of the program is one.
            fail(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void fail(String message) {
        events.accept(new Event(this, ControlChannel.FAILED, JSON.createObjectNode().put("message", message)));
    }

    /** Returns its port. */
    public int port() {
        return port(url);
    }

    /**
     * Returns the process of the JVM: the one that listens, or else the JVM that has used most CPU; without any JVM,
     * the process that listens.
     */
    private long jvmPid() {
        return ProcessFiles.jvmAmong(tree.main().pid(), tree::all);
    }

    /** Starts counting at the begin of the load: the JVM counts handshakes, and the providers of algorithms. */
    public void beginLoad() {
        jvm.beginLoad(tree.isOurs());
    }

    /** Ends counting when the load has ended, while the process still runs. */
    public void endLoad() {
        jvm.endLoad();
    }

    /** Returns the handshakes with users that its JVM counted during the load; empty if it does not count them. */
    public OptionalLong handshakes() {
        return jvm.handshakes();
    }

    /** Returns the report of its JVM; empty if it gives none. */
    public Optional<JvmReport> report() {
        return jvm.ask();
    }

    /** Returns lines about the configuration that its JVM reports. */
    public List<String> proofs() {
        return jvm.proofs();
    }

    /** Returns its differences from the configuration, in lines. */
    public List<String> contradictions() {
        return jvm.contradictions(options, log);
    }

    /** Returns the facts that are unknown, with reasons, in lines. */
    public List<String> notes() {
        return Stream.of(tree.notes(), jvm.notes(), unseen()).flatMap(List::stream).distinct().toList();
    }

    /** Returns a line if processes whose stacks are not sampled used more than a little CPU. */
    private List<String> unseen() {
        long pid = jvmPid();
        double share = companion.shareOf(pid);
        return share > MOST ? List.of() : List.of(String.format(Locale.ROOT, "CPU was profiled in %s only, "
                + "which used %.0f%% of the CPU of the service's processes", ShownCommand.of(pid), 100 * share));
    }

    @Override
    public List<ProcessHandle> processes() {
        return tree.all();
    }

    /** Returns the processes whose CPU is counted: each with its program and the file that it runs. */
    public List<String> programs() {
        return tree.all().stream().sorted().map(each -> ShownCommand.of(each.pid())).toList();
    }

    @Override
    public String role() {
        return NAME;
    }

    /** Returns the command without its arguments, which may be secret. */
    @Override
    public List<String> command() {
        return command;
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(jvmPid());
    }

    /** Returns the processors of the lab's placement; of a service that ran already, those that its user set. */
    @Override
    public Optional<BitSet> pinnedTo() {
        if (tree.isOurs()) {
            return Optional.ofNullable(plan.placement().processors().get(RoleName.BANK));
        }
        try {
            BitSet given = ProcessorList.parse(new ProcessFiles(tree.main().pid()).status("Cpus_allowed_list"));
            return given.cardinality() < Machine.processors() ? Optional.of(given)
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public int processors() {
        return pinnedTo().map(BitSet::cardinality).orElseGet(Machine::processors);
    }

    /** Ignores commands, except the one that ends counting in the JVM. */
    @Override
    public void tell(String word) {
        if (word.equals(ControlChannel.STOP_COUNTING)) {
            jvm.stopCounting();
        }
    }

    @Override
    public <T> CompletableFuture<T> ask(String line, Class<T> form) {
        return companion.answer(line).thenApply(form::cast);
    }

    /** Quotes the log only if the service's file has no secrets, since the service may write them there. */
    @Override
    public String describeLog() {
        return log == null ? "its log is unknown" : "its log is " + log + (hasSecrets ? ""
                : new JvmLog(log).lastLine().map(line -> ": " + line).orElse(""));
    }

    @Override
    public String describeEnd() {
        return "the %s %s in mid-run; %s".formatted(NAME, tree.howItEnded(), describeLog());
    }

    /** Ends what the lab has started; one that ran already continues. */
    @Override
    public void close() {
        jvm.close();
        companion.close();
        tree.close();
    }

    @Override
    public void halt() {
        if (!tree.isOurs()) {
            jvm.close();
        }
        companion.close();
        tree.halt();
    }
}
