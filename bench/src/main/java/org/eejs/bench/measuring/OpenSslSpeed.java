package org.eejs.bench.measuring;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.Cell;
import org.eejs.result.CollectedFigures;
import org.eejs.result.InvalidReason;
import org.eejs.result.Observation;

/**
 * The native limit, measured by {@code openssl speed} on this machine.
 *
 * <p>Its rates are by elapsed time ({@code -elapsed}), as is JMH's throughput. By default it divides by the user time
 * of one process, but by the elapsed time of several ({@code -multi}), so results would not be comparable. User time
 * also omits the kernel's work for random numbers. The price is that other programs on the machine slow both down. So
 * JMH and openssl must be measured next to each other, on a machine that is otherwise idle.
 *
 * <p>A program of several processes adds up the results of each of them. They begin together, but not at the same
 * instant, and in a public-key run each process changes from one operation to the next on its own.
 *
 * <p>A run with the same words is made once: for keys it measures several operations, which are requested separately.
 * Thread-safe; one run goes on at a time.
 */
public final class OpenSslSpeed {
    private static final String PROGRAM = "openssl";
    /** A public-key algorithm is measured in up to four operations, each for the requested seconds. */
    private static final int MOST_OPERATIONS = 4;
    /** The keys of RSA-4096 and larger are made first. */
    private static final int SECONDS_TO_PREPARE = 60;

    private final Path program;
    private final String version;
    private final List<String> prefix;
    private final Map<List<String>, Run> runs = new HashMap<>();

    /** The exit code and the output of a run. */
    private record Run(int exit, SpeedOutput output) {}

    private OpenSslSpeed(Path program, String version, List<String> prefix) {
        this.program = program;
        this.version = version;
        this.prefix = prefix;
    }

    /** Returns this program, started by another command that precedes it, such as taskset; it has no results yet. */
    public OpenSslSpeed startedBy(List<String> command) {
        return new OpenSslSpeed(program, version, List.copyOf(command));
    }

    /** Returns the first program of that name on the path; one without a version when there is none. */
    public static OpenSslSpeed onPath() {
        return onPath(System.getenv().getOrDefault("PATH", ""));
    }

    /** Returns the first program on this path. */
    static OpenSslSpeed onPath(String path) {
        Optional<Path> found = Arrays.stream(path.split(File.pathSeparator)).filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, PROGRAM)).filter(Files::isExecutable).findFirst();
        if (found.isEmpty()) {
            return new OpenSslSpeed(null, null, List.of());
        }
        try {
            Run run = run(List.of(found.get().toString(), "version"), SECONDS_TO_PREPARE);
            String said = run.output().lines().stream().findFirst().orElse("").replaceFirst(" \\(Library: .*", "");
            return new OpenSslSpeed(found.get(), run.exit() == 0 && !said.isEmpty() ? said : found.get().toString(),
                    List.of());
        } catch (IOException e) {
            return new OpenSslSpeed(null, null, List.of());
        }
    }

    /** Returns the program's own version line, such as {@code OpenSSL 3.0.22 25 Aug 2026}; null when there is none. */
    String version() {
        return version;
    }

    /** Returns why nothing can be measured and what to do, in one line; null when there is a program. */
    public String missing() {
        return version == null ? "there is no program openssl on the PATH; install the package openssl to see the "
                + "native limit" : null;
    }

    /**
     * Measures an operation, or returns an earlier measurement.
     *
     * @param group the group's name
     * @param operation {@code sign}, {@code verify}, {@code agree}, {@code generate}, {@code encapsulate} and so on
     *     where the words are of keys; ignored where they are of bytes
     * @param bytes its size; null where it has none
     * @param threads the number of processes
     * @param words the words of {@link Group#openSsl}
     * @param seconds how long each operation is measured; at least 1
     * @return operations a second; invalid where there is no figure
     */
    public Observation measure(String group, String operation, String algorithm, Integer bytes, int threads,
            List<String> words, int seconds) {
        Cell cell = Bench.ofNative(group, operation, algorithm, bytes, threads, version == null ? PROGRAM : version);
        if (missing() != null) {
            return failed(cell, missing());
        }
        List<String> command = command(bytes, threads, words, seconds);
        try {
            Run run = remembered(command, (long) seconds * MOST_OPERATIONS + SECONDS_TO_PREPARE);
            Optional<Double> rate = run.exit() == 0 ? run.output().rate(operation, bytes, threads) : Optional.empty();
            return rate.isEmpty() ? failed(cell, reason(run, operation)) : new Observation(cell, 1, List.of(),
                    new CollectedFigures().put(BenchFigures.OPS, rate.get()).put(BenchFigures.MEGABYTES,
                            bytes == null ? null : (Double) (rate.get() * bytes / 1e6)).all(), null, null);
        } catch (IOException e) {
            return failed(cell, String.join(" ", command) + " failed: " + e.getMessage());
        }
    }

    private static Observation failed(Cell cell, String why) {
        return new Observation(cell, 1, List.of(new InvalidReason(InvalidReason.Kind.BROKEN_OFF, why)), null, null,
                null);
    }

    /** Returns the words of a run, the program's name first. */
    static List<String> command(Integer bytes, int threads, List<String> words, int seconds) {
        List<String> command = new ArrayList<>(List.of(PROGRAM, "speed", "-mr", "-elapsed", "-seconds",
                String.valueOf(Math.max(1, seconds))));
        if (bytes != null) {
            command.addAll(List.of("-bytes", bytes.toString()));
        }
        if (threads > 1) {
            command.addAll(List.of("-multi", String.valueOf(threads)));
        }
        command.addAll(words);
        return command;
    }

    private synchronized Run remembered(List<String> command, long patience) throws IOException {
        Run known = runs.get(command);
        if (known == null) {
            List<String> started = new ArrayList<>(command);
            started.set(0, program.toString());
            started.addAll(0, prefix);
            known = run(started, patience);
            runs.put(command, known);
        }
        return known;
    }

    private static Run run(List<String> command, long patience) throws IOException {
        // Standard output comes in one piece at the end, so the two do not mix within a line.
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        try (InputStream out = process.getInputStream()) {
            CompletableFuture<byte[]> said = CompletableFuture.supplyAsync(() -> {
                try {
                    return out.readAllBytes();
                } catch (IOException e) {
                    return new byte[0];
                }
            });
            if (!process.waitFor(patience, TimeUnit.SECONDS)) {
                throw new IOException("it did not end within " + patience + " seconds");
            }
            return new Run(process.exitValue(), SpeedOutput.of(new String(said.join(), StandardCharsets.UTF_8)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private String reason(Run run, String operation) {
        String complaint = run.output().complaint();
        if (run.exit() == 0) {
            return version + " gave no figure for " + operation + (complaint.isEmpty() ? "" : ": " + complaint);
        }
        return version + " does not measure it; it may be too old: "
                + (complaint.isEmpty() ? "exit code " + run.exit() : complaint);
    }
}
