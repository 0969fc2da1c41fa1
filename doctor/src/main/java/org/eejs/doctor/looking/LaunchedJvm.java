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

/** A command that is a JVM, or a script that starts one. It ends with all processes that it started. For one thread. */
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
     * Starts a command.
     *
     * @param log the file for its output
     * @throws InputException if the command does not start
     */
    public static LaunchedJvm start(List<String> command, Path log) {
        return start(command, log, TO_END);
    }

    /** Starts a command, with another limit than ten seconds for its end. */
    static LaunchedJvm start(List<String> command, Path log, Duration toEnd) {
        try {
            return new LaunchedJvm(StartedProcesses.start(new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(PrivateFile.log(log))), log, toEnd);
        } catch (IOException e) {
            throw new InputException("--launch: starting the command failed: " + e.getMessage());
        }
    }

    /**
     * Waits while the JVM starts and warms up. A launcher script may exit meanwhile; the JVM that it started runs on.
     *
     * @throws InputException if all processes end meanwhile
     */
    public void warmUp(Duration duration) throws InterruptedException {
        long end = System.nanoTime() + duration.toNanos();
        Process process = started.process();
        if (process.waitFor(duration.toMillis(), TimeUnit.MILLISECONDS) && !started.all().isEmpty()) {
            TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
        }
        if (started.all().isEmpty()) {
            throw new InputException("--launch: the command ended with exit code " + process.exitValue()
                    + " during its warm-up; see " + log);
        }
    }

    /** Returns the JVM: the command itself, or the JVM among its child processes that has used the most CPU. */
    public long pid() {
        return ProcessFiles.jvmAmong(started.process().pid(), started::all);
    }

    /** Ends all started processes. Those that have not ended after ten seconds are killed. */
    @Override
    public void close() {
        started.end(toEnd);
    }
}
