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

/** A command with all that it starts, also when it has left itself. Thread-safe. */
public final class StartedProcesses {
    /**
     * The limit of resident memory: Linux accepts it and does nothing with it (getrlimit(2)). All that a process starts
     * has the same, also a daemon, which leaves its parent and session and may write over its environment.
     */
    private static final String LIMIT = "ulimit -S -m \"$0\" 2>/dev/null; exec \"$@\"";
    private static final int KIBIBYTE = 1024;
    /** In KiB: more than a machine has, and less than overflows as bytes. */
    private static final long FEWEST = 1L << 40;
    private static final long MOST = 1L << 50;
    /** So often all are ended by force: what ends may have started others meanwhile. */
    private static final int ROUNDS = 3;

    private final Process process;
    /** The line of {@code /proc/PID/limits} that all of it have, up to the number. */
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

    /** Returns what a line of the file {@code limits} of all that it starts begins with, for grep -E as well. */
    public String mark() {
        return "^" + mark;
    }

    /** Returns all that goes on of it. */
    public synchronized List<ProcessHandle> all() {
        Set<ProcessHandle> seen = new HashSet<>();
        ours.addAll(Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList());
        ProcessHandle.allProcesses().filter(each -> !ours.contains(each)).forEach(each -> {
            // A process has its parent's limits from the start, so who was not ours never will be.
            if (!others.contains(each) && new ProcessFiles(each.pid()).hasLimit(mark)) {
                ours.add(each);
            } else {
                seen.add(each);
            }
        });
        others = seen;
        // Each look for descendants reads all processes.
        ours.addAll(ours.stream().filter(each -> each.parent().filter(ours::contains).isEmpty())
                .flatMap(ProcessHandle::descendants).toList());
        // In a container without an init nobody may ask for the exit code of what has ended.
        ours.removeIf(each -> !each.isAlive() || new ProcessFiles(each.pid()).isZombie());
        return List.copyOf(ours);
    }

    /** Waits until all have ended on their own, but not longer than this. */
    public void awaitEnd(Duration patience) {
        if (!await(all(), patience)) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends all by a signal, and what has not ended in time, or came meanwhile, by force. What cannot be ended, since it
     * is another user's, goes on.
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

    /** Ends all by force, without waiting until it is gone. */
    public void kill() {
        all().forEach(ProcessHandle::destroyForcibly);
    }

    /** Returns whether nobody interrupted. */
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
