package org.eejs.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eejs.result.InputException;

/**
 * A process that may be a JVM. Checks whether it accepts jcmd before anything is sent to it: attaching sends SIGQUIT,
 * which ends a program that does not handle it.
 */
public final class JvmProcess {
    /** The bit of SIGQUIT among the signals that a process catches; see proc(5). */
    private static final long SIGQUIT = 1L << 2;
    private static final Path PROCESSES = Path.of("/proc");
    private static final String LISTED = "; jps -l lists the JVMs of this user";
    private static final String RECORD_ITSELF = "start it with -XX:StartFlightRecording=settings=profile, "
            + "and give the recording to the doctor";

    private final long pid;
    private final ProcessFiles process;
    private final ProcessFiles self;

    private JvmProcess(Path processes, long pid) {
        this.pid = pid;
        this.process = new ProcessFiles(processes.resolve(Long.toString(pid)));
        this.self = new ProcessFiles(processes.resolve("self"));
    }

    /**
     * Makes sure that a process accepts jcmd.
     *
     * @throws InputException with one line that gives the reason and the remedy, when it does not
     */
    public static void check(long pid) {
        check(PROCESSES, pid);
    }

    /** Returns why a process does not accept jcmd, such as {@code process 4711 is no JVM}; empty when it does. */
    public static Optional<String> refusal(long pid) {
        try {
            check(pid);
            return Optional.empty();
        } catch (InputException e) {
            // The remedy follows.
            return Optional.of(e.getMessage().split(";")[0]);
        }
    }

    /** Checks a process of a folder in the form of proc(5). */
    static void check(Path processes, long pid) {
        new JvmProcess(processes, pid).check();
    }

    private void check() {
        if (!Files.exists(process.folder())) {
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
            throw new InputException("failed to read process " + pid + ": " + e.getMessage());
        }
    }

    private void checkUser() throws IOException {
        if (!process.isOfSameUserAs(self) && !(isRoot() && isInOtherContainer())) {
            String user = Files.getOwner(process.folder()).getName();
            throw new InputException("process %d belongs to the user %s; run the doctor as that user: sudo -u %s "
                    .formatted(pid, user, user) + "./eejs doctor " + pid);
        }
    }

    /** Checks that the process is in this container, or that this user is root, for the files of other containers. */
    private void checkContainer() throws IOException {
        if (isInOtherContainer() && !isRoot()) {
            throw new InputException("process " + pid + " is in another container; run the doctor as root or inside "
                    + "it, or record with jcmd JFR.start there");
        }
    }

    private boolean isInOtherContainer() throws IOException {
        return !process.sharesNamespace("pid", self) || !process.sharesNamespace("mnt", self);
    }

    private boolean isRoot() throws IOException {
        return self.status("Uid").startsWith("0");
    }

    private void checkJvm() throws IOException {
        List<String> libraries = process.libraries();
        if (libraries.stream().anyMatch(library -> library.startsWith("libj9vm"))) {
            throw new InputException("process " + pid + " runs OpenJ9; the doctor supports only HotSpot JVMs");
        }
        if (!process.isJvm()) {
            throw new InputException("process " + pid + " is no JVM" + LISTED);
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

    /** Returns the options in the order in which the JVM takes them; the last one wins. */
    private List<String> options() throws IOException {
        Map<String, String> variables = process.environment().stream().map(each -> each.split("=", 2))
                .filter(each -> each.length == 2).collect(Collectors.toMap(each -> each[0], each -> each[1],
                        (one, other) -> one));
        return Stream.of(variables.getOrDefault("JAVA_TOOL_OPTIONS", "").split("\\s+"),
                variables.getOrDefault("JDK_JAVA_OPTIONS", "").split("\\s+"), process.command().toArray(String[]::new),
                variables.getOrDefault("_JAVA_OPTIONS", "").split("\\s+")).flatMap(Stream::of).toList();
    }

    private void checkSignal() throws IOException {
        if ((Long.parseUnsignedLong(process.status("SigCgt"), 16) & SIGQUIT) == 0) {
            throw new InputException("process " + pid + " does not handle SIGQUIT, for example because of -Xrs; "
                    + RECORD_ITSELF);
        }
    }

    private void checkRunning() throws IOException {
        if (process.status("State").toLowerCase(Locale.ROOT).startsWith("t")) {
            throw new InputException("process %d is stopped, by a signal or a debugger; resume it, for example by "
                    .formatted(pid) + "kill -CONT " + pid + ", and try again");
        }
    }
}
