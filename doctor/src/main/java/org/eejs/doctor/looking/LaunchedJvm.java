package org.eejs.doctor.looking;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eejs.result.InputException;

/** A command with a JVM, or a script that starts one, which is ended with all that it has started. For one thread. */
public final class LaunchedJvm implements AutoCloseable {
    private static final Duration TO_END = Duration.ofSeconds(10);

    private final Process process;
    private final Path log;

    private LaunchedJvm(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param log where its output goes
     * @throws InputException when it cannot be started
     */
    public static LaunchedJvm start(List<String> command, Path log) {
        try {
            return new LaunchedJvm(new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(log.toFile()).start(), log);
        } catch (IOException e) {
            throw new InputException("--launch: the command cannot be started: " + e.getMessage());
        }
    }

    /**
     * Lets it start and warm up.
     *
     * @throws InputException when it ends meanwhile
     */
    public void warmUp(Duration duration) throws InterruptedException {
        if (process.waitFor(duration.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new InputException("--launch: the command ended with exit code " + process.exitValue()
                    + " before it was looked at; see " + log);
        }
    }

    /** The JVM: the command itself, or of those that it has started the one that has used most CPU. */
    public long pid() {
        if (JvmProcess.isJvm(process.pid())) {
            return process.pid();
        }
        return process.descendants().filter(each -> JvmProcess.isJvm(each.pid()))
                .max(Comparator.comparing(each -> each.info().totalCpuDuration().orElse(Duration.ZERO)))
                .map(ProcessHandle::pid).orElse(process.pid());
    }

    /** Ends it and all that it has started; those that have not ended after ten seconds are killed. */
    @Override
    public void close() {
        // Who has lost its parent is no descendant any more.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
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
