package org.eejs.doctor.looking;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.JvmSettings;
import org.eejs.lab.machine.ProcessUsage;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.ProfilingException;
import org.eejs.profile.SamplingPlan;
import org.eejs.profile.StackSampler;
import org.eejs.result.Diagnosis;
import org.eejs.result.InputException;

/**
 * A JVM of this machine and user that is looked at for a while and runs on. It is asked by what jcmd asks. From JDK 25
 * on the flight recorder samples its stacks, before that async-profiler, whose library stays loaded but does nothing
 * afterwards. Each question is given up after some seconds. For one thread.
 */
public final class LiveJvm {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration PROBE = Duration.ofSeconds(1);
    /** Services are recorded with their stacks for as long as some so many are expected, which bounds what it costs. */
    private static final double SERVICES = 20_000;
    /** The first JDK whose flight recorder samples by CPU time. */
    private static final int SAMPLES_ITSELF = 25;
    private static final int OLDEST = 11;
    /** Its bit among the signals that a process catches; see proc(5). */
    private static final long SIGQUIT = 1L << 2;
    private static final String RECORDING = "eejs-doctor";
    private static final String SERVICE_RECORDING = "eejs-doctor-services";
    private static final Pattern FLAG = Pattern.compile("(?m)^\\s*\\S+\\s+(\\w+)\\s+:?=\\s*(\\S*)");
    private static final Pattern CLASS = Pattern.compile("(?m)^\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+)");
    private static final Pattern THREAD = Pattern.compile("(?m)^\"(.*)\" #?\\d");
    private static final Pattern VERSION = Pattern.compile("(?m)^JDK (\\d[\\w.]*)");
    private static final Pattern COMMAND = Pattern.compile("(?m)^java_command: (.*)$");

    private final long pid;
    private final Path home;
    private final Path folder;
    private final AttachedJvm jvm;
    private final List<Diagnosis.NotSeen> notSeen = new ArrayList<>();

    /**
     * Finds it.
     *
     * @param home where rooms are laid out, and async-profiler
     * @param folder for recordings
     * @throws InputException with a line that says why it cannot be looked at
     */
    public LiveJvm(long pid, Path home, Path folder) {
        this.pid = pid;
        this.home = home;
        this.folder = folder;
        this.jvm = new AttachedJvm(pid);
        check();
    }

    private void check() {
        Path process = Path.of("/proc/" + pid);
        if (!Files.exists(process)) {
            throw new InputException("there is no process " + pid);
        }
        try {
            Object owner = Files.getAttribute(process, "unix:uid");
            if (!owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
                throw new InputException("process %d belongs to the user with the id %s; run the doctor as that user"
                        .formatted(pid, owner));
            }
            if (!Files.readSymbolicLink(process.resolve("ns/pid")).equals(
                    Files.readSymbolicLink(Path.of("/proc/self/ns/pid")))) {
                throw new InputException("process " + pid + " is in a container of its own; run the doctor there, or "
                        + "record there by jcmd JFR.start and give it the recording");
            }
            checkThatItIsAsked(process);
        } catch (IOException e) {
            throw new InputException("process " + pid + " cannot be looked at: " + e.getMessage());
        }
    }

    /** Whoever is asked gets a signal first, SIGQUIT, that ends a program that does not expect it. */
    private void checkThatItIsAsked(Path process) throws IOException {
        try (Stream<String> mapped = Files.lines(process.resolve("maps"))) {
            if (mapped.noneMatch(line -> line.endsWith("/libjvm.so"))) {
                throw new InputException("process " + pid + " is no JVM");
            }
        }
        try (Stream<String> status = Files.lines(process.resolve("status"))) {
            long caught = status.filter(line -> line.startsWith("SigCgt:"))
                    .mapToLong(line -> Long.parseUnsignedLong(line.substring("SigCgt:".length()).strip(), 16)).sum();
            if ((caught & SIGQUIT) == 0) {
                throw new InputException("process " + pid + " does not expect to be asked, such as with -Xrs; have it "
                        + "record itself by -XX:StartFlightRecording=settings=profile, and give the recording to the "
                        + "doctor");
            }
        }
    }

