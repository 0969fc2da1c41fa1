package org.eejs.bench.xml;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.lab.machine.HeapPages;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.machine.JvmLog;
import org.eejs.lab.machine.SystemCommand;
import org.eejs.lab.processes.KeyServers;
import org.eejs.lab.rounds.Places;
import org.eejs.lab.settings.SignatureProviders;
import org.eejs.pki.files.PrivateFile;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.result.InputException;
import org.eejs.result.settings.XmlSettings;

/**
 * The JVM that measures a cell, pinned according to its placement, with its options, and a key server where keys are on
 * one. Close it after the fork.
 *
 * @param options all options of the JVM
 * @param heapPageKb the size of the heap's pages, in kilobytes of 1,024 bytes; null when the JVM does not report it
 * @param server the key server; null where there is none
 */
record XmlFork(MeasuredJvm jvm, List<String> options, Long heapPageKb, KeyServers server)
        implements AutoCloseable {
    /** Options that set the size of the heap. */
    private static final Pattern HEAP = Pattern.compile(
            "-Xm[sx].*|-XX:(Max|Initial|Min)HeapSize=.*|-XX:(Max|Initial|Min)RAM.*|-XX:SoftMaxHeapSize=.*");
    private static final long SECONDS_TO_START = 60;

    /**
     * Prepares the JVM of a cell.
     *
     * @param folder the folder for logs
     * @throws JmhFork.FailedException with a line when the JVM does not follow its options, or a key server is missing
     */
    static XmlFork of(XmlTask task, Places places, Path folder) throws IOException, JmhFork.FailedException {
        PrivateFolder.make(folder);
        XmlSettings settings = task.settings();
        String signer = task.signature() ? settings.provider() : "";
        MeasuredJvm jvm = MeasuredJvm.of(task.jdk(), signer).behind(task.processors().isEmpty() ? List.of()
                : List.of("taskset", "-c", task.processors()));
        List<String> options = new ArrayList<>(jvm.options());
        options.removeIf(option -> HEAP.matcher(option).matches()
                && settings.jvmOptions().stream().anyMatch(own -> HEAP.matcher(own).matches()));
        options.addAll(settings.jvmOptions());
        HeapPages heap = heapPages(task.jdk(), options, settings.jvmOptions(), folder.resolve("jvm.log"));
        if (!signer.equals(SignatureProviders.REMOTE)) {
            return new XmlFork(jvm, options, heap.kb(), null);
        }
        try {
            KeyServers server = KeyServers.ofKey(places.home(), settings.key(), task.processors(),
                    folder.resolve("key-server.log"));
            options.addAll(task.jdk().unsafeMemoryAccess());
            options.add("-D" + XmlTransaction.CLUSTER + "=" + server.cluster());
            return new XmlFork(jvm, options, heap.kb(), server);
        } catch (InputException e) {
            throw new JmhFork.FailedException(e.getMessage());
        }
    }

    /** Starts the JVM once and ends it, since HotSpot may use other pages, or ignore an option, with a warning. */
    private static HeapPages heapPages(Jdk jdk, List<String> options, List<String> asked, Path log)
            throws IOException, JmhFork.FailedException {
        List<String> words = new ArrayList<>(List.of(jdk.java().toString()));
        words.addAll(options);
        words.addAll(List.of(HeapPages.LOGGING, "-XX:+DisplayVMOutputToStderr", "-version"));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(PrivateFile.log(log))
                .start();
        boolean ended = SystemCommand.awaitEnd(process, SECONDS_TO_START);
        JvmLog said = new JvmLog(log);
        String refused = said.refusedFlag();
        HeapPages heap = said.heapPages();
        String why = refused != null ? "the JVM refuses an option: " + refused
                : !ended || process.exitValue() != 0 ? "the JVM does not start: " + said.reason()
                : heap.refusal(asked);
        if (why != null) {
            throw new JmhFork.FailedException(why);
        }
        return heap;
    }

    /** Returns figures of the heap's pages. */
    Map<String, Double> figures() {
        return heapPageKb == null ? Map.of() : Map.of("heapPageKb", (double) heapPageKb);
    }

    /** Fails when the key server has ended. */
    void requireServer() throws JmhFork.FailedException {
        if (server != null && server.problem() != null) {
            throw new JmhFork.FailedException(server.problem());
        }
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
