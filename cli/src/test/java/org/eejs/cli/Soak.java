package org.eejs.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Security;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.jsse.EejsProvider;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.eejs.remotekey.RemoteKeyProvider;

/**
 * The process of a soak test: TLS servers and clients with the provider EEJS, clients of two key servers, and threads
 * that rotate, reload and restart. It ends with 1 if anything was lost, wrong or left behind.
 */
public final class Soak implements AutoCloseable {
    private static final double HANDSHAKES_PER_SECOND = 8;
    private static final double SIGNATURES_PER_SECOND = 12;
    /** Twelve bytes per handshake and signature of an hour. */
    private static final long HEAP_TOLERANCE = 4L << 20;
    /** Tolerates one connection of a probe, or one thread of a pool. */
    private static final int TOLERANCE = 2;
    /** The memory of a key server in addition to its heap of 512 MiB. */
    private static final long RESIDENT_BOUND = 1L << 30;

    /** References to loggers, because the JDK forgets loggers without one. */
    private final List<Logger> quiet = List.of(Logger.getLogger("org.eejs.jsse"),
            Logger.getLogger("org.eejs.remotekey"));
    private final SoakTally tally = new SoakTally();
    private final SoakWork work = new SoakWork(tally);
    private final EejsProvider eejs = new EejsProvider();
    private final RemoteKeyProvider remote = new RemoteKeyProvider();
    private final List<SoakTlsServer> tlsServers = new ArrayList<>();
    private final Path folder;
    private final long minutes;
    private final SoakKeyServers keyServers;
    private final SoakSignatures signatures;
    private final SoakOperations operations;
    private final TrustManager[] trust;
    private long past;

    private Soak(Path home, Path folder, long minutes) throws Exception {
        this.folder = folder;
        this.minutes = minutes;
        // Thousands of rotations and restarts would be logged; counters record them, too.
        quiet.forEach(logger -> logger.setLevel(Level.OFF));
        Security.addProvider(remote);
        keyServers = new SoakKeyServers(home, folder);
        trust = trust();
        signatures = new SoakSignatures(keyServers, remote, tally);
        operations = new SoakOperations(keyServers, signatures, tally);
    }

    /**
     * Runs the soak test.
     *
     * @param args the number of minutes, and a folder to fill; the system property eejs.home is the folder of rooms
     */
    public static void main(String... args) throws Exception {
        endWithStarter();
        // Contexts with separate random numbers are not shared.
        System.setProperty("org.eejs.jsse.sslContext", "share");
        int code;
        try (Soak soak = new Soak(Path.of(System.getProperty("eejs.home")), Path.of(args[1]),
                Long.parseLong(args[0]))) {
            code = soak.run();
        }
        System.exit(code);
    }

