package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eejs.bench.measuring.CellRun;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.RemoteKeys;
import org.openjdk.jmh.results.RunResult;

/**
 * Has JMH measure one point of a sweep in one fork, which has the client's processors only.
 *
 * @param request what is measured
 * @param servers that hold the key
 * @param placement who has which processors
 * @param provider who signs with local keys
 * @param jdk that runs the client
 * @param logs where JMH's own output goes
 */
record SweepFork(RemoteKeyRequest request, SweepServers servers, SweepPlacement placement, String provider, Jdk jdk,
        Path logs) implements Sweep {
    private static final String OLD_TLS = "TLSv1.2";

    @Override
    public RunResult measure(SweepCell cell, Timing timing)
            throws JmhFork.FailedException, RunFailedException, IOException {
        MeasuredJvm jvm = new MeasuredJvm(jdk, Map.of(), SweepPlacement.pinnedTo(placement.client()));
        return new CellRun(jvm, timing, logs).measure(cell.toString(),
                cell.call(request, servers.folder().path().toString(), provider), cell.threads(), jvmOptions(cell, jvm),
                options -> options.addProfiler(ServerCpuProfiler.class));
    }

    private List<String> jvmOptions(SweepCell cell, MeasuredJvm jvm) throws IOException {
        List<String> options = new ArrayList<>(jvm.options());
        options.add("-D" + ServerCpuProfiler.PROCESSES + "=" + servers.pids(cell.curve().servers()).stream()
                .map(String::valueOf).collect(Collectors.joining(",")));
        // What clients tell of servers that come and go is not for the screen; what goes wrong is.
        options.add("-Djava.util.logging.config.file=" + servers.logging());
        options.addAll(properties(cell, request));
        return options;
    }

    /** The system properties that a cell needs. */
    static List<String> properties(SweepCell cell, RemoteKeyRequest request) {
        return cell.curve().operation().equals(RemoteKeys.HANDSHAKE) && request.protocol().equals(OLD_TLS)
                ? List.of("-D" + MutualHandshake.SCHEMES) : List.of();
    }

    @Override
    public String problem() {
        return servers.problem();
    }

    @Override
    public Map<String, String> placed() {
        Map<String, String> placed = new LinkedHashMap<>();
        placed.put("client", placement.client());
        for (int i = 0; i < placement.servers().size(); i++) {
            placed.put("key server " + (i + 1), request.cluster() == null ? placement.servers().get(i) : "elsewhere");
        }
        return placed;
    }

    @Override
    public void close() {
        servers.close();
    }
}
