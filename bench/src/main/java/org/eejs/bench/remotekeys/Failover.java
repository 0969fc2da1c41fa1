package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eejs.lab.processes.KeyServerProcess;
import org.eejs.lab.processes.KeyServers;
import org.eejs.pki.files.PrivateFile;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.ServerCounts;
import org.eejs.remotekey.domain.KeyDomain;

/**
 * The signatures while one of two key servers was killed and started again.
 *
 * @param both signatures a second while both served
 * @param lighter signatures a second of the lighter one without load on the other
 * @param signatures signatures requested from the kill until the weights were kept again
 * @param failures the number of failed ones
 * @param longestMillis the longest duration of one, in milliseconds
 * @param secondsToMaximum from the kill until a second with 90% of {@code lighter}
 * @param afterwards signatures a second of the lighter one from then on
 * @param secondsToServe from the start of the killed one until it accepted signatures
 * @param shareAgain the heavier one's share of the signatures afterwards; by weight, 0.75
 */
record Failover(double both, double lighter, long signatures, long failures, double longestMillis,
        double secondsToMaximum, double afterwards, double secondsToServe, double shareAgain) {
    private static final int WARM_UP_SECONDS = 8;
    private static final int PHASE_SECONDS = 5;
    private static final int PATIENCE_SECONDS = 30;
    private static final double NEARLY = 0.9;

    /** Starts two servers, loads them, kills one and starts it again. */
    static Failover measure(int threads) throws IOException, GeneralSecurityException, InterruptedException {
        SweepPlacement placement = SweepPlacement.of(2);
        Path home = Path.of(System.getProperty("eejs.home", "target/eejs"));
        try (KeyServers servers = new KeyServers()) {
            Path folder = servers.folder();
            KeyDomain domain = KeyDomain.create(folder.resolve("domain"), List.of(freeAddress(), freeAddress()),
                    List.of(KeyDomain.RSA_2048));
            KeyServerProcess first = servers.start(home, domain.server(1), placement.servers().get(0),
                    folder.resolve("first.log"));
            servers.start(home, domain.server(2), placement.servers().get(1), folder.resolve("other.log"));
            List<String> addresses = servers.addresses();
            double rate;
            try (KeyCluster lighter = KeyCluster.open(weighted(domain, addresses, 0, 1));
                    SigningLoad load = new SigningLoad(lighter, KeyDomain.RSA_2048, threads)) {
                load.sign(2 * WARM_UP_SECONDS);
                rate = load.sign(PHASE_SECONDS).perSecond();
            }
            try (KeyCluster cluster = KeyCluster.open(weighted(domain, addresses, 3, 1));
                    SigningLoad load = new SigningLoad(cluster, KeyDomain.RSA_2048, threads)) {
                load.sign(WARM_UP_SECONDS);
                double both = load.sign(PHASE_SECONDS).perSecond();
                return afterKill(load, cluster, first, rate, both, () -> servers.start(home, domain.server(1),
                        placement.servers().get(0), folder.resolve("again.log")));
            }
        }
    }

    /** Restarts the server that was killed. */
    private interface Restart {
        void start() throws IOException;
    }

    private static Failover afterKill(SigningLoad load, KeyCluster cluster, KeyServerProcess victim,
            double maximum, double both, Restart restart) throws IOException, InterruptedException {
        load.all().reset();
        long killed = System.nanoTime();
        ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly();
        double toMaximum = 0;
        for (double rate = 0; rate < NEARLY * maximum && toMaximum < PATIENCE_SECONDS;) {
            rate = load.sign(1).perSecond();
            toMaximum = (System.nanoTime() - killed) / 1e9;
        }
        double afterwards = load.sign(PHASE_SECONDS).perSecond();
        long started = System.nanoTime();
        restart.start();
        long calls = heavier(cluster).calls();
        await(() -> heavier(cluster).serving() && heavier(cluster).calls() > calls);
        double toServe = (System.nanoTime() - started) / 1e9;
        long heavierBefore = heavier(cluster).calls();
        long allBefore = calls(cluster);
        load.sign(PHASE_SECONDS);
        double share = (double) (heavier(cluster).calls() - heavierBefore) / (calls(cluster) - allBefore);
        load.close();
        return new Failover(both, maximum, load.all().getTotalCount(), load.failed(), load.all().getMaxValue() / 1e6,
                toMaximum, afterwards, toServe, share);
    }

    private static ServerCounts heavier(KeyCluster cluster) {
        return cluster.counts().get(0);
    }

    private static long calls(KeyCluster cluster) {
        return cluster.counts().stream().mapToLong(ServerCounts::calls).sum();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
    }

    private static Path weighted(KeyDomain domain, List<String> addresses, int... weights) throws IOException {
        Path equal = domain.cluster(addresses);
        StringBuilder text = new StringBuilder();
        int server = 0;
        for (String line : Files.readAllLines(equal)) {
            text.append(line.contains("weight:") ? line.substring(0, line.indexOf("weight:")) + "weight: "
                    + weights[server++] : line).append('\n');
        }
        Path file = equal.resolveSibling("cluster-" + weights[0] + ".yaml");
        PrivateFile.write(file, text.toString());
        return file;
    }

    /** Returns an address that was free a moment ago: a restarted server needs its former one. */
    private static String freeAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }
}
