package org.eejs.lab.machine;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The programs of the operating system that the lab uses where they exist. */
public final class SystemCommand {
    private static final long SHORT_SECONDS = 5;

    /** The offset of a signal's number in the exit code of a process that the signal ended. */
    private static final int SIGNALS = 128;
    private static final int LAST_SIGNAL = 64;

    private SystemCommand() {}

    /** Returns how a program ended, such as {@code ended with exit code 1}. */
    public static String ending(int exitCode) {
        int signal = exitCode - SIGNALS;
        return signal > 0 && signal <= LAST_SIGNAL ? "was killed by signal " + signal
                : "ended with exit code " + exitCode;
    }

    /** Returns whether a program of this name is on the path. */
    public static boolean exists(String name) {
        return exists(name, System.getenv().getOrDefault("PATH", ""));
    }

    /** Returns whether a program of this name is on a path: folders, separated as by {@code PATH}. */
    private static boolean exists(String name, String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /** Returns whether a command's program exists: by its name on the command's path, else in the command's folder. */
    public static boolean exists(ProcessBuilder command) {
        String program = command.command().get(0);
        Path folder = Path.of(command.directory() == null ? "" : command.directory().getPath());
        return program.contains("/") ? Files.isExecutable(folder.resolve(program))
                : exists(program, command.environment().getOrDefault("PATH", ""));
    }

    /** Runs a short command, and ignores its output. */
    static void carryOut(List<String> command) {
        try {
            awaitEnd(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start(),
                    SHORT_SECONDS);
        } catch (IOException e) {
            // Without the program, there is no effect.
        }
    }

    /**
     * Waits for the end of a program, and kills it when that takes too long or the thread is interrupted.
     *
     * @return whether it ended by itself
     */
    public static boolean awaitEnd(Process program, long seconds) {
        try {
            if (program.waitFor(seconds, TimeUnit.SECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        program.destroyForcibly();
        return false;
    }
}
