package org.eejs.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.pki.files.PrivateFile;

/**
 * Has the stacks of another JVM sampled while they use the CPU, by the best {@link Source} that JVM and machine allow.
 * Not thread-safe.
 */
public final class StackSampler {
    private static final String RECORDING = "eejs-profile";
    private static final Pattern METRIC = Pattern.compile("(?m)^(\\w+) (\\d+)$");
    private static final String SKIPPED = "samples_skipped_total";
    private static final String CPU_SETTINGS = "cpu.jfc";
    private static final String LOCK_SETTINGS = "locks.jfc";
    /** Otherwise async-profiler writes what it did to the standard output of the JVM, which is a service's own. */
    private static final String SILENT = ",log=/dev/null";

    private final AttachedJvm jvm;
    private final Path library;
    private final Path recording;
    /** Null where async-profiler samples. */
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

    /** async-profiler's library for this machine, among the programs and libraries that EEJS has laid out. */
    public static Path libraryIn(Path home) {
        return home.resolve("async-profiler").resolve(platform()).resolve("libasyncProfiler.so").toAbsolutePath();
    }

    /** As async-profiler names it. */
    private static String platform() {
        if (!System.getProperty("os.name").startsWith("Linux")) {
            return "macos";
        }
        return System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
    }

    /**
     * Begins.
     *
     * @param library that of async-profiler
     * @param recording where the samples go, once {@link #stop()} has returned; replaced if it exists
     * @throws ProfilingException when nothing can sample this JVM, with the reason of each
     */
    public static StackSampler start(AttachedJvm jvm, Path library, Path recording) throws ProfilingException {
        return start(jvm, library, recording, SamplingPlan.CPU);
    }

    /** Returns the same by a plan, of a JVM that ends with this one. */
    public static StackSampler start(AttachedJvm jvm, Path library, Path recording, SamplingPlan plan)
            throws ProfilingException {
        return start(jvm, library, recording, plan, null);
    }

    /**
     * Returns the same of a JVM that runs on, should this one be killed.
     *
     * @param longest after which sampling ends by itself; null for never
     */
    public static StackSampler start(AttachedJvm jvm, Path library, Path recording, SamplingPlan plan,
            Duration longest) throws ProfilingException {
        Path file = recording.toAbsolutePath();
        // One that refuses is asked once: it takes ten seconds.
        jvm.answer("VM.version");
        try {
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
                        : List.of(problem, "what threads waited for was not seen: the flight recorder samples those "
                                + "that run"));
            } catch (ProfilingException other) {
                throw new ProfilingException(problem + "; flight recorder: " + other.getMessage(), other);
            }
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
            // The JVM may be another user's, and makes it itself.
            Files.deleteIfExists(log);
            jvm.loadAgent(library, "start,event=ctimer,features=stats,interval=" + SamplingPlan.INTERVAL
                    + plan.options()
                    + (longest == null ? "" : ",timeout=" + longest.toSeconds())
                    + ",jfr,file=" + recording + ",log=" + log);
        } catch (ProfilingException e) {
            if (e.isLate()) {
                stopLater(jvm, library);
                throw e;
            }
            throw new ProfilingException(e.getMessage() + reason(log), e);
        } catch (IOException e) {
            throw new ProfilingException(recording + " cannot be replaced", e);
        } finally {
            log.toFile().delete();
        }
    }

    /** A JVM that begins when it can is to end then, too. */
    private static void stopLater(AttachedJvm jvm, Path library) {
        try {
            jvm.loadAgent(library, "stop" + SILENT);
        } catch (ProfilingException e) {
            // It has been asked, and ends by itself otherwise.
        }
    }

    /** Returns what async-profiler wrote about it. */
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

    /** Returns why nothing better does, a line each. */
    public List<String> problems() {
        return problems;
    }

    /**
     * Ends; the JVM runs on as if nobody had looked.
     *
     * @return what was sampled
     * @throws ProfilingException when the JVM has ended, or the recording cannot be read
     */
    public StackRecording stop() throws ProfilingException {
        ThreadTimes used = ThreadTimes.of(jvm.pid()).since(before);
        Map<String, Long> metrics = halt();
        return StackRecording.read(recording).with(metrics.getOrDefault(SKIPPED, 0L),
                metrics.getOrDefault("stackwalk_ns_total", 0L) / 1e6, used);
    }

    /**
     * Returns the same for whoever reads the recording otherwise.
     *
     * @return how many samples async-profiler skipped
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

    /** Returns what async-profiler counts of itself; empty where it does not say. */
    private Map<String, Long> metrics() {
        Path file = recording.resolveSibling(recording.getFileName() + ".metrics");
        try {
            jvm.loadAgent(library, "metrics,file=" + file + SILENT);
            return METRIC.matcher(Files.readString(file)).results()
                    .collect(Collectors.toMap(each -> each.group(1), each -> Long.parseLong(each.group(2))));
        } catch (ProfilingException | IOException e) {
            return Map.of();
        } finally {
            file.toFile().delete();
        }
    }
}
