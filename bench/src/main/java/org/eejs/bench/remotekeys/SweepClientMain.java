package org.eejs.bench.remotekeys;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.lab.hosts.KeyHosts;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.role.ControlChannel;
import org.eejs.terminal.Printer;
import org.openjdk.jmh.results.RunResult;

/**
 * A client of key servers on a host: measures a point in one JMH fork, and reports JMH's complete result. Its arguments
 * are the folder with the client's file, and a {@link ClientFork} as JSON.
 */
public final class SweepClientMain {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** The classes of JMH's results. */
    private static final ObjectInputFilter RESULTS = ObjectInputFilter.Config.createFilter(
            "org.openjdk.jmh.**;java.lang.*;java.util.**;maxdepth=50;!*");

    private SweepClientMain() {}

    /** Measures, unless the lab ends first. */
    public static void main(String... arguments) throws IOException {
        Printer.guard();
        ControlChannel channel = ControlChannel.overStandardStreams();
        CompletableFuture<String> begin = new CompletableFuture<>();
        channel.listen(word -> {
            if (word.startsWith(KeyHosts.BEGIN)) {
                begin.complete(word.substring(KeyHosts.BEGIN.length()));
            } else if (word.equals(ControlChannel.STOP)) {
                end();
            }
        }, SweepClientMain::end);
        // The lab makes sure that nothing else is measured on this host; hosts of a trial share a machine.
        System.setProperty("jmh.ignoreLock", "true");
        Path folder = Path.of(arguments[0]);
        ClientFork fork = JSON.readValue(arguments[1], ClientFork.class).in(folder);
        channel.emit(ControlChannel.READY, "");
        String when = begin.join();
        try {
            channel.emit(KeyHosts.MEASURED, write(fork.measure(MeasuredJvm.of(Jdk.running()), folder,
                    List.of("-D" + ServerCpuProfiler.BEGIN + "=" + when))));
            channel.emit(ControlChannel.DONE, "");
        } catch (JmhFork.FailedException | RunFailedException e) {
            channel.emit(ControlChannel.FAILED, e.getMessage());
        }
    }

    private static void end() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(0);
    }

    private static String write(RunResult result) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(result);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** Returns the result that a client reported. */
    static RunResult read(String text) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
            in.setObjectInputFilter(RESULTS);
            return (RunResult) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("a client measured with another version: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new IOException("a client sent an unexpected report; run the same version of EEJS there", e);
        }
    }
}
