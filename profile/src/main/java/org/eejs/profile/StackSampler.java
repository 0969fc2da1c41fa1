package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.pki.files.PrivateFile;

/**
 * The sampler of another JVM's stacks while they use the CPU, by the best {@link Source} that JVM and machine allow.
 * Not thread-safe.
 */
public final class StackSampler {
    private static final int NEWEST_TRIED = 27;
    private static final Pattern RELEASE = Pattern.compile("(?m)^JDK (\\d+)");
    private static final String RECORDING = "eejs-profile";
    private static final Pattern METRIC = Pattern.compile("(?m)^(\\w+) (\\d+)$");
    private static final String SKIPPED = "samples_skipped_total";
    private static final String CPU_SETTINGS = "cpu.jfc";
    private static final String LOCK_SETTINGS = "locks.jfc";
    /**
     * The option that keeps async-profiler's messages out of the JVM's standard output, which belongs to the service.
     */
    private static final String SILENT = ",log=/dev/null";

    private final AttachedJvm jvm;
    private final Path library;
    private final Path recording;
    /** The flight recording; null where async-profiler samples. */
    private final FlightRecording flight;
    private final List<String> problems;
    private final ThreadTimes before;

    private StackSampler(AttachedJvm jvm, Path library, Path recording, FlightRecording flight,
            List<String> problems) {
        this.jvm = jvm;
        this.library = library;
        this.recording = recording;
        this.flight = flight;
        this.problems = problems;
        before = ThreadTimes.of(jvm.pid());
    }

    /** Returns async-profiler's library for this machine, among the programs and libraries that EEJS has laid out. */
    public static Path libraryIn(Path home) {
        return home.resolve("async-profiler").resolve(platform()).resolve("libasyncProfiler.so").toAbsolutePath();
    }

    /** Returns the platform by async-profiler's name. */
    private static String platform() {
        if (!System.getProperty("os.name").startsWith("Linux")) {
            return "macos";
        }
        return System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
    }

    /**
     * Starts sampling.
     *
     * @param library the library of async-profiler
     * @param recording the file for the samples, once {@link #stop()} has returned; replaced if it exists
     * @throws ProfilingException when no source is able to sample this JVM, with the reason of each
     */
    public static StackSampler start(AttachedJvm jvm, Path library, Path recording) throws ProfilingException {
        return start(jvm, library, recording, SamplingPlan.CPU);
    }

    /** Starts sampling by a plan, in a JVM that ends with this one. */
    public static StackSampler start(AttachedJvm jvm, Path library, Path recording, SamplingPlan plan)
            throws ProfilingException {
        return start(jvm, library, recording, plan, null);
    }

    /**
     * Starts sampling by a plan, in a JVM that may outlive this one.
     *
     * @param longest the limit after which sampling ends by itself; null for never
     */
    public static StackSampler start(AttachedJvm jvm, Path library, Path recording, SamplingPlan plan,
            Duration longest) throws ProfilingException {
        Path file = recording.toAbsolutePath();
        // A JVM that refuses is asked only once: it takes ten seconds.
        String version = jvm.answer("VM.version");
        try {
            checkRelease(version);
            startAsyncProfiler(jvm, library, file, plan, longest);
            return new StackSampler(jvm, library, file, null, List.of());
        } catch (ProfilingException e) {
            String problem = "async-profiler: " + e.getMessage();
            if (e.isLate()) {
                throw new ProfilingException(problem, e);
            }
            try {
                FlightRecording flight = startFlightRecorder(jvm, file, plan, longest);
                return new StackSampler(jvm, library, file, flight, plan != SamplingPlan.WALL ? List.of(problem)
                        : List.of(problem, "waits of threads are unknown: the flight recorder samples only running "
                                + "threads"));
            } catch (ProfilingException other) {
                throw new ProfilingException(problem + "; flight recorder: " + other.getMessage(), other);
            }
        }
    }

    /**
     * Checks that async-profiler was tried with the JVM's release: it reads the JVM's own structures, and a JVM of JDK
     * 28 crashes when it is loaded.
     */
    static void checkRelease(String version) throws ProfilingException {
        Matcher release = RELEASE.matcher(version);
        if (release.find() && Integer.parseInt(release.group(1)) > NEWEST_TRIED) {
            throw new ProfilingException("it may crash JVMs newer than JDK %d, so it is not loaded into JDK %s"
                    .formatted(NEWEST_TRIED, release.group(1)));
        }
    }

