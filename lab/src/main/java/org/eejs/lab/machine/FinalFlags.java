package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * With which flags a JVM runs: those of its command line and those that it chose for this machine, as
 * {@code jcmd PID VM.flags} prints them.
 */
public final class FinalFlags {
    private FinalFlags() {}

    /**
     * Begins to read them, which takes a JVM of its own for about a second.
     *
     * @return the flags in alphabetical order; completes with null when the JDK has no jcmd, or when it fails
     */
    public static CompletableFuture<List<String>> of(Jdk jdk, long pid) {
        Path jcmd = jdk.home().resolve("bin/jcmd");
        if (!Files.isExecutable(jcmd)) {
            return CompletableFuture.completedFuture(null);
        }
        try {
            return new ProcessBuilder(jcmd.toString(), Long.toString(pid), "VM.flags").start().onExit()
                    .thenApply(FinalFlags::read);
        } catch (IOException e) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** They take less than a pipe holds. */
    private static List<String> read(Process jcmd) {
        try {
            String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return jcmd.exitValue() != 0 ? null : Stream.of(answer.split("\\s+"))
                    .filter(word -> word.startsWith("-XX:")).sorted().toList();
        } catch (IOException e) {
            return null;
        }
    }
}