    /** Ends this process if its starter is gone, for whatever reason. */
    private static void endWithStarter() {
        Thread watch = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                // The starter sends nothing.
                }
            } catch (IOException e) {
                // An error has the meaning of an end.
            }
            Runtime.getRuntime().halt(2);
        }, "soak-starter");
        watch.setDaemon(true);
        watch.start();
    }

    private TrustManager[] trust() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12", eejs);
        store.load(null, null);
        store.setCertificateEntry("authority", keyServers.authority().certificate());
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX", eejs);
        factory.init(store);
        return factory.getTrustManagers();
    }

    private int run() throws Exception {
        List<SoakStore> stores = tls();
        work.step("rotations", 1, new SoakRotations(stores, tally)::step);
        work.step("operations", 1, operations::step);
        for (int i = 0; i < 3; i++) {
            work.often("signatures-" + i, SIGNATURES_PER_SECOND, signatures.signer());
        }
        work.often("replaced-key", 4, signatures::signReplaced);
        work.often("lent-key", 0.5, signatures::signLent);
        soak(1);
        List<SoakReading> first = new ArrayList<>(List.of(work.held(SoakReading::here)));
        soak(Math.max(1, minutes * 2 / 3 - 1));
        operations.restartNoMore();
        soak(1);
        first.addAll(work.held(this::ofKeyServers));
        soak(Math.max(1, minutes - Math.max(1, minutes * 2 / 3 - 1) - 2));
        List<SoakReading> last = new ArrayList<>(List.of(work.held(SoakReading::here)));
        last.addAll(work.held(this::ofKeyServers));
        work.end();
        checkEvidence();
        judge(first, last);
        return tally.failed() == 0 ? 0 : 1;
    }

    /** Waits for a while, or until there are too many failures. */
    private void soak(long forMinutes) throws InterruptedException {
        for (long minute = 0; minute < forMinutes && tally.failed() < SoakTally.MOST_FAILURES; minute++) {
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            while (System.nanoTime() < end && tally.failed() < SoakTally.MOST_FAILURES) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
            System.err.printf("soak: minute %d of %d: %,d handshakes, %,d signatures, %d rotations, %d restarts, "
                    + "%d lost or wrong%n", ++past, minutes, tally.all("Handshake"), tally.all("Signature"),
                    tally.all("Rotation"), tally.all("Key server restarted"), tally.failed());
        }
    }

    /** Starts TLS servers and clients. Returns the stores that they follow. */
    private List<SoakStore> tls() throws Exception {
        SoakAuthority authority = keyServers.authority();
        SoakStore rsa = new SoakStore("rsa-file", SoakStore.Kind.FILE, folder, authority, tally, "RSA");
        SoakStore ec = new SoakStore("ec-file", SoakStore.Kind.FILE, folder, authority, tally, "EC");
        SoakStore kubernetes = new SoakStore("kubernetes", SoakStore.Kind.KUBERNETES, folder, authority, tally, "RSA",
                "EC");
        SoakStore ofClient = new SoakStore("client", SoakStore.Kind.FILE, folder, authority, tally, "EC");
        serve("RSA", followed(rsa), rsa, null);
        serve("EC, client certificate", ofFactory(ec), ec, ofClient);
        serve("RSA or EC by symlink", followed(kubernetes), kubernetes, null);
        for (String key : SoakKeyServers.TLS_KEYS) {
            serve("remote " + key.substring(4).toUpperCase(Locale.ENGLISH), ofKeyServers(key), null, null);
        }
        return List.of(rsa, ec, kubernetes, ofClient);
    }

    private void serve(String name, KeyManager[] keys, SoakStore store, SoakStore ofClient) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS", eejs);
        context.init(keys, trust, null);
        SoakTlsServer server = new SoakTlsServer(name, context, ofClient != null, tally);
        tlsServers.add(server);
        KeyManager[] own = ofClient == null ? null : followed(ofClient);
        for (int i = 0; i < 2; i++) {
            SoakTlsClient client = new SoakTlsClient(name, server.port(), store, ofClient, own, trust, eejs, tally);
            work.often("client-%s-%d".formatted(name, i), HANDSHAKES_PER_SECOND, client::step);
        }
    }

    private static KeyManager[] followed(SoakStore store) throws IOException, GeneralSecurityException {
        return new KeyManager[] {CachingKeyManager.ofFile(store.file(), "PKCS12", SoakStore.PASSWORD,
                KeyManagerMode.REFRESH)};
    }

    /** Returns key managers as an application gets them that knows EEJS only by a property. */
    private KeyManager[] ofFactory(SoakStore store) throws IOException, GeneralSecurityException {
        System.setProperty("org.eejs.jsse.keyStore.files", store.file().toString());
        KeyStore loaded = KeyStore.getInstance("PKCS12", eejs);
        try (InputStream in = Files.newInputStream(store.file())) {
            loaded.load(in, SoakStore.PASSWORD);
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", eejs);
        factory.init(loaded, SoakStore.PASSWORD);
        return factory.getKeyManagers();
    }

    /** Returns key managers of a key servers' client with permission for one key only. */
    private KeyManager[] ofKeyServers(String key) throws IOException, GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(RemoteKeyProvider.NAME, remote);
        factory.init(SoakSignatures.load(remote, keyServers.cluster(key)), null);
        return factory.getKeyManagers();
    }

    private List<SoakReading> ofKeyServers() throws IOException, InterruptedException {
        List<SoakReading> readings = new ArrayList<>();
        for (int n = 0; n < SoakKeyServers.NUMBER; n++) {
            if (keyServers.problem(n) != null) {
                tally.fail(keyServers.problem(n));
            }
            readings.add(SoakReading.of(keyServers.pid(n)));
        }
        return readings;
    }

    /** Ends the key servers, and compares their audit logs with the clients' signatures. */
    private void checkEvidence() throws IOException, InterruptedException {
        keyServers.close();
        for (int n = 0; n < SoakKeyServers.NUMBER; n++) {
            SoakKeyServers.Evidence evidence = keyServers.evidence(n);
            if (evidence.breaks() > evidence.cutOff()) {
                tally.fail("key server %d: its audit log is broken: %s".formatted(n + 1, evidence.check()));
            }
            if (n == SoakKeyServers.EVIDENT && evidence.signed() < signatures.from(n)) {
                tally.fail("key server %d: its audit log has %,d signatures, clients have %,d".formatted(n + 1,
                        evidence.signed(), signatures.from(n)));
            }
        }
    }

    private void judge(List<SoakReading> first, List<SoakReading> last) {
        List<String> names = List.of("the JVM under test", "key server 1", "key server 2");
        StringBuilder table = new StringBuilder("| what | how often |\n|---|--:|\n").append(tally.rows())
                .append("| lost or wrong | %,d |%n%n| process | heap KiB | resident KiB | threads | descriptors |%n"
                        .formatted(tally.failed())).append("|---|--:|--:|--:|--:|\n");
        for (int i = 0; i < first.size(); i++) {
            SoakReading before = first.get(i);
            SoakReading after = last.get(i);
            after.compare(names.get(i), before, HEAP_TOLERANCE, TOLERANCE, tally);
            if (after.residentBytes() > RESIDENT_BOUND) {
                tally.fail("%s: it has %,d KiB of memory".formatted(names.get(i), after.residentBytes() >> 10));
            }
            table.append("| %s | %,d, %,d | %,d, %,d | %d, %d | %d, %d |%n".formatted(names.get(i),
                    before.heapBytes() >> 10, after.heapBytes() >> 10, before.residentBytes() >> 10,
                    after.residentBytes() >> 10, before.threadCount(), after.threadCount(), before.descriptorCount(),
                    after.descriptorCount()));
        }
        System.out.printf("%s, JDK %s, %d minutes:%n%n%s%n", LocalDate.now(), Runtime.version(), minutes, table);
    }

    @Override
    public void close() throws IOException {
        for (SoakTlsServer server : tlsServers) {
            server.close();
        }
        signatures.close();
        remote.close();
        keyServers.close();
    }
}