    private static void startAsyncProfiler(AttachedJvm jvm, Path library, Path recording, SamplingPlan plan,
            Duration longest) throws ProfilingException {
        if (!Files.exists(library)) {
            throw new ProfilingException("its library " + library + " is not there; build with mvn package");
        }
        if (recording.toString().contains(",")) {
            throw new ProfilingException("it takes no file with a comma, as in " + recording);
        }
        Path log = recording.resolveSibling(recording.getFileName() + ".log");
        try {
            PrivateFile.empty(recording);
            jvm.handOver(recording);
            // The JVM, perhaps of another user, creates the file itself, except in the folder of root.
            Files.deleteIfExists(log);
            jvm.prepare(log);
            jvm.loadAgent(library, "start,event=ctimer,features=stats,interval=" + SamplingPlan.INTERVAL
                    + plan.options()
                    + (longest == null ? "" : ",timeout=" + longest.toSeconds())
                    + ",jfr,file=" + jvm.seen(recording) + ",log=" + jvm.seen(log));
        } catch (ProfilingException e) {
            if (e.isLate()) {
                stopLater(jvm, library);
                throw e;
            }
            throw new ProfilingException(e.getMessage() + reason(log), e);
        } catch (IOException e) {
            throw new ProfilingException("failed to replace " + recording, e);
        } finally {
            log.toFile().delete();
        }
    }

    /** Stops sampling that a slow JVM may start later. */
    private static void stopLater(AttachedJvm jvm, Path library) {
        try {
            jvm.loadAgent(library, "stop" + SILENT);
        } catch (ProfilingException e) {
            // The request was sent; otherwise sampling ends by itself.
        }
    }

    /** Returns async-profiler's message about the failure. */
    private static String reason(Path log) {
        try {
            return Files.readString(log).lines().findFirst().map(line -> ", " + line).orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static FlightRecording startFlightRecorder(AttachedJvm jvm, Path recording, SamplingPlan plan,
            Duration longest) throws ProfilingException {
        Stream<String> settings = plan == SamplingPlan.LOCKS ? Stream.of(CPU_SETTINGS, LOCK_SETTINGS)
                : Stream.of(CPU_SETTINGS);
        return FlightRecording.start(jvm, RECORDING, settings.map(StackSampler.class::getResource).toList(), recording,
                longest);
    }

    /** Returns why better sources do not work, one line each. */
    public List<String> problems() {
        return problems;
    }

    /**
     * Ends sampling; the JVM continues as before.
     *
     * @return the samples
     * @throws ProfilingException when the JVM has ended, or the recording is not readable
     */
    public StackRecording stop() throws ProfilingException {
        ThreadTimes used = ThreadTimes.of(jvm.pid()).since(before);
        Map<String, Long> metrics = halt();
        return StackRecording.read(recording).with(metrics.getOrDefault(SKIPPED, 0L),
                metrics.getOrDefault("stackwalk_ns_total", 0L) / 1e6, used);
    }

    /**
     * Ends sampling, for a caller that reads the recording itself.
     *
     * @return the number of samples that async-profiler skipped
     */
    public long end() throws ProfilingException {
        return halt().getOrDefault(SKIPPED, 0L);
    }

    private Map<String, Long> halt() throws ProfilingException {
        if (flight == null) {
            jvm.loadAgent(library, "stop" + SILENT);
            return metrics();
        }
        try {
            flight.stop();
            return Map.of();
        } catch (ProfilingException e) {
            throw new ProfilingException("flight recorder: " + e.getMessage(), e);
        }
    }

    /** Returns async-profiler's counts of itself; empty where it reports none. */
    private Map<String, Long> metrics() {
        Path file = recording.resolveSibling(recording.getFileName() + ".metrics");
        try {
            jvm.prepare(file);
            jvm.loadAgent(library, "metrics,file=" + jvm.seen(file) + SILENT);
            return METRIC.matcher(Files.readString(file)).results()
                    .collect(Collectors.toMap(each -> each.group(1), each -> Long.parseLong(each.group(2))));
        } catch (ProfilingException | IOException e) {
            return Map.of();
        } finally {
            file.toFile().delete();
        }
    }
}
