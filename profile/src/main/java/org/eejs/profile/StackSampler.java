package org.eejs.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Has the stacks of another JVM sampled while they use the CPU, by the best {@link Source} that JVM and machine allow.
 * Not thread-safe.
 */
public final class StackSampler {
    private static final String RECORDING = "eejs-profile";
    private static final Pattern METRIC = Pattern.compile("(?m)^(\\w+) (\\d+)$");
    private static final String CPU_SETTINGS = "cpu.jfc";
    private static final String LOCK_SETTINGS = "locks.jfc";

    private final AttachedJvm jvm;
    private final Path library;
    private final Path recording;
    private final boolean async;
    private final List<String> problems;

    private StackSampler(AttachedJvm jvm, Path library, Path recording, boolean async, List<String> problems) {
        this.jvm = jvm;
        this.library = library;
        this.recording = recording;
        this.async = async;
        this.problems = problems;
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
        return start(jvm, library, recording, SamplingPlan.LIGHT);
    }

    /** The same by a plan. */
    public static StackSampler start(AttachedJvm jvm, Path library, Path recording, SamplingPlan plan)
            throws ProfilingException {
        Path file = recording.toAbsolutePath();
        // One that refuses is asked once: it takes ten seconds.
        jvm.answer("VM.version");
        try {
            startAsyncProfiler(jvm, library, file, plan);
            return new StackSampler(jvm, library, file, true, List.of());
        } catch (ProfilingException e) {
            String problem = "async-profiler: " + e.getMessage();
            try {
                startFlightRecorder(jvm, plan);
                return new StackSampler(jvm, library, file, false, plan != SamplingPlan.WALL ? List.of(problem)
                        : List.of(problem, "what threads waited for was not seen: the flight recorder samples those "
                                + "that run"));
            } catch (ProfilingException other) {
                throw new ProfilingException(problem + "; flight recorder: " + other.getMessage(), other);
            }
        }
    }

    private static void startAsyncProfiler(AttachedJvm jvm, Path library, Path recording, SamplingPlan plan)
            throws ProfilingException {
        if (!Files.exists(library)) {
            throw new ProfilingException("its library " + library + " is not there; build with mvn package");
        }
        if (recording.toString().contains(",")) {
            throw new ProfilingException("it takes no file with a comma, as in " + recording);
        }
        Path log = recording.resolveSibling(recording.getFileName() + ".log");
        try {
            Files.deleteIfExists(recording);
            jvm.loadAgent(library, "start,event=ctimer,features=stats,interval=" + plan.interval() + plan.options()
                    + ",jfr,file=" + recording + ",log=" + log);
        } catch (ProfilingException e) {
            throw new ProfilingException(e.getMessage() + reason(log), e);
        } catch (IOException e) {
            throw new ProfilingException(recording + " cannot be replaced", e);
        } finally {
            log.toFile().delete();
        }
    }

    /** What async-profiler wrote about it. */
    private static String reason(Path log) {
        try {
            return Files.readString(log).lines().findFirst().map(line -> ", " + line).orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static void startFlightRecorder(AttachedJvm jvm, SamplingPlan plan) throws ProfilingException {
        List<Path> settings = new ArrayList<>();
        try {
            settings.add(unpacked(CPU_SETTINGS));
            if (plan == SamplingPlan.LOCKS) {
                settings.add(unpacked(LOCK_SETTINGS));
            }
            String answer = jvm.answer("JFR.start name=" + RECORDING
                    + settings.stream().map(file -> " settings=" + file).collect(Collectors.joining()));
            if (!answer.contains("Started recording")) {
                throw new ProfilingException(answer.strip().replaceAll("\\s+", " "));
            }
        } catch (IOException e) {
            throw new ProfilingException("its settings cannot be written: " + e.getMessage(), e);
        } finally {
            settings.forEach(file -> file.toFile().delete());
        }
    }

    private static Path unpacked(String settings) throws IOException {
        Path file = Files.createTempFile("eejs", ".jfc");
        try (InputStream text = StackSampler.class.getResourceAsStream(settings)) {
            return Files.write(file, text.readAllBytes());
        }
    }

    /** Why nothing better does, a line each. */
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
        Map<String, Long> metrics = Map.of();
        if (async) {
            jvm.loadAgent(library, "stop");
            metrics = metrics();
        } else {
            String answer = jvm.answer("JFR.stop name=" + RECORDING + " filename=\"" + recording + "\"");
            if (!answer.contains("Stopped recording")) {
                throw new ProfilingException("flight recorder: " + answer.strip().replaceAll("\\s+", " "));
            }
        }
        return StackRecording.read(recording).with(metrics.getOrDefault("samples_skipped_total", 0L),
                metrics.getOrDefault("stackwalk_ns_total", 0L) / 1e6);
    }

    /** What async-profiler counts of itself; empty where it does not say. */
    private Map<String, Long> metrics() {
        Path file = recording.resolveSibling(recording.getFileName() + ".metrics");
        try {
            jvm.loadAgent(library, "metrics,file=" + file);
            return METRIC.matcher(Files.readString(file)).results()
                    .collect(Collectors.toMap(each -> each.group(1), each -> Long.parseLong(each.group(2))));
        } catch (ProfilingException | IOException e) {
            return Map.of();
        } finally {
            file.toFile().delete();
        }
    }
}
