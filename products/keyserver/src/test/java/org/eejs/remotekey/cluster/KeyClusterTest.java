package org.eejs.remotekey.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.eejs.remotekey.Domains;
import org.eejs.remotekey.Program;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.protocol.SignatureAlgorithm;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of key servers in separate processes. */
@Tag("costly")
class KeyClusterTest {
    private static final byte[] DIGEST = new byte[32];
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    @TempDir
    private static Path folder;
    private static KeyDomain domain;
    private static final List<Program> SERVERS = new ArrayList<>();

    /** Stops it, and waits until it is stopped: a signal's sender does not wait for all threads. */
    private static void halt(Program server) throws Exception {
        signal(server, "STOP");
        Path threads = Path.of("/proc", Long.toString(server.process().pid()), "task");
        await(() -> {
            try (Stream<Path> each = Files.list(threads)) {
                for (Path thread : each.toList()) {
                    String stat = Files.readString(thread.resolve("stat"));
                    if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                        return false;
                    }
                }
                return true;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Sends a signal. */
    private static void signal(Program server, String name) throws Exception {
        assertEquals(0, new ProcessBuilder("kill", "-" + name, Long.toString(server.process().pid())).start()
                .waitFor());
    }

    @BeforeAll
    static void start() throws Exception {
        domain = Domains.changeable(folder);
    }

    @BeforeEach
    void run() throws Exception {
        for (int number = 1; number <= 2; number++) {
            if (SERVERS.size() < number) {
                SERVERS.add(Program.serve(domain.server(number)));
                Files.writeString(domain.server(number), Files.readString(domain.server(number))
                        .replace("127.0.0.1:0", SERVERS.get(number - 1).address()));
            } else if (!SERVERS.get(number - 1).process().isAlive()) {
                SERVERS.set(number - 1, Program.serve(domain.server(number)));
            }
        }
    }

    @AfterAll
    static void stop() {
        SERVERS.forEach(server -> server.process().destroyForcibly());
    }

    /** Returns the cluster's file with weights, and times that suit a slow machine. */
    private static Path cluster(int first, int second, int deadlineMs, int readTimeoutMs) throws IOException {
        Path file = domain.cluster(List.of(SERVERS.get(0).address(), SERVERS.get(1).address()));
        String text = Files.readString(file).replaceFirst("weight: 50", "weight: " + first)
                .replaceFirst("weight: 50", "weight: " + second)
                .replaceFirst("deadlineMs: \\d+", "deadlineMs: " + deadlineMs)
                .replaceFirst("readTimeoutMs: \\d+", "readTimeoutMs: " + readTimeoutMs);
        return Files.writeString(file, text);
    }

    private static void await(BooleanSupplier condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "not within 60 s");
            Thread.sleep(5);
        }
    }

    private static byte[] sign(KeyCluster cluster) throws KeyClusterException {
        return cluster.sign(cluster.keys().get(KeyDomain.EC_P256), SignatureAlgorithm.ECDSA_SHA256,
                DIGEST);
    }

    private static ServerCounts counts(KeyCluster cluster, int number) {
        return cluster.counts().get(number - 1);
    }

    @Test
    void sharesFollowTheWeightsExactly() throws Exception {
        try (KeyCluster cluster = KeyCluster.open(cluster(30, 10, 20_000, 10_000))) {
            assertEquals(Set.of("rsa-2048", "ec-p256", "ec-p384"), cluster.keys().keySet());
            for (int i = 0; i < 40; i++) {
                sign(cluster);
            }
            assertEquals(30, counts(cluster, 1).calls());
            assertEquals(10, counts(cluster, 2).calls());
        }
        try (KeyCluster cluster = KeyCluster.open(cluster(0, 1, 20_000, 10_000))) {
            for (int i = 0; i < 10; i++) {
                sign(cluster);
            }
            assertEquals(0, counts(cluster, 1).calls());
        }
    }

    @Test
    void noSignatureFailsWhenAServerIsKilledAndReturns() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        AtomicBoolean end = new AtomicBoolean();
        AtomicBoolean calm = new AtomicBoolean();
        AtomicLong signed = new AtomicLong();
        try (KeyCluster cluster = KeyCluster.open(cluster(50, 50, 20_000, 10_000))) {
            List<Future<?>> signers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                signers.add(threads.submit(() -> {
                    while (!end.get()) {
                        sign(cluster);
                        signed.incrementAndGet();
                        if (calm.get()) {
                            LockSupport.parkNanos(PAUSE_NANOS);
                        }
                    }
                    return null;
                }));
            }
            await(() -> signed.get() > 200);
            signal(SERVERS.get(1), "KILL");
            await(() -> !counts(cluster, 2).serving());
            long before = signed.get();
            await(() -> signed.get() > before + 200);
            // A server that starts must have the processors, too.
            calm.set(true);
            SERVERS.set(1, Program.serve(domain.server(2)));
            await(() -> counts(cluster, 2).serving());
            calm.set(false);
            ServerCounts[] from = {counts(cluster, 1), counts(cluster, 2)};
            await(() -> counts(cluster, 2).calls() > from[1].calls() + 300);
            end.set(true);
            for (Future<?> signer : signers) {
                signer.get();
            }
            // The two are not read at the same instant, and calls continue in between.
            double share = (double) (counts(cluster, 1).calls() - from[0].calls())
                    / (counts(cluster, 2).calls() - from[1].calls());
            assertEquals(1, share, 0.2);
            ServerCounts killed = counts(cluster, 2);
            assertTrue(killed.failures() > 0, killed::toString);
            assertEquals(killed.failures(), counts(cluster, 1).retries() + killed.retries()
                    - counts(cluster, 1).failures());
        } finally {
            end.set(true);
            threads.shutdownNow();
        }
    }

    /** A server that is running and does not answer. */
    @Test
    void aSilentServerIsLeftForAnother() throws Exception {
        try (KeyCluster cluster = KeyCluster.open(cluster(50, 50, 20_000, 1_000))) {
            halt(SERVERS.get(0));
            try {
                for (int i = 0; i < 10; i++) {
                    sign(cluster);
                }
                await(() -> !counts(cluster, 1).serving());
                ServerCounts silent = counts(cluster, 1);
                sign(cluster);
                sign(cluster);
                assertEquals(silent.calls(), counts(cluster, 1).calls());
            } finally {
                signal(SERVERS.get(0), "CONT");
            }
            await(() -> counts(cluster, 1).serving());
        }
    }

    @Test
    void theDeadlineEndsTheWait() throws Exception {
        try (KeyCluster cluster = KeyCluster.open(cluster(1, 0, 600, 400))) {
            halt(SERVERS.get(0));
            try {
                long start = System.nanoTime();
                KeyClusterException late = assertThrows(KeyClusterException.class, () -> sign(cluster));
                assertEquals(Status.Code.DEADLINE_EXCEEDED, late.code(), late.getMessage());
                assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(600));
                // On a busy machine, only one attempt fits into the deadline.
                assertTrue(counts(cluster, 1).failures() >= 1);
            } finally {
                signal(SERVERS.get(0), "CONT");
            }
        }
    }

    /** SIGTERM, at full load. */
    @Test
    @Tag("long")
    void aServerThatDrainsFailsNoSignature() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        AtomicBoolean end = new AtomicBoolean();
        try (KeyCluster cluster = KeyCluster.open(cluster(50, 50, 20_000, 10_000))) {
            List<Future<?>> signers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                signers.add(threads.submit(() -> {
                    while (!end.get()) {
                        sign(cluster);
                    }
                    return null;
                }));
            }
            await(() -> counts(cluster, 1).calls() > 100);
            signal(SERVERS.get(0), "TERM");
            assertTrue(SERVERS.get(0).process().waitFor(60, TimeUnit.SECONDS));
            await(() -> !counts(cluster, 1).serving());
            end.set(true);
            for (Future<?> signer : signers) {
                signer.get();
            }
        } finally {
            end.set(true);
            threads.shutdownNow();
        }
    }

    @Test
    @Tag("long")
    void aSilentServerIsNamedWithTheReason() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Path file = domain.cluster(List.of("127.0.0.1:" + free, SERVERS.get(1).address()));
        try (KeyCluster cluster = KeyCluster.open(file)) {
            assertFalse(counts(cluster, 1).serving());
            assertTrue(counts(cluster, 2).serving());
        }
        Path none = domain.cluster(List.of("127.0.0.1:" + free));
        KeyClusterException refused = assertThrows(KeyClusterException.class, () -> KeyCluster.open(none));
        assertTrue(refused.getMessage().startsWith("no key server answers: 127.0.0.1:" + free + " UNAVAILABLE: ")
                && refused.getMessage().contains("refused"), refused.getMessage());
    }

    @Test
    @Tag("long")
    void theErrorNamesWhatEachServerRefuses() throws Exception {
        try (KeyCluster cluster = KeyCluster.open(cluster(50, 50, 20_000, 10_000))) {
            RemoteKey known = cluster.keys().get(KeyDomain.EC_P256);
            KeyClusterException refused = assertThrows(KeyClusterException.class,
                    () -> cluster.sign(new RemoteKey("no-key", known.chain(), known.granted(), known.publicKeyHash(),
                            null), SignatureAlgorithm.ECDSA_SHA256, DIGEST));
            assertTrue(refused.getMessage().contains("'no-key'"), refused.getMessage());
            for (Program server : SERVERS) {
                assertTrue(refused.getMessage().contains(server.address() + ": PERMISSION_DENIED"),
                        refused.getMessage());
            }
            assertThrows(KeyClusterException.class,
                    () -> cluster.sign(cluster.keys().get(KeyDomain.EC_P256), SignatureAlgorithm.ECDSA_SHA256,
                            new byte[20]));
            // The key is asked of each server once, because another one may have it; the short digest of one server.
            assertEquals(3, counts(cluster, 1).calls() + counts(cluster, 2).calls());
            assertTrue(counts(cluster, 1).serving() && counts(cluster, 2).serving());
        }
    }

    /** A certificate for another name than the requested one. */
    @Test
    void aServerOfAnotherNameIsNotTrusted() throws Exception {
        Path file = domain.cluster(List.of("127.0.0.2:" + SERVERS.get(0).port()));
        assertThrows(KeyClusterException.class, () -> KeyCluster.open(file));
    }

    @Test
    void closingEndsAllThreads() throws Exception {
        KeyCluster cluster = KeyCluster.open(cluster(50, 50, 20_000, 10_000));
        sign(cluster);
        assertFalse(threads().isEmpty());
        assertTrue(threads().stream().allMatch(Thread::isDaemon));
        cluster.close();
        await(() -> threads().isEmpty());
        assertThrows(KeyClusterException.class, () -> sign(cluster));
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("eejs-key-cluster")).toList();
    }
}
