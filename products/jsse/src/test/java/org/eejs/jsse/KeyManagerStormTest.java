package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.eejs.jsse.runtime.Settings;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handshakes while the store is replaced, half of the time by a file that is not a store. */
class KeyManagerStormTest {
    private static final int THREADS = 16;
    private static final Duration USUALLY_WITHIN = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    private final Set<Long> served = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private volatile boolean replacing = true;

    @Test
    @Tag("long")
    void noHandshakeFailsAndEachGoodStoreIsServed() throws Exception {
        storm(3_000, 30);
    }

    @Test
    @Tag("long")
    void norInAStormOfTenThousandAndAHundredStores() throws Exception {
        storm(10_000, 100);
    }

    /** Runs at least that number of handshakes, and that number of good stores. */
    private void storm(int handshakes, int good) throws Exception {
        Path file = folder.resolve("server.p12");
        List<Identity> servers = IntStream.range(0, good + 1).mapToObj(i -> KeyFixtures.server()).toList();
        List<byte[]> stores = servers.stream().map(server -> KeyFixtures.bytes(Map.of("server", server))).toList();
        Files.write(file, stores.get(0));
        // The test waits for half of the broken stores; at the usual interval, that would take long.
        System.setProperty(Settings.REFRESH_MILLIS, "100");
        long failed = Counters.PROCESS.failedKeyStoreRefreshes.sum();
        Logger log = Logger.getLogger(CachingKeyManager.class.getName());
        log.setLevel(Level.OFF);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (CachingKeyManager keys =
                CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD, KeyManagerMode.REFRESH)) {
            SSLContext server = Handshake.context(keys);
            for (int i = 0; i < THREADS; i++) {
                threads.execute(() -> shakeHands(server, handshakes));
            }
            long[] until = new long[good];
            for (int i = 1; i <= good; i++) {
                spoil(file, i, stores.get(i));
                long failing = Counters.PROCESS.failedKeyStoreRefreshes.sum();
                if (i / 6 % 2 == 0) {
                    awaitNanos(System.nanoTime(), () -> Counters.PROCESS.failedKeyStoreRefreshes.sum() > failing);
                } // Else it may be gone before it is noticed.
                PrivateFile.write(file, stores.get(i));
                until[i - 1] = awaitServed(keys, servers.get(i).serial(), System.nanoTime());
            }
            replacing = false;
            threads.shutdown();
            assertTrue(threads.awaitTermination(5, TimeUnit.MINUTES), "handshakes did not end");
            assertEquals(List.of(), List.copyOf(failures));
            assertTrue(begun.get() >= handshakes, () -> "only " + begun + " handshakes");
            Arrays.sort(until);
            assertTrue(until[good - 1] < Long.MAX_VALUE, "a certificate was never served");
            // One of them may have come while the machine was busy elsewhere.
            assertTrue(until[good / 2] <= USUALLY_WITHIN.toNanos(),
                    "half of the certificates were served after " + Duration.ofNanos(until[good / 2]));
            long seen = Counters.PROCESS.failedKeyStoreRefreshes.sum() - failed;
            assertTrue(seen >= good / 2, () -> "only " + seen + " broken stores were seen");
        } finally {
            log.setLevel(null);
            System.clearProperty(Settings.REFRESH_MILLIS);
            replacing = false;
            threads.shutdownNow();
        }
    }

    private void shakeHands(SSLContext server, int handshakes) {
        SSLContext client = Handshake.context(null);
        String[] protocols = {begun.get() % 2 == 0 ? "TLSv1.3" : "TLSv1.2"};
        while (begun.incrementAndGet() <= handshakes || replacing) {
            try {
                long serial = Handshake.full(client, server, to -> to.setProtocols(protocols), to -> {}).ofServer();
                served.add(serial);
            } catch (IOException | RuntimeException e) {
                failures.add(e.toString());
            }
        }
    }

    /**
     * Waits until handshakes have shown the certificate.
     *
     * @return the time, in nanoseconds, until a handshake that begins would get it; the duration of the handshake
     *     itself does not count, because it depends on the machine
     */
    private long awaitServed(CachingKeyManager keys, long serial, long since) {
        long given = awaitNanos(since, () -> serialNow(keys) == serial);
        assertTrue(awaitNanos(System.nanoTime(), () -> served.contains(serial)) < Long.MAX_VALUE,
                () -> "no handshake was given certificate " + serial + "; failures: " + failures);
        return given;
    }

    private static long awaitNanos(long since, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - since > TimeUnit.SECONDS.toNanos(60)) {
                return Long.MAX_VALUE;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return System.nanoTime() - since;
    }

    private static long serialNow(CachingKeyManager keys) {
        String alias = keys.chooseEngineServerAlias("EC", null, null);
        return keys.getCertificateChain(alias)[0].getSerialNumber().longValueExact();
    }

    /** Writes one of the possible errors of replaced stores, each in turn. */
    private static void spoil(Path file, int i, byte[] next) throws Exception {
        switch (i % 6) {
            case 0 -> PrivateFile.write(file, Arrays.copyOf(next, next.length * (i % 10) / 10));
            case 1 -> PrivateFile.write(file,
                    KeyFixtures.bytes(KeyFixtures.store("PKCS12", Map.of()), KeyFixtures.PASSWORD));
            case 2 -> PrivateFile.write(file, "no key store".repeat(i).getBytes(StandardCharsets.UTF_8));
            case 3 -> PrivateFile.write(file, new byte[0]);
            case 4 -> {
                KeyStore store = KeyFixtures.store("PKCS12", Map.of());
                KeyFixtures.put(store, "server", KeyFixtures.server(), KeyFixtures.OTHER_PASSWORD);
                PrivateFile.write(file, KeyFixtures.bytes(store, KeyFixtures.OTHER_PASSWORD));
            }
            default -> Files.write(file, Arrays.copyOf(next, next.length / 2));
        }
    }
}
