package org.eejs.lab.processes;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.lab.machine.ProcessFiles;
import org.eejs.lab.machine.SystemCommand;

/** A command with all processes that it starts, including those that leave it. Thread-safe. */
public final class StartedProcesses {
    /**
     * The limit of resident memory, which Linux accepts without effect (getrlimit(2)). All descendants inherit it,
     * including daemons, which leave their parent and session and may overwrite their environment.
     */
    private static final String LIMIT = "ulimit -S -m \"$0\" 2>/dev/null; exec \"$@\"";
    private static final int KIBIBYTE = 1024;
    /** The smallest limit in KiB: more than a machine has, and less than overflows as bytes. */
    private static final long FEWEST = 1L << 40;
    private static final long MOST = 1L << 50;
    /** The number of times that all are killed: a process that ends may have started others meanwhile. */
    private static final int ROUNDS = 3;

    private final Process process;
    /** The beginning of the line of {@code /proc/PID/limits} that all of them have, up to the number. */
    private final Pattern mark;
    private final Set<ProcessHandle> ours = new HashSet<>();
    private Set<ProcessHandle> others = Set.of();

    private StartedProcesses(Process process, Pattern mark) {
        this.process = process;
        this.mark = mark;
    }

    /**
     * Starts the command of a builder.
     *
     * @throws IOException when there is no such program
     */
    public static StartedProcesses start(ProcessBuilder builder) throws IOException {
        if (!SystemCommand.exists(builder)) {
            throw new IOException("there is no program '" + builder.command().get(0) + "'");
        }
        long limit = ThreadLocalRandom.current().nextLong(FEWEST, MOST);
        List<String> command = builder.command();
        Process process;
        try {
            builder.command(Stream.concat(Stream.of("sh", "-c", LIMIT, Long.toString(limit)), command.stream())
                    .toList());
            process = builder.start();
        } finally {
            builder.command(command);
        }
        return new StartedProcesses(process, Pattern.compile("Max resident set +" + limit * KIBIBYTE + " "));
    }

    /** Returns the command itself. */
    public Process process() {
        return process;
    }

    /** Returns a pattern for the beginning of that line, also for grep -E. */
    public String mark() {
        return "^" + mark;
    }

    /** Returns all living processes. */
    public synchronized List<ProcessHandle> all() {
        Set<ProcessHandle> seen = new HashSet<>();
        ours.addAll(Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList());
        ProcessHandle.allProcesses().filter(each -> !ours.contains(each)).forEach(each -> {
            // A process has its parent's limits from the start, so a foreign one stays foreign.
            if (!others.contains(each) && new ProcessFiles(each.pid()).hasLimit(mark)) {
                ours.add(each);
            } else {
                seen.add(each);
            }
        });
        others = seen;
        // Each search for descendants reads all processes.
        ours.addAll(ours.stream().filter(each -> each.parent().filter(ours::contains).isEmpty())
                .flatMap(ProcessHandle::descendants).toList());
        // In a container without an init, no process collects the exit codes of orphans.
        ours.removeIf(each -> !each.isAlive() || new ProcessFiles(each.pid()).isZombie());
        return List.copyOf(ours);
    }

    /** Waits until all have ended by themselves, up to this limit. */
    public void awaitEnd(Duration patience) {
        if (!await(all(), patience)) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends all by a signal, and kills those that do not end in time or start meanwhile. Processes of another user
     * continue.
     */
    public void end(Duration patience) {
        List<ProcessHandle> all = all();
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = !await(all, patience);
        all = all();
        for (int round = 0; round < ROUNDS && !all.isEmpty() && !interrupted; round++, all = all()) {
            all.forEach(ProcessHandle::destroyForcibly);
            interrupted = !await(all, patience);
        }
        if (interrupted) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    /** Kills all, without waiting for their end. */
    public void kill() {
        all().forEach(ProcessHandle::destroyForcibly);
    }

    /** Waits, and returns false if the thread was interrupted. */
    private static boolean await(List<ProcessHandle> all, Duration patience) {
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
