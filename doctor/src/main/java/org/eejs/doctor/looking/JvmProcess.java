package org.eejs.doctor.looking;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.InputException;

/**
 * A process of which is known, before anything is sent to it, whether it can be asked what jcmd asks. Whoever is asked
 * gets a signal first, SIGQUIT, that ends a program that does not expect it.
 */
final class JvmProcess {
    /** Its bit among the signals that a process catches; see proc(5). */
    private static final long SIGQUIT = 1L << 2;
    private static final Path PROCESSES = Path.of("/proc");
    private static final String HOTSPOT = "libjvm.so";
    private static final String LISTED = "; jps -l lists the JVMs of this user";
    private static final String RECORD_ITSELF = "have it record itself by -XX:StartFlightRecording=settings=profile, "
            + "and give the recording to the doctor";

    private final long pid;
    private final Path process;
    private final Path self;

    private JvmProcess(Path processes, long pid) {
        this.pid = pid;
        this.process = processes.resolve(Long.toString(pid));
        this.self = processes.resolve("self");
    }

    /**
     * Makes sure that it can be asked.
     *
     * @throws InputException with a line that says why not, and what to do
     */
    static void check(long pid) {
        check(PROCESSES, pid);
    }

    /** The same with processes as of proc(5) in a folder. */
    static void check(Path processes, long pid) {
        new JvmProcess(processes, pid).check();
    }

    private void check() {
        if (!Files.exists(process)) {
            throw new InputException("there is no process " + pid + LISTED);
        }
        try {
            checkUser();
            checkContainer();
            checkJvm();
            checkAttaching();
            checkSignal();
            checkRunning();
        } catch (IOException e) {
            throw new InputException("process " + pid + " cannot be looked at: " + e.getMessage());
        }
    }

    private void checkUser() throws IOException {
        if (!Files.getAttribute(process, "unix:uid").equals(Files.getAttribute(self, "unix:uid"))) {
            String user = Files.getOwner(process).getName();
            throw new InputException("process %d belongs to the user %s; run the doctor as that user: sudo -u %s "
                    .formatted(pid, user, user) + "./eejs doctor " + pid);
        }
    }

    /** In another container neither its files are seen here, nor those of here there. */
    private void checkContainer() throws IOException {
        for (String namespace : List.of("ns/pid", "ns/mnt")) {
            if (!Files.readSymbolicLink(process.resolve(namespace)).equals(
                    Files.readSymbolicLink(self.resolve(namespace)))) {
                throw new InputException("process " + pid + " is in a container of its own; run the doctor there, or "
                        + "record there by jcmd JFR.start and give it the recording");
            }
        }
    }

    private void checkJvm() throws IOException {
        List<String> libraries = libraries();
        if (libraries.stream().anyMatch(library -> library.startsWith("libj9vm"))) {
            throw new InputException("process " + pid + " runs OpenJ9; the doctor looks at HotSpot JVMs");
        }
        if (!libraries.contains(HOTSPOT)) {
            throw new InputException("process " + pid + " is no JVM" + LISTED);
        }
    }

    /** Whether a process is a JVM; not, when it has ended. */
    static boolean isJvm(long pid) {
        try {
            return new JvmProcess(PROCESSES, pid).libraries().contains(HOTSPOT);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a process, or what started it, was given a variable: {@code NAME=value}; not, when it has ended. */
    static boolean hasVariable(long pid, String variable) {
        try {
            return new JvmProcess(PROCESSES, pid).environment().contains(variable);
        } catch (IOException e) {
            return false;
        }
    }

    private List<String> environment() throws IOException {
        return List.of(Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1).split("\0"));
    }

    /** The files that it has mapped. */
    private List<String> libraries() throws IOException {
        try (Stream<String> mapped = Files.lines(process.resolve("maps"), StandardCharsets.ISO_8859_1)) {
            // A JDK that was updated under a running JVM is deleted, and still there for it.
            return mapped.map(line -> line.replaceFirst(" \\(deleted\\)$", "")).filter(line -> line.contains("/"))
                    .map(line -> line.substring(line.lastIndexOf('/') + 1)).distinct().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void checkAttaching() throws IOException {
        boolean disabled = false;
        for (String word : options()) {
            disabled = word.equals("-XX:+DisableAttachMechanism")
                    || disabled && !word.equals("-XX:-DisableAttachMechanism");
        }
        if (disabled) {
            throw new InputException("process " + pid + " runs with -XX:+DisableAttachMechanism; " + RECORD_ITSELF);
        }
    }

    /** In the order in which the JVM takes them, the last of which holds. */
    private List<String> options() throws IOException {
        Map<String, String> variables = environment().stream().map(each -> each.split("=", 2))
                .filter(each -> each.length == 2).collect(Collectors.toMap(each -> each[0], each -> each[1],
                        (one, other) -> one));
        String own = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        return Stream.of(variables.getOrDefault("JAVA_TOOL_OPTIONS", "").split("\\s+"),
                variables.getOrDefault("JDK_JAVA_OPTIONS", "").split("\\s+"), own.split("\0"),
                variables.getOrDefault("_JAVA_OPTIONS", "").split("\\s+")).flatMap(Stream::of).toList();
    }

    private void checkSignal() throws IOException {
        if ((Long.parseUnsignedLong(status("SigCgt"), 16) & SIGQUIT) == 0) {
            throw new InputException("process " + pid + " does not expect to be asked, such as with -Xrs; "
                    + RECORD_ITSELF);
        }
    }

    private void checkRunning() throws IOException {
        if (status("State").toLowerCase(Locale.ROOT).startsWith("t")) {
            throw new InputException("process %d is stopped, by a signal or a debugger, and cannot answer; have it go "
                    .formatted(pid) + "on, such as by kill -CONT " + pid + ", and look again");
        }
    }

    /** What proc(5) says of its status under a name. */
    private String status(String name) throws IOException {
        try (Stream<String> lines = Files.lines(process.resolve("status"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip()).findFirst()
                    .orElseThrow(() -> new IOException("its status has no " + name));
        }
    }
}
