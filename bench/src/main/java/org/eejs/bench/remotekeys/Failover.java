package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.eejs.lab.processes.KeyServerProcess;
import org.eejs.lab.processes.KeyServers;
import org.eejs.pki.files.PrivateFile;
import org.eejs.remotekey.cluster.KeyCluster;
import org.eejs.remotekey.cluster.KeyClusterException;
import org.eejs.remotekey.cluster.RemoteKey;
import org.eejs.remotekey.cluster.ServerCounts;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.protocol.SignatureAlgorithm;

/**
 * What became of signatures while one of two key servers was killed and started again.
 *
 * @param both signatures a second while both served
 * @param alone signatures a second that the lighter one makes when it alone is asked, the other idle
 * @param signatures that were asked for from the kill until the weights were kept again
 * @param failures how many of them failed
 * @param longestMillis how long the longest of them took
 * @param secondsToMaximum from the kill until a second with 90 % of {@code alone}
 * @param afterwards signatures a second of the lighter one from then on
 * @param secondsToServe from the start of the killed one until it took signatures
 * @param shareAgain the heavier one's share of the signatures afterwards; by weight, 0.75
 */
record Failover(double both, double alone, long signatures, long failures, double longestMillis,
        double secondsToMaximum, double afterwards, double secondsToServe, double shareAgain) {
    private static final int WARM_UP_SECONDS = 8;
    private static final int PHASE_SECONDS = 5;
    private static final int PATIENCE_SECONDS = 30;
    private static final double NEARLY = 0.9;
    private static final SignatureAlgorithm ALGORITHM = SignatureAlgorithm.RSA_PKCS1_SHA256;

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
            double alone;
            try (KeyCluster lighter = KeyCluster.open(weighted(domain, addresses, 0, 1));
                    Load load = new Load(lighter, threads)) {
                load.rate(2 * WARM_UP_SECONDS);
                alone = load.rate(PHASE_SECONDS);
            }
            try (KeyCluster cluster = KeyCluster.open(weighted(domain, addresses, 3, 1));
                    Load load = new Load(cluster, threads)) {
                load.rate(WARM_UP_SECONDS);
                double both = load.rate(PHASE_SECONDS);
                return afterKill(load, cluster, first, alone, both, () -> servers.start(home, domain.server(1),
                        placement.servers().get(0), folder.resolve("again.log")));
            }
        }
    }

    /** Starts the server that was killed. */
    private interface Restart {
        void start() throws IOException;
    }

    private static Failover afterKill(Load load, KeyCluster cluster, KeyServerProcess victim, double maximum,
            double both, Restart restart) throws IOException, InterruptedException {
        load.longest.reset();
        long before = load.done.sum();
        long killed = System.nanoTime();
        ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly();
        double toMaximum = 0;
        for (double rate = 0; rate < NEARLY * maximum && toMaximum < PATIENCE_SECONDS;) {
            rate = load.rate(1);
            toMaximum = (System.nanoTime() - killed) / 1e9;
        }
        double afterwards = load.rate(PHASE_SECONDS);
        long started = System.nanoTime();
        restart.start();
        long calls = heavier(cluster).calls();
        await(() -> heavier(cluster).serving() && heavier(cluster).calls() > calls);
        double toServe = (System.nanoTime() - started) / 1e9;
        long heavierBefore = heavier(cluster).calls();
        long allBefore = calls(cluster);
        load.rate(PHASE_SECONDS);
        double share = (double) (heavier(cluster).calls() - heavierBefore) / (calls(cluster) - allBefore);
        load.close();
        return new Failover(both, maximum, load.done.sum() - before + load.failed.sum(), load.failed.sum(),
                load.longest.get() / 1e6, toMaximum, afterwards, toServe, share);
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

    /** An address that was free a moment ago: a server that comes back needs the one that it had. */
    private static String freeAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    /** Threads that sign as fast as they can, until they are stopped. */
    private static final class Load implements AutoCloseable {
        private final LongAdder done = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final LongAccumulator longest = new LongAccumulator(Long::max, 0);
        private final AtomicBoolean ended = new AtomicBoolean();
        private final AtomicBoolean told = new AtomicBoolean();
        private final List<Thread> threads = new ArrayList<>();

        Load(KeyCluster cluster, int number) {
            for (int i = 0; i < number; i++) {
                Thread thread = new Thread(() -> sign(cluster), "load-" + i);
                thread.setDaemon(true);
                threads.add(thread);
                thread.start();
            }
        }

        private void sign(KeyCluster cluster) {
            byte[] digest = new byte[32];
            RemoteKey key = cluster.keys().get(KeyDomain.RSA_2048);
            while (!ended.get()) {
                long begin = System.nanoTime();
                try {
                    cluster.sign(key, ALGORITHM, digest);
                    done.increment();
                } catch (KeyClusterException | RuntimeException e) {
                    failed.increment();
                    if (told.compareAndSet(false, true)) {
                        System.err.println("a signature failed: " + e.getMessage());
                    }
                }
                longest.accumulate(System.nanoTime() - begin);
            }
        }

        /** Signatures a second over so many seconds. */
        double rate(int seconds) throws InterruptedException {
            long begin = System.nanoTime();
            long before = done.sum();
            Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
            return (done.sum() - before) * 1e9 / (System.nanoTime() - begin);
        }

        /** Ends the threads, after what they are at. */
        @Override
        public void close() {
            ended.set(true);
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
