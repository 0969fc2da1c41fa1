package org.eejs.doctor.looking;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eejs.lab.machine.ProcessFiles;
import org.eejs.lab.processes.StartedProcesses;
import org.eejs.pki.files.PrivateFile;
import org.eejs.result.InputException;

/** A command with a JVM, or a script that starts one, which is ended with all that it has started. For one thread. */
public final class LaunchedJvm implements AutoCloseable {
    private static final Duration TO_END = Duration.ofSeconds(10);

    private final StartedProcesses started;
    private final Path log;
    private final Duration toEnd;

    private LaunchedJvm(StartedProcesses started, Path log, Duration toEnd) {
        this.started = started;
        this.log = log;
        this.toEnd = toEnd;
    }

    /**
     * Starts it.
     *
     * @param log where its output goes
     * @throws InputException when it cannot be started
     */
    public static LaunchedJvm start(List<String> command, Path log) {
        return start(command, log, TO_END);
    }

    /** Returns the same, and gives it less time to end than ten seconds, or more. */
    static LaunchedJvm start(List<String> command, Path log, Duration toEnd) {
        try {
            return new LaunchedJvm(StartedProcesses.start(new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(PrivateFile.log(log))), log, toEnd);
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
        Process process = started.process();
        if (process.waitFor(duration.toMillis(), TimeUnit.MILLISECONDS) && !started.all().isEmpty()) {
            TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
        }
        if (started.all().isEmpty()) {
            throw new InputException("--launch: the command ended with exit code " + process.exitValue()
                    + " before it was looked at; see " + log);
        }
    }

    /** Returns the JVM: the command itself, or of those that it has started the one that has used most CPU. */
    public long pid() {
        return ProcessFiles.jvmAmong(started.process().pid(), started::all);
    }

    /** Ends it and all that it has started; those that have not ended after ten seconds are killed. */
    @Override
    public void close() {
        started.end(toEnd);
    }
}
