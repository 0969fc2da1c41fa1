package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eejs.bench.measuring.CpuProfiler;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.result.RemoteKeys;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

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
        Path logs) {
    private static final TimeValue PATIENCE = TimeValue.seconds(120);
    private static final String OLD_TLS = "TLSv1.2";

    /**
     * Measures.
     *
     * @throws JmhFork.FailedException when there is no figure
     * @throws RunFailedException when nothing can be measured now
     */
    RunResult run(SweepCell cell, Timing timing) throws JmhFork.FailedException, RunFailedException, IOException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(cell.benchmark()) + "$").mode(Mode.SampleTime)
                .jvm(program().toString()).jvmArgs(jvmOptions(cell).toArray(String[]::new)).timeout(PATIENCE)
                .addProfiler(CpuProfiler.class).addProfiler(ServerCpuProfiler.class).shouldFailOnError(false);
        timing.tell(options);
        cell.tell(options, request, servers.folder(), provider);
        return JmhFork.run(options.build(), cell.toString(), logs);
    }

    private List<String> jvmOptions(SweepCell cell) {
        List<String> options = new ArrayList<>(new MeasuredJvm(jdk, Map.of()).options(null));
        options.add("-D" + ServerCpuProfiler.PROCESSES + "=" + servers.pids(cell.curve().servers()).stream()
                .map(String::valueOf).collect(Collectors.joining(",")));
        // What clients tell of servers that come and go is not for the screen; what goes wrong is.
        options.add("-Djava.util.logging.config.file=" + servers.folder().logging());
        if (cell.curve().operation().equals(RemoteKeys.HANDSHAKE) && request.protocol().equals(OLD_TLS)) {
            options.add("-D" + MutualHandshake.SCHEMES);
        }
        return options;
    }

    /** JMH starts one program by its path: a script that takes the processors and becomes the JVM. */
    private Path program() throws IOException {
        List<String> pinned = SweepPlacement.pinnedTo(placement.client());
        if (pinned.isEmpty()) {
            return jdk.java();
        }
        Path script = servers.folder().path().resolve("java.sh");
        if (!Files.exists(script)) {
            Files.writeString(script, "#!/bin/sh\nexec " + String.join(" ", pinned) + " '"
                    + jdk.java().toString().replace("'", "'\\''") + "' \"$@\"\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        }
        return script;
    }
}
