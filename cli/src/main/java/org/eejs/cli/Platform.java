package org.eejs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The machine, as far as it limits EEJS. Immutable.
 *
 * @param system its name by the JVM
 * @param processor its architecture by the JVM
 * @param describesProcesses whether there is Linux's folder of processes
 * @param musl whether the JVM uses the C library musl, as those of Alpine Linux do
 */
record Platform(String system, String processor, boolean describesProcesses, boolean musl) {
    /** Commands that look at no process. */
    private static final Set<String> ANYWHERE = Set.of("completion", "report", "results");
    /** Processors for which the native libraries of EEJS exist. */
    private static final Set<String> PROCESSORS = Set.of("amd64", "aarch64");

    /** Returns this machine. */
    static Platform here() {
        return new Platform(System.getProperty("os.name"), System.getProperty("os.arch"),
                Files.exists(Path.of("/proc/self/stat")), usesMusl());
    }

    private static boolean usesMusl() {
        try {
            return Files.readString(Path.of("/proc/self/maps")).contains("/ld-musl-");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns why a command does not work here, and what does; empty if it works.
     *
     * @param command its name; of a program with one command, that of the program
     * @param words its arguments
     */
    Optional<String> hindrance(String command, List<String> words) {
        boolean readsFile = words.stream().anyMatch(word -> word.endsWith(".jfr"));
        return describesProcesses || readsFile || ANYWHERE.contains(command) ? Optional.empty()
                : Optional.of(command + ": " + system + " has no /proc, from which EEJS learns what processes use; run "
                        + "it on Linux, such as in a container. Here work report, results, completion, and doctor "
                        + "FILE.jfr");
    }

    /** Returns what of a command does not work here, in a line; empty if everything does. */
    Optional<String> limits(String command) {
        if (ANYWHERE.contains(command) || !musl && PROCESSORS.contains(processor)) {
            return Optional.empty();
        }
        return Optional.of(because(musl ? "this JVM uses the C library musl" : "the processor is " + processor));
    }

    private static String because(String reason) {
        return reason + ", for which there are no native libraries, and on which EEJS is not tested. Driver and back "
                + "end use the JDK's TLS; ACCP, Conscrypt and BoringSSL are left out";
    }
}
