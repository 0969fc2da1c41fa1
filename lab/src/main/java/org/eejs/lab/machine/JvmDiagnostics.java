package org.eejs.lab.machine;

import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eejs.profile.AttachedJvm;
import org.eejs.profile.ProfilingException;

/**
 * What a HotSpot JVM of this machine answers to the commands that jcmd knows, without a JVM for each of them. The
 * lab's own JVM needs {@code --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED} for it; without, and when the other
 * JVM refuses or has ended, nothing is known. Each answer costs the other JVM some milliseconds. Thread-safe.
 */
public final class JvmDiagnostics {
    /** A line of the compiler's queue: the number of the compilation, its kind, level and method. */
    private static final Pattern WAITING = Pattern.compile("(?m)^ *\\d+ ");

    private final AttachedJvm jvm;

    /** Those of a process. */
    public JvmDiagnostics(long pid) {
        jvm = new AttachedJvm(pid);
    }

    /**
     * The flags with which the JVM runs: those of its command line and those that it chose for this machine.
     *
     * @return in alphabetical order; completes with none when they are not known
     */
    public CompletableFuture<List<String>> finalFlags() {
        return CompletableFuture.supplyAsync(() -> Stream.of(answer("VM.flags").split("\\s+"))
                .filter(word -> word.startsWith("-XX:")).sorted().toList());
    }

    /** How many methods wait to be compiled; completes with nothing when that is not known. */
    public CompletableFuture<OptionalInt> waitingCompilations() {
        return CompletableFuture.supplyAsync(() -> waiting(answer("Compiler.queue")));
    }

    /** The compilations under way stand before the queues and are not counted. */
    static OptionalInt waiting(String answer) {
        int queues = answer.indexOf("compile queue:");
        return queues < 0 ? OptionalInt.empty()
                : OptionalInt.of((int) WAITING.matcher(answer.substring(queues)).results().count());
    }

    /** Empty when there is none: not attachable, not exported, not HotSpot, or gone. */
    private String answer(String command) {
        try {
            return jvm.answer(command);
        } catch (ProfilingException e) {
            return "";
        }
    }
}
