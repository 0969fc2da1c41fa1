package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.CellRun;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.RemoteKeys;
import org.openjdk.jmh.results.RunResult;

/**
 * A JMH fork that is a client of key servers.
 *
 * @param title the title in JMH's log
 * @param call the call of a benchmark
 * @param threads the threads of this client
 * @param properties further options of the JVM that measures
 */
record ClientFork(String title, Call call, int threads, Timing timing, List<String> properties) {
    private static final String FOLDER = "folder";
    private static final String OLD_TLS = "TLSv1.2";

    /**
     * Returns one client's part of a cell.
     *
     * @param folder the folder of its {@link SweepFolder}, or the client's file of a cluster
     */
    static ClientFork of(SweepCell cell, RemoteKeyRequest request, String folder, String provider, Timing timing) {
        return new ClientFork(cell.toString(), cell.call(request, folder, provider), cell.threadsOfClient(), timing,
                cell.curve().operation().equals(RemoteKeys.HANDSHAKE) && request.protocol().equals(OLD_TLS)
                        ? List.of("-D" + MutualHandshake.SCHEMES) : List.of());
    }

    /** Returns this fork with files that are relative to a folder. */
    ClientFork in(Path place) {
        Map<String, String> parameters = new TreeMap<>(call.parameters());
        parameters.computeIfPresent(FOLDER, (name, file) -> place.resolve(file).toString());
        return new ClientFork(title, new Call(call.benchmark(), call.method(), parameters), threads, timing,
                properties);
    }

    /**
     * Measures the call.
     *
     * @param logs the folder for JMH's output
     * @param more additional options of the JVM
     */
    RunResult measure(MeasuredJvm jvm, Path logs, List<String> more)
            throws JmhFork.FailedException, RunFailedException, IOException {
        List<String> options = new ArrayList<>(jvm.options());
        options.addAll(more);
        options.addAll(properties);
        return new CellRun(jvm, timing, logs).measure(title, call, threads, options,
                jmh -> jmh.addProfiler(ServerCpuProfiler.class));
    }
}
