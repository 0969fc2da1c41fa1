package org.eejs.bench.remotekeys;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eejs.bench.measuring.JmhFork;
import org.eejs.bench.measuring.Timing;
import org.eejs.lab.hosts.Fleet;
import org.eejs.lab.hosts.KeyHosts;
import org.eejs.lab.processes.KeyServers;
import org.eejs.lab.processes.RunFailedException;
import org.eejs.lab.processes.RunProgress;
import org.eejs.pki.files.PrivateFolder;
import org.eejs.remotekey.domain.KeyDomain;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Key servers and their clients on separate hosts. Keys are made here, go to the hosts of key servers, and are deleted
 * everywhere at the end. Clients begin at the same time, each with one JMH fork. Results are combined without loss, and
 * the servers' processor time is from the period in which all clients measured.
 */
final class HostedSweep implements Sweep {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** The minimum of the time that all clients measure together, as a part of the longest measurement. */
    private static final double LEAST_OVERLAP = 0.9;
    private static final double MICROS = 1e6;
    private static final int TIMES_AS_LONG = 3;
    private static final Duration STARTING = Duration.ofSeconds(60);

    private final RemoteKeyRequest request;
    private final String provider;
    private final KeyHosts hosts;
    private final KeyServers keys;
    private final Consumer<String> warn;

    /**
     * Waits for the hosts, and starts the servers.
     *
     * @param provider the provider by which servers sign, and clients verify
     * @param progress gets what the sweep waits for, and warnings on the precision of points
     */
    HostedSweep(RemoteKeyRequest request, String provider, Fleet fleet, RunProgress progress)
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        this.request = request;
        this.provider = provider;
        this.warn = progress::warning;
        hosts = new KeyHosts(fleet, progress::step);
        // If hosts do not join, no folder for keys is left.
        keys = new KeyServers();
        try {
            startServers();
        } catch (IOException | GeneralSecurityException | RunFailedException | InterruptedException
                | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void startServers()
            throws IOException, GeneralSecurityException, RunFailedException, InterruptedException {
        KeyDomain domain = KeyDomain.create(keys.folder().resolve("domain"),
                hosts.serverAddresses().stream().map(address -> address + ":0").toList(),
                request.keys());
        List<String> addresses = new ArrayList<>();
        for (int n = 1; n <= hosts.serverAddresses().size(); n++) {
            SweepFolder.set(domain.server(n), provider,
                    domain.folder().resolve("audit.jsonl"));
            String own = "server-" + n + ".";
            addresses.add(hosts.startServer(files(domain, name -> name.startsWith("keys.") || name.equals("ca.pem")
                    || name.equals("policy.yaml") || name.startsWith(own) || name.startsWith("keyserver-")),
                    domain.server(n).getFileName().toString()));
        }
        SweepFolder folder = SweepFolder.fill(PrivateFolder.make(keys.folder().resolve("clients")), domain,
                addresses);
        Map<String, byte[]> ofClients = files(domain, name -> name.startsWith("client.") || name.equals("ca.pem"));
        for (int n = 1; n <= addresses.size(); n++) {
            ofClients.put(folder.cluster(n).getFileName().toString(), relative(folder.cluster(n), domain));
        }
        hosts.prepareClients(ofClients);
    }

    /** Returns files of the domain, whose paths are relative to their future folder. */
    private static Map<String, byte[]> files(KeyDomain domain, Predicate<String> which)
            throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (Stream<Path> all = Files.list(domain.folder())) {
            for (Path file : all.filter(each -> which.test(each.getFileName().toString())).toList()) {
                files.put(file.getFileName().toString(), file.toString().endsWith(".yaml") ? relative(file, domain)
                        : Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static byte[] relative(Path file, KeyDomain domain) throws IOException {
        return Files.readString(file).replace(domain.folder() + "/", "").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public RunResult measure(SweepCell cell, Timing timing)
            throws JmhFork.FailedException, RunFailedException, IOException {
        ClientFork asked = ClientFork.of(cell, request, "cluster-" + Math.max(1, cell.curve().servers()) + ".yaml",
                provider, timing);
        List<BenchmarkResult> clients = new ArrayList<>();
        List<RunResult> results = new ArrayList<>();
        double began = 0;
        double ended = Double.MAX_VALUE;
        double longest = 0;
        for (KeyHosts.Measured each : measured(cell.clients(), asked, timing)) {
            RunResult result = SweepClientMain.read(each.measured());
            results.add(result);
            for (BenchmarkResult client : result.getBenchmarkResults()) {
                double from = 1e3 * client.getMetadata().getMeasurementTime() - each.clockOffsetMicros();
                double to = 1e3 * client.getMetadata().getStopTime() - each.clockOffsetMicros();
                began = Math.max(began, from);
                ended = Math.min(ended, to);
                longest = Math.max(longest, to - from);
                clients.add(client);
            }
        }
        if (ended <= began) {
            throw new JmhFork.FailedException("the clients' measurements did not overlap; check whether one of "
                    + "them is much slower");
        }
        if (ended - began < LEAST_OVERLAP * longest) {
            warn.accept("%s: the clients' measurements overlapped only %.0f%% of the time".formatted(cell,
                    100 * (ended - began) / longest));
        }
        RunResult all = new RunResult(results.get(0).getParams(), clients);
        addServers(all, cell, began, ended);
        return all;
    }

    private List<KeyHosts.Measured> measured(int clients, ClientFork asked, Timing timing)
            throws RunFailedException, JmhFork.FailedException {
        try {
            return hosts.measure(clients, JSON.writeValueAsString(asked),
                    STARTING.plusMillis(TIMES_AS_LONG * timing.forkMs()));
        } catch (KeyHosts.ClientFailedException e) {
            throw new JmhFork.FailedException(e.getMessage());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("all requests can be written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while clients measured", e);
        }
    }

    /** Adds the figures of servers on hosts, which JMH adds for servers on this machine. */
    private void addServers(RunResult all, SweepCell cell, double began, double ended) {
        double operations = SweepCell.opsPerSecond(all) * (ended - began) / MICROS;
        List<Double> seconds = hosts.cpuSeconds(began, ended);
        BenchmarkResult first = all.getBenchmarkResults().iterator().next();
        for (int i = 0; i < cell.curve().servers(); i++) {
            first.addBenchmarkResult(new ScalarResult(ServerCpuProfiler.CPU + (i + 1),
                    MICROS * seconds.get(i) / operations, "us/op", AggregationPolicy.AVG));
        }
    }

    @Override
    public String problem() {
        // A key server that ended is found as its processor time is read.
        return null;
    }

    @Override
    public Map<String, String> placed() {
        return hosts.placed();
    }

    @Override
    public void close() {
        hosts.close();
        keys.close();
    }
}