    /** One of jcmd's commands, in bounded time. */
    private String ask(String command) throws ProfilingException {
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return jvm.answer(command);
            } catch (ProfilingException e) {
                throw new java.util.concurrent.CompletionException(e);
            }
        });
        try {
            return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new ProfilingException("the JVM did not answer " + command.split(" ")[0] + " within "
                    + PATIENCE.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProfilingException problem ? problem
                    : new ProfilingException(String.valueOf(e.getCause().getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProfilingException("interrupted while the JVM was asked", e);
        }
    }

    /** The same; what is not answered is empty, and said. */
    private String askOr(String command, String what) {
        try {
            return ask(command);
        } catch (ProfilingException e) {
            notSeen.add(new Diagnosis.NotSeen(null, what + ": " + e.getMessage()));
            return "";
        }
    }

    /**
     * Looks.
     *
     * @throws InputException with a line that says why it cannot be looked at, such as that it is no JVM
     */
    public Evidence look(Duration duration) throws InterruptedException {
        String version;
        try {
            version = ask("VM.version");
        } catch (ProfilingException e) {
            throw new InputException("process %d cannot be looked at: %s. Is it a HotSpot JVM from 11 on, without "
                    .formatted(pid, e.getMessage()) + "-XX:+DisableAttachMechanism?");
        }
        String jdk = first(VERSION, version, "");
        JvmSettings asked = new JvmSettings(jdk, flags(), properties(), Map.of());
        if (asked.feature() > 0 && asked.feature() < OLDEST) {
            throw new InputException("process %d runs JDK %s; live JVMs are looked at from %d on. Record it by jcmd %d "
                    .formatted(pid, jdk, OLDEST, pid) + "JFR.start, and give the recording to the doctor");
        }
        String command = RecordingReader.program(first(COMMAND, askOr("VM.command_line", "the command line"), ""));
        Diagnosis.Target target = new Diagnosis.Target(pid, null, jdk, command);
        boolean samplesItself = asked.feature() >= SAMPLES_ITSELF;
        Path events = folder.resolve("events.jfr");
        Path stacks = samplesItself ? events : folder.resolve("stacks.jfr");
        ProcessUsage before = usage();
        long began = System.nanoTime();
        boolean recording = start(RECORDING, "doctor.jfc");
        StackSampler sampler = samplesItself ? null : sampler(stacks);
        Map<Events.Service, Long> services = new HashMap<>();
        double serviceSeconds;
        try {
            serviceSeconds = recording ? services(services, duration.minusNanos(System.nanoTime() - began)) : 0;
            TimeUnit.NANOSECONDS.sleep(duration.toNanos() - (System.nanoTime() - began));
        } catch (InterruptedException e) {
            // Nothing goes on in a JVM at which nobody looks any more.
            end(sampler);
            stop(SERVICE_RECORDING, events);
            stop(RECORDING, events);
            throw e;
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        ProcessUsage after = usage();
        end(sampler);
        RecordingReader read = new RecordingReader();
        if (recording && stop(RECORDING, events)) {
            read.read(events);
        }
        RecordingReader sampled = read;
        if (!samplesItself && Files.exists(stacks)) {
            sampled = new RecordingReader();
            sampled.read(stacks);
        }
        if (Files.exists(stacks)) {
            FlameGraphs.write(stacks, folder, notSeen);
        }
        Events counted = new Events(services, read.events().handshakes(), read.events().certificates(),
                read.events().validations(), read.events().monitors(), read.events().files(), read.events().waits(),
                read.events().allocated());
        return new Evidence(target, new JvmSettings(jdk, asked.flags(), asked.system(), read.security()), seconds,
                new Evidence.Cpu(after.cpuSeconds() - before.cpuSeconds() - (after.jitSeconds() - before.jitSeconds())
                        - (after.gcSeconds() - before.gcSeconds()), after.jitSeconds() - before.jitSeconds(),
                        after.gcSeconds() - before.gcSeconds(), true),
                sampled.stacks(), sampled.source().id(), sampled.source().isBiased(), counted, serviceSeconds, heap(),
                threads(), List.copyOf(notSeen));
    }

    private ProcessUsage usage() {
        try {
            return ProcessUsage.of(pid);
        } catch (IOException e) {
            throw new InputException("process " + pid + " ended while it was looked at");
        }
    }

    private Map<String, String> flags() {
        return FLAG.matcher(askOr("VM.flags -all", "flags")).results()
                .collect(Collectors.toMap(flag -> flag.group(1), flag -> flag.group(2), (one, other) -> one));
    }

    private Map<String, String> properties() {
        Properties read = new Properties();
        try {
            read.load(new StringReader(askOr("VM.system_properties", "system properties")));
        } catch (IOException | IllegalArgumentException e) {
            notSeen.add(new Diagnosis.NotSeen(null, "system properties: " + e.getMessage()));
        }
        return read.stringPropertyNames().stream().collect(Collectors.toMap(name -> name, read::getProperty));
    }

    private Map<String, Evidence.HeapClass> heap() {
        // All objects, also those that nobody refers to: counting those that live would collect garbage.
        return CLASS.matcher(askOr("GC.class_histogram -all", "objects of the heap")).results().collect(
                Collectors.toMap(row -> row.group(3), row -> new Evidence.HeapClass(Long.parseLong(row.group(1)),
                        Long.parseLong(row.group(2))), (one, other) -> one));
    }

    private List<String> threads() {
        return THREAD.matcher(askOr("Thread.print", "threads")).results().map(row -> row.group(1)).toList();
    }

    private static String first(Pattern pattern, String text, String otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }

    private StackSampler sampler(Path stacks) {
        try {
            StackSampler sampler = StackSampler.start(jvm, StackSampler.libraryIn(home), stacks, SamplingPlan.LIGHT);
            sampler.problems().forEach(problem -> notSeen.add(new Diagnosis.NotSeen(null, problem)));
            return sampler;
        } catch (ProfilingException e) {
            notSeen.add(new Diagnosis.NotSeen(null, "stacks: " + e.getMessage()));
            return null;
        }
    }

    private void end(StackSampler sampler) {
        if (sampler != null) {
            try {
                sampler.stop();
            } catch (ProfilingException e) {
                notSeen.add(new Diagnosis.NotSeen(null, "stacks: " + e.getMessage()));
            }
        }
    }

    /** Counts services for as long as that costs little; returns for how many seconds. */
    private double services(Map<Events.Service, Long> found, Duration left) throws InterruptedException {
        Duration window = left.minus(PROBE).minus(PROBE);
        double rate = record(found, PROBE, "service-counts.jfc") / (PROBE.toMillis() / 1e3);
        Duration affordable = rate == 0 ? window : Duration.ofMillis(Math.round(1_000 * SERVICES / rate));
        Duration length = affordable.compareTo(window) < 0 ? affordable : window;
        if (length.isNegative() || length.isZero()) {
            return PROBE.toMillis() / 1e3;
        }
        found.clear();
        record(found, length, "services.jfc");
        return length.toMillis() / 1e3;
    }

    private long record(Map<Events.Service, Long> found, Duration length, String settings) throws InterruptedException {
        Path file = folder.resolve("services.jfr");
        if (!start(SERVICE_RECORDING, settings)) {
            return 0;
        }
        boolean recorded;
        try {
            TimeUnit.NANOSECONDS.sleep(length.toNanos());
        } finally {
            recorded = stop(SERVICE_RECORDING, file);
        }
        if (!recorded) {
            return 0;
        }
        RecordingReader reader = new RecordingReader();
        reader.read(file);
        reader.events().services().forEach((service, count) -> found.merge(service, count, Long::sum));
        return found.values().stream().mapToLong(Long::longValue).sum();
    }

    private boolean start(String name, String settings) {
        Path file = null;
        try {
            file = Files.createTempFile("eejs", ".jfc");
            try (InputStream text = LiveJvm.class.getResourceAsStream(settings)) {
                Files.write(file, text.readAllBytes());
            }
            String answer = ask("JFR.start name=" + name + " settings=" + file);
            if (!answer.contains("Started recording")) {
                throw new ProfilingException(answer.strip().replaceAll("\\s+", " "));
            }
            return true;
        } catch (ProfilingException | IOException e) {
            notSeen.add(new Diagnosis.NotSeen(null, "what the flight recorder counts: " + e.getMessage()));
            return false;
        } finally {
            if (file != null) {
                file.toFile().delete();
            }
        }
    }

    private boolean stop(String name, Path file) {
        try {
            String answer = ask("JFR.stop name=" + name + " filename=\"" + file.toAbsolutePath() + "\"");
            if (!answer.contains("Stopped recording")) {
                throw new ProfilingException(answer.strip().replaceAll("\\s+", " "));
            }
            return true;
        } catch (ProfilingException e) {
            notSeen.add(new Diagnosis.NotSeen(null, "what the flight recorder counts: " + e.getMessage()));
            return false;
        }
    }
}
