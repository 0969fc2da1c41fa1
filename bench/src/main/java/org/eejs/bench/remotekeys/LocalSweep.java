package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.MeasuredJvm;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.machine.Jdk;
import org.eejs.lab.processes.KeyServers;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.pki.files.PrivateFile;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.result.RemoteKeyKind;
import org.eejs.result.RemoteKeys;
import org.openjdk.jmh.results.RunResult;

/**
 * A client on this machine, and key servers that run like {@code ./eejs keyserver}, or run elsewhere already. Keys are
 * made in a folder that only its owner can read, and are deleted with it.
 */
final class LocalSweep implements Sweep {
    private final RemoteKeyRequest request;
    private final SweepPlacement placement;
    private final String provider;
    private final Path logs;
    /** The servers; null where they run elsewhere. */
    private final KeyServers servers;
    private final SweepFolder folder;

    /**
     * Makes keys, starts servers on free ports and waits until they serve.
     *
     * @param placement the processors of each process
     * @param provider the provider that signs on servers and with local keys
     * @param logs the folder for standard errors and JMH's output, and finally the servers' records of every use of a
     *     key
     */
    LocalSweep(RemoteKeyRequest request, SweepPlacement placement, String provider, Path logs)
            throws IOException, GeneralSecurityException {
        this.request = request;
        this.placement = placement;
        this.provider = provider;
        this.logs = logs;
        if (request.cluster() != null) {
            servers = null;
            folder = new SweepFolder(request.cluster());
            for (RemoteKeyKind kind : request.kinds()) {
                folder.open(kind, RemoteKeys.REMOTE, request.mostServers(), provider).close();
            }
            return;
        }
        servers = new KeyServers();
        try {
            folder = start();
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private SweepFolder start() throws IOException, GeneralSecurityException {
        KeyDomain domain = KeyDomain.create(servers.folder().resolve("domain"),
                Collections.nCopies(request.mostServers(), "127.0.0.1:0"), request.keys());
        Path home = Path.of(System.getProperty("eejs.home", "target/eejs"));
        for (int n = 1; n <= request.mostServers(); n++) {
            SweepFolder.set(domain.server(n), provider, audit(n).toAbsolutePath());
            servers.start(home, domain.server(n), placement.servers().get(n - 1),
                    logs.resolve("keyserver-" + n + ".log"));
        }
        return SweepFolder.fill(servers.folder(), domain, servers.addresses());
    }

    private Path audit(int server) {
        return logs.resolve("audit-" + server + ".jsonl");
    }

    @Override
    public RunResult measure(SweepCell cell, Timing timing)
            throws JmhFork.FailedException, RunFailedException, IOException {
        // Clients log servers that come and go. The screen shows only faults.
        Path logging = logs.resolve("logging.properties");
        PrivateFile.write(logging, "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n");
        String processes = servers == null ? "" : servers.pids().subList(0, cell.curve().servers()).stream()
                .map(String::valueOf).collect(Collectors.joining(","));
        return ClientFork.of(cell, request, folder.path().toString(), provider, timing).measure(
                MeasuredJvm.of(Jdk.running()).behind(SweepPlacement.pinnedTo(placement.client())), logs, List.of(
                        "-D" + ServerCpuProfiler.PROCESSES + "=" + processes,
                        "-Djava.util.logging.config.file=" + logging));
    }

    @Override
    public String problem() {
        return servers == null ? null : servers.problem();
    }

    @Override
    public Map<String, String> placed() {
        Map<String, String> placed = new LinkedHashMap<>();
        placed.put("client", placement.client());
        for (int n = 1; n <= placement.servers().size(); n++) {
            placed.put("key server " + n, servers == null ? "elsewhere" : placement.servers().get(n - 1));
        }
        return placed;
    }

    /** Ends the servers, removes the keys, and only then does slow work. */
    @Override
    public void close() {
        if (servers != null) {
            List<Long> pids = new ArrayList<>(servers.pids());
            servers.close();
            for (int n = 1; n <= pids.size(); n++) {
                keepAuditLog(n);
            }
        }
    }

    /** Compresses the audit log: half an hour has millions of lines. */
    private void keepAuditLog(int server) {
        Path log = audit(server);
        if (Files.exists(log)) {
            try (OutputStream out = new GZIPOutputStream(PrivateFile.open(log.resolveSibling(log.getFileName()
                    + ".gz")))) {
                Files.copy(log, out);
                Files.delete(log);
            } catch (IOException e) {
                System.err.println("eejs: the audit log of key server " + server + " is not compressed: "
                        + e.getMessage());
            }
        }
    }
}
