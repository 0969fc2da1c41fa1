package org.eejs.doctor.looking;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.doctor.evidence.Port;
import org.eejs.doctor.evidence.Stack;
import org.eejs.lab.machine.JvmProcess;
import org.eejs.lab.machine.ProcessFiles;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.Categories;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.Source;
import org.eejs.result.CpuGroup;
import org.eejs.result.Diagnosis;
import org.eejs.result.Diagnosis.NotSeen;
import org.eejs.result.InputException;

/**
 * A running JVM of this machine and user, which is profiled for a while and runs on. It is queried as jcmd would do it.
 * From JDK 25 on, the flight recorder samples stacks. Otherwise async-profiler does; its library stays loaded.
 * If starting the flight recorder would make the JVM discard its compiled code, it is started only with permission.
 * For one thread.
 */
public final class LiveJvm {
    /** The first JDK whose flight recorder samples by CPU time. */
    private static final int SAMPLES_ITSELF = 25;
    /** The first JDK that tells its groups. */
    private static final int TELLS_GROUPS = 20;
    private static final int MOST_PORTS = 3;

    private final long pid;
    private final Path home;
    private final Path folder;
    private final AttachedJvm jvm;
    private final List<NotSeen> notSeen = new ArrayList<>();
    private final JvmAnswers answers;
    private boolean mayProbe = true;
    private boolean mayRecord = true;

    /**
     * Attaches to a process.
     *
     * @param home the EEJS folder, which contains async-profiler
     * @param folder for recordings
     * @param mayCompileAnew whether the flight recorder may be started even if the JVM then compiles its code again
     * @throws InputException if profiling is impossible, with the reason
     */
    public LiveJvm(long pid, Path home, Path folder, boolean mayCompileAnew) {
        this.pid = pid;
        this.home = home;
        this.folder = folder;
        this.jvm = mayCompileAnew ? new AttachedJvm(pid).allowCompilingAnew() : new AttachedJvm(pid);
        this.answers = new JvmAnswers(jvm, notSeen);
        JvmProcess.check(pid);
    }

    /** Keeps it from opening connections to the ports of the JVM. Returns this. */
    public LiveJvm withoutProbe() {
        mayProbe = false;
        return this;
    }

    /** Keeps it from using the flight recorder, so that async-profiler samples. Returns this. */
    public LiveJvm withoutRecorder() {
        mayRecord = false;
        return this;
    }

    /**
     * Profiles the JVM. If it ends meanwhile, the evidence contains what was observed, and that it ended.
     *
     * @throws InputException if profiling is impossible, with the reason
     */
    public JvmEvidence look(Duration duration) throws InterruptedException {
        JvmSettings asked = settings();
        Diagnosis.Target target = new Diagnosis.Target(pid, null, asked.jdk(), answers.program());
        boolean samplesItself = asked.feature() >= SAMPLES_ITSELF;
        Watch watch = new Watch(jvm, pid, home, folder, duration, notSeen);
        List<List<Stack>> threads = new ArrayList<>();
        watch.watch(samplesItself, mayRecord, () -> threads.add(answers.threads()));
        threads.removeIf(List::isEmpty);
        RecordingReader read = watch.events();
        RecordingReader sampled = sampled(watch, read);
        Map<Stack, Long> stacks = sampled == null ? Map.of() : sampled.stacks(watch.threads());
        // The port probe mostly waits for a busy server.
        CompletableFuture<List<NotSeen>> drawn = CompletableFuture.supplyAsync(() -> FlameGraphs.write(stacks, folder));
        Map<String, JvmEvidence.HeapClass> heap = answers.heap();
        if (sampled != null) {
            notSeen.addAll(Gaps.ofSamples(sampled.samples(), watch.skipped()));
            notSeen.addAll(Gaps.ofThreads(sampled.samples().threads(), watch.threads()));
        }
        notSeen.addAll(Gaps.live(read));
        notSeen.addAll(Gaps.ofLookups(watch.lookups().seconds()));
        notSeen.addAll(Gaps.ofObjects(heap, threads));
        notSeen.addAll(Gaps.ofTls(heap, stacks.keySet()));
        List<Port> ports = ports(watch, stacks);
        notSeen.addAll(drawn.join());
        Source source = sampled == null ? Source.ASYNC_PROFILER : sampled.samples().source();
        return new JvmEvidence(target, new JvmSettings(asked.jdk(), asked.flags(), asked.system(),
                read == null ? Map.of() : read.settings().security(), groups(asked)), watch.seconds(),
                watch.cpu(), stacks,
                source.id(), source.isBiased(), events(read, watch), watch.lookups().seconds(), heap,
                List.copyOf(threads),
                List.copyOf(notSeen), sampled == null ? 0 : sampled.samples().taken(), watch.traffic(), ports);
    }

    /** Returns the TLS ports of a JVM that serves TLS. No port is asked where stacks show none of it. */
    private List<Port> ports(Watch watch, Map<Stack, Long> stacks) throws InterruptedException {
        Categories categories = Categories.of(List.of(), stacks.keySet().stream().map(Stack::sample).toList());
        boolean serves = stacks.keySet().stream().map(stack -> stack.place(categories).category())
                .anyMatch(category -> CpuGroup.of(category) == CpuGroup.USERS_TLS);
        if (!serves || !mayProbe || watch.listening().isEmpty()) {
            return List.of();
        }
        try {
            if (!new ProcessFiles(pid).sharesNamespace("net", ProcessFiles.ofThis())) {
                notSeen.add(new NotSeen(null, "the TLS ports: the process is in another network namespace"));
                return List.of();
            }
        } catch (IOException e) {
            return List.of();
        }
        List<Port> ports = new ArrayList<>();
        for (InetSocketAddress each : watch.listening().stream().limit(MOST_PORTS).toList()) {
            PortProbe.of(each).ifPresent(ports::add);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return List.copyOf(ports);
    }

    /** Returns the default groups of its JDK. The files of another container may belong to another C library. */
    private List<String> groups(JvmSettings settings) throws InterruptedException {
        return settings.feature() < TELLS_GROUPS || settings.property("java.home").isEmpty()
                || jvm.isInOtherContainer() ? List.of()
                : NamedGroups.of(Path.of(settings.property("java.home").orElseThrow()));
    }

    private JvmSettings settings() {
        String jdk;
        try {
            jdk = answers.jdk();
        } catch (ProfilingException e) {
            throw new InputException("process %d: profiling failed: %s. Is it a HotSpot JVM, version 8 or newer, that "
                    .formatted(pid, e.getMessage()) + "is not stopped?");
        }
        return new JvmSettings(jdk, answers.flags(), answers.properties(), Map.of());
    }

    /** Returns the recording with the samples; null if there is none. */
    private RecordingReader sampled(Watch watch, RecordingReader read) {
        Path stacks = watch.stacks();
        if (stacks == null) {
            return read;
        }
        try {
            return Files.exists(stacks) ? RecordingReader.read(stacks) : null;
        } catch (InputException e) {
            notSeen.add(new NotSeen(null, "stacks: " + e.getMessage()));
            return null;
        }
    }

    /** Returns all events. Lookups come from a separate count with its own duration. */
    private static Events events(RecordingReader read, Watch watch) {
        Events all = read == null ? new Events() : read.events();
        return new Events(watch.lookups().lookups(), all.handshakes(), all.certificates(), all.validations(),
                all.monitors(), all.waits());
    }
}
