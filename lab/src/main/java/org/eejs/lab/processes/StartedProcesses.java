package org.eejs.lab.processes;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eejs.lab.machine.ProcessFiles;

/** A command with all that it starts, also when it has left itself. Thread-safe. */
public final class StartedProcesses {
    private static final String MARK = "EEJS_LAUNCHED";
    /** So often all are ended by force: what ends may have started others meanwhile. */
    private static final int ROUNDS = 3;

    private final Process process;
    /** A variable of all that it starts, also of those whose parent has left. */
    private final String mark;
    private final Set<ProcessHandle> ours = new HashSet<>();
    private Set<ProcessHandle> others = Set.of();

    private StartedProcesses(Process process, String mark) {
        this.process = process;
        this.mark = mark;
    }

    /** Starts the command of a builder. */
    public static StartedProcesses start(ProcessBuilder builder) throws IOException {
        String mark = UUID.randomUUID().toString();
        builder.environment().put(MARK, mark);
        return new StartedProcesses(builder.start(), MARK + "=" + mark);
    }

    /** The command itself. */
    public Process process() {
        return process;
    }

    /** The variable of all that it starts: {@code NAME=value}. */
    public String mark() {
        return mark;
    }

    /** All that goes on of it. Who clears the environment is a descendant, for as long as its parent is there. */
    public synchronized List<ProcessHandle> all() {
        Set<ProcessHandle> seen = new HashSet<>();
        ours.addAll(Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList());
        ProcessHandle.allProcesses().filter(each -> !ours.contains(each)).forEach(each -> {
            // A new process has its parent's variables until it has its own, so who was not ours never will be.
            if (!others.contains(each) && new ProcessFiles(each.pid()).hasVariable(mark)) {
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

    /** Whether nobody interrupted. */
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
