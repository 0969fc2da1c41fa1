package org.eejs.bench.measuring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.machine.Jdk;
import org.eejs.pki.files.PrivateFile;
import org.eejs.profile.StackSampler;
import org.openjdk.jmh.profile.AsyncProfiler;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * The profiling of {@code --profile}: the heap that an operation allocates, by JMH's GCProfiler, and its CPU, as a
 * flame graph of async-profiler where that works. Sampling costs time, so do not compare figures of such a run with
 * those of others. Thread-safe.
 */
public final class Profiling {
    /** The folder of flame graphs, within that of the result. */
    static final String FOLDER = "flames";
    /** GCProfiler's name for bytes per operation; older versions of JMH put a dot before it. */
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    /** The best first: {@code cpu} shows the kernel, too, where permitted; the last ones need no permission. */
    private static final List<String> EVENTS = List.of("cpu", "ctimer", "itimer");
    private static final long SECONDS_TO_TRY = 30;
    /** Most file systems allow 255 bytes; a word of JMH's follows. */
    private static final int LONGEST_NAME = 150;

    private final Path folder;
    private final Path library;
    private final Map<Path, Trial> trials = new ConcurrentHashMap<>();

    /** The result of a trial: either component is null. */
    private record Trial(String event, String problem) {}

    private Profiling(Path folder, Path library) {
        this.folder = folder;
        this.library = library;
    }

    /**
     * Returns a profiling with flame graphs below a result's folder, by EEJS's copy of the library.
     *
     * @param folder the folder of the result
     */
    public static Profiling in(Path folder) {
        Path home = Path.of(System.getProperty("eejs.home", "target/eejs"));
        return new Profiling(folder, StackSampler.libraryIn(home));
    }

    /** Returns this profiling with another library. */
    Profiling with(Path otherLibrary) {
        return new Profiling(folder, otherLibrary);
    }

    /**
     * Returns why a JDK has no flame graphs here, in one line; null when it has. The first call for a JDK tries it, and
     * takes a second.
     */
    public String problem(Jdk jdk) {
        return trial(jdk).problem();
    }

    /**
     * Adds JMH's profilers to the options of one cell.
     *
     * @param jdk the JDK that measures it
     * @param cell its name, of any characters, unique in the result: its flame graph goes into a folder of that name
     */
    public void addTo(ChainedOptionsBuilder options, Jdk jdk, String cell) {
        options.addProfiler(GCProfiler.class);
        Trial trial = trial(jdk);
        if (trial.problem() == null) {
            options.addProfiler(AsyncProfiler.class, "libPath=" + library + ";output=flamegraph;direction=forward;"
                    + "event=" + trial.event() + ";dir=" + folderOf(cell).toAbsolutePath());
        }
    }

    /**
     * Returns the heap that an operation allocated, in bytes.
     *
     * @return null when that was not measured
     */
    static Double allocatedBytesPerOp(RunResult result) {
        for (Result<?> each : result.getSecondaryResults().values()) {
            if (each.getLabel().endsWith(ALLOCATED)) {
                double bytes = each.getScore();
                return Double.isFinite(bytes) ? bytes : null;
            }
        }
        return null;
    }

    private Path folderOf(String cell) {
        String name = cell.replaceAll("[^A-Za-z0-9.+-]+", "_");
        // Two cells must not share a folder, so the name includes a hash of omitted or replaced characters.
        String shown = name.equals(cell) && name.length() <= LONGEST_NAME ? name
                : name.substring(0, Math.min(LONGEST_NAME, name.length())) + "-"
                        + String.format(Locale.ROOT, "%08x", cell.hashCode());
        return folder.resolve(FOLDER).resolve(shown);
    }

    private Trial trial(Jdk jdk) {
        return trials.computeIfAbsent(jdk.home(), home -> tried(jdk));
    }

    private Trial tried(Jdk jdk) {
        if (!Files.exists(library)) {
            return new Trial(null, "no flame graphs: async-profiler's library " + library + " is missing; build with "
                    + "mvn package");
        }
        if ((library.toString() + folder.toAbsolutePath()).contains(";")) {
            return new Trial(null, "no flame graphs: JMH takes no folder with a semicolon, as in "
                    + folder.toAbsolutePath());
        }
        String said = "";
        for (String event : EVENTS) {
            try {
                said = samples(jdk, event);
                if (said == null) {
                    return new Trial(event, null);
                }
            } catch (IOException e) {
                said = e.getMessage();
            }
        }
        return new Trial(null, "no flame graphs on JDK " + jdk.version() + ": async-profiler samples neither "
                + String.join(" nor ", EVENTS) + ": " + said);
    }

    /** Profiles the start of a JVM; returns null when that gave samples, else the error. */
    private String samples(Jdk jdk, String event) throws IOException {
        Path stacks = Files.createTempFile("eejs-stacks", ".txt");
        Path log = Files.createTempFile("eejs-profiler", ".log");
        try {
            // Interpreted and without shared classes it takes long enough to be sampled.
            Process process = new ProcessBuilder(jdk.java().toString(), "-agentpath:" + library + "=start,event="
                    + event + ",interval=1ms,collapsed,file=" + stacks, "-Xint", "-Xshare:off",
                    "-XshowSettings:properties", "-version").redirectErrorStream(true)
                    .redirectOutput(PrivateFile.log(log)).start();
            try {
                if (!process.waitFor(SECONDS_TO_TRY, TimeUnit.SECONDS)) {
                    return "the JVM did not end";
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted";
            } finally {
                process.destroyForcibly();
            }
            if (process.exitValue() == 0 && Files.size(stacks) > 0) {
                return null;
            }
            return Files.readString(log, StandardCharsets.UTF_8).lines()
                    .filter(line -> line.matches("\\[(ERROR|WARN|INFO)\\].*|Could not .*")).findFirst()
                    .orElse("no sample, exit code " + process.exitValue());
        } finally {
            Files.deleteIfExists(stacks);
            Files.deleteIfExists(log);
        }
    }
}
