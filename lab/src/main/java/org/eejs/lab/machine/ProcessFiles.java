package org.eejs.lab.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files in which Linux describes a process; see proc(5). Methods throw an IOException when it has ended, or belongs
 * to another user.
 *
 * @param folder the folder, such as {@code /proc/4711}
 */
public record ProcessFiles(Path folder) {
    private static final String HOTSPOT = "libjvm.so";

    /** Creates the files of a process of this machine. */
    public ProcessFiles(long pid) {
        this(Path.of("/proc", Long.toString(pid)));
    }

    /** Returns whether it is a HotSpot JVM; false when that is not known. */
    public boolean isJvm() {
        try {
            return libraries().contains(HOTSPOT);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the process if it is a JVM, else the JVM with the most CPU among others; the process if there is none.
     */
    public static long jvmAmong(long pid, Supplier<List<ProcessHandle>> others) {
        return new ProcessFiles(pid).isJvm() ? pid : others.get().stream()
                .filter(each -> new ProcessFiles(each.pid()).isJvm())
                .max(Comparator.comparing(each -> each.info().totalCpuDuration().orElse(Duration.ZERO)))
                .map(ProcessHandle::pid).orElse(pid);
    }

    /** Returns the names of the files that it has mapped. */
    public List<String> libraries() throws IOException {
        try (Stream<String> mapped = Files.lines(folder.resolve("maps"), StandardCharsets.ISO_8859_1)) {
            // A JDK that was updated under a running JVM is deleted, but remains mapped.
            return mapped.map(line -> line.replaceFirst(" \\(deleted\\)$", "")).filter(line -> line.contains("/"))
                    .map(line -> line.substring(line.lastIndexOf('/') + 1)).distinct().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns whether a line of its limits begins with a pattern; false when that is not known. */
    public boolean hasLimit(Pattern start) {
        try (Stream<String> lines = Files.lines(folder.resolve("limits"), StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> start.matcher(line).lookingAt());
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /** Returns the variables that it was started with, each as {@code NAME=value}. */
    public List<String> environment() throws IOException {
        return words("environ");
    }

    /** Returns the words of its command line. */
    public List<String> command() throws IOException {
        return words("cmdline");
    }

    private List<String> words(String file) throws IOException {
        return List.of(Files.readString(folder.resolve(file), StandardCharsets.ISO_8859_1).split("\0"));
    }

    /** Returns the value of a name in its status. */
    public String status(String name) throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("status"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip()).findFirst()
                    .orElseThrow(() -> new IOException("its status has no " + name));
        } catch (UncheckedIOException e) {
            // The process has ended meanwhile.
            throw e.getCause();
        }
    }

    /** Returns whether it has ended, but its parent has not collected its exit code. */
    public boolean isZombie() {
        try {
            return status("State").startsWith("Z");
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether it belongs to the same user as another process. */
    public boolean isOfSameUserAs(ProcessFiles other) throws IOException {
        return Files.getAttribute(folder, "unix:uid").equals(Files.getAttribute(other.folder, "unix:uid"));
    }

    /** Returns whether both are in the same namespace, such as {@code net}. */
    public boolean sharesNamespace(String kind, ProcessFiles other) throws IOException {
        return Files.readSymbolicLink(folder.resolve("ns/" + kind)).equals(
                Files.readSymbolicLink(other.folder.resolve("ns/" + kind)));
    }

    /** Returns the files of this process. */
    public static ProcessFiles ofThis() {
        return new ProcessFiles(Path.of("/proc/self"));
    }
}
