package org.eejs.doctor.looking;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eejs.result.InputException;

/** A command with a JVM, or a script that starts one, which is ended with all that it has started. For one thread. */
public final class LaunchedJvm implements AutoCloseable {
    private static final Duration TO_END = Duration.ofSeconds(10);
    private static final String MARK = "EEJS_LAUNCHED";

    private final Process process;
    /** A variable of all that it starts, also of those whose parent has left. */
    private final String mark;
    private final Path log;

    private LaunchedJvm(Process process, String mark, Path log) {
        this.process = process;
        this.mark = mark;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param log where its output goes
     * @throws InputException when it cannot be started
     */
    public static LaunchedJvm start(List<String> command, Path log) {
        String mark = UUID.randomUUID().toString();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put(MARK, mark);
        try {
            return new LaunchedJvm(builder.start(), MARK + "=" + mark, log);
        } catch (IOException e) {
            throw new InputException("--launch: the command cannot be started: " + e.getMessage());
        }
    }

    /**
     * Lets it start and warm up; a script may have started what goes on, and left.
     *
     * @throws InputException when it ends meanwhile
     */
    public void warmUp(Duration duration) throws InterruptedException {
        long end = System.nanoTime() + duration.toNanos();
        if (process.waitFor(duration.toMillis(), TimeUnit.MILLISECONDS) && !started().isEmpty()) {
            TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
        }
        if (!process.isAlive() && started().isEmpty()) {
            throw new InputException("--launch: the command ended with exit code " + process.exitValue()
                    + " before it was looked at; see " + log);
        }
    }

    /** The JVM: the command itself, or of those that it has started the one that has used most CPU. */
    public long pid() {
        if (JvmProcess.isJvm(process.pid())) {
            return process.pid();
        }
        return started().stream().filter(each -> JvmProcess.isJvm(each.pid()))
                .max(Comparator.comparing(each -> each.info().totalCpuDuration().orElse(Duration.ZERO)))
                .map(ProcessHandle::pid).orElse(process.pid());
    }

    /** All that goes on of it. Who clears the environment is a descendant, for as long as its parent is there. */
    private List<ProcessHandle> started() {
        return Stream.concat(process.descendants(), ProcessHandle.allProcesses().filter(each ->
                JvmProcess.hasVariable(each.pid(), mark))).distinct().toList();
    }

    /** Ends it and all that it has started; those that have not ended after ten seconds are killed. */
    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(started().stream(), Stream.of(process.toHandle())).distinct().toList();
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = !await(all);
        Stream.concat(all.stream().flatMap(ProcessHandle::descendants), all.stream())
                .forEach(ProcessHandle::destroyForcibly);
        interrupted |= !await(all);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether nobody interrupted. */
    private static boolean await(List<ProcessHandle> all) {
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(TO_END.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
