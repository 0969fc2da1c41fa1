package org.eejs.lab.processes;

import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.SystemCommand;

/** The command line of a JVM, with the programs in front of it. Mutable; not thread-safe. */
public final class JvmCommand {
    /** The options that let a JVM log only warnings, on standard error: standard output is a control channel. */
    public static final List<String> LOGGING = List.of("-Xlog:disable", "-Xlog:all=warning:stderr");

    private final Jdk jdk;
    private final List<String> before = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final List<String> classPath = new ArrayList<>();

    public JvmCommand(Jdk jdk) {
        this.jdk = jdk;
    }

    /**
     * Starts the JVM in a separate session where there is setsid. So Ctrl-C reaches only the lab, which ends processes
     * in order.
     */
    public JvmCommand inOwnSession() {
        return behind(SystemCommand.exists("setsid") ? List.of("setsid") : List.of());
    }

    /** Pins the JVM to processors in the form of taskset; empty for all. */
    public JvmCommand pinnedTo(String processors) {
        return behind(processors.isEmpty() ? List.of() : List.of("taskset", "-c", processors));
    }

    /** Puts a program in front of the JVM, after the programs already there. */
    public JvmCommand behind(List<String> words) {
        before.addAll(words);
        return this;
    }

    public JvmCommand options(Collection<String> more) {
        options.addAll(more);
        return this;
    }

    public JvmCommand classPath(Collection<String> entries) {
        classPath.addAll(entries);
        return this;
    }

    /** Returns the whole command line, with a program's main class and arguments. */
    public List<String> words(String main, List<String> arguments) {
        List<String> words = new ArrayList<>(before);
        words.add(jdk.java().toString());
        words.addAll(options);
        words.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), main));
        words.addAll(arguments);
        return words;
    }
}
