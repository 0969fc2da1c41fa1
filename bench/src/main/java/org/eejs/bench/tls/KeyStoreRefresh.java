package org.eejs.bench.tls;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.measuring.Reading;
import org.eejs.bench.measuring.TurnTimes;
import org.eejs.bench.tls.EnginePair.Engines;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.eejs.pki.files.PrivateFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Full handshakes with a key manager of EEJS over a PKCS12 file, while the file is repeatedly replaced by that of
 * another server of the same authority. They take turns with handshakes over an unchanged file. The time of the key
 * manager's own threads counts for the replaced file, including the little time for the other one.
 *
 * <p>A wrong set-up would measure a file that is not followed. So the benchmark counts how often clients see another
 * certificate than in the handshake before. It requires one change at least, and one for every four replacements, since
 * a busy machine may replace the file twice between two polls.
 */
public class KeyStoreRefresh extends RateBenchmark {
    private static final List<String> STORES = List.of("left", "replaced");

    /** Handshakes over the replaced and over the unchanged file. */
    public static final Group GROUP = Group.named("key-refresh", KeyStoreRefresh.class)
            .title("Handshakes while the key store is replaced")
            .about("One full handshake of JSSE, both sides in one thread, by EEJS's key manager over a PKCS12 file of "
                    + "one RSA key. The file is unchanged, or replaced regularly by another key and certificate; both "
                    + "take turns in one process. Rates are by processor time: the thread's, and for the replaced file "
                    + "that of the threads that follow it.")
            .operations("full")
            .algorithms(List.of("TLSv1.2", "TLSv1.3"), List.of("TLSv1.2", "TLSv1.3"))
            .variation("everyMs", "1000", "500", "5000")
            .variation("iterations", "10000", "50000")
            .seconds(8, 10)
            .threads((protocol, store) -> List.of(1))
            .calls(cell -> {
                Map<String, String> parameters = new TreeMap<>(cell.parameters());
                parameters.put("protocol", cell.algorithm());
                return new Call(KeyStoreRefresh.class, cell.operation(), parameters);
            })
            .inTurn(Reading.inTurn(STORES))
            .compare(Comparison.of("replaced", "left"))
            .performedBy(STORES.toArray(String[]::new));

    /** Clients must see one of this number of replacements. */
    private static final long SEEN = 4;
    /** The number of turns between readings of the processor time of the threads that follow files. */
    private static final int TURNS = 64;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** How often the file is replaced, in milliseconds. */
    @Param("1000")
    long everyMs;

    /** As in {@link SslHandshake}. */
    @Param({"TLSv1.2", "TLSv1.3"})
    String protocol;

    /** As in {@link SslHandshake}. */
    @Param({"10000", "50000"})
    int iterations;

    private final SslHandshake left = new SslHandshake();
    private final SslHandshake replaced = new SslHandshake();
    private final ScheduledExecutorService replacer = Executors.newSingleThreadScheduledExecutor();
    private final Map<Path, CachingKeyManager> served = new LinkedHashMap<>();
    private Path file;
    private Certificate shown;
    private long changesSeen;
    private int turns;
    private long followersNanos;
    private volatile long replacements;
    private volatile IOException failure;

    /** Writes the files, opens them with key managers, and begins to replace one. */
    @Setup
    public void prepare() throws GeneralSecurityException, IOException {
        Authority authority = new Authority(KeyKind.RSA);
        SslPeers first = SslPeers.of(authority, iterations);
        SslPeers second = SslPeers.of(authority, iterations);
        serve(left, first);
        file = serve(replaced, first);
        shown = certificate(replaced.handshake());
        List<byte[]> contents = List.of(second.pkcs12(), first.pkcs12());
        replacer.scheduleAtFixedRate(() -> replaceNext(contents), everyMs, everyMs, TimeUnit.MILLISECONDS);
    }

    private Path serve(SslHandshake handshake, SslPeers peers) throws GeneralSecurityException, IOException {
        Path made = Files.createTempFile("eejs-bench-keys", ".p12");
        replace(made, peers.pkcs12());
        CachingKeyManager keys = CachingKeyManager.ofFile(made, "PKCS12", Authority.PASSWORD, KeyManagerMode.REFRESH);
        served.put(made, keys);
        handshake.protocol = protocol;
        handshake.prepare(peers, new CountingKeyManager(keys), KeyExchangeGroup.DEFAULT);
        return made;
    }

    private void replaceNext(List<byte[]> contents) {
        try {
            replace(file, contents.get((int) (replacements % contents.size())));
            replacements++;
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Replaces a file as a renewal of certificates should: readers see the old file or the new one. */
    private static void replace(Path file, byte[] content) throws IOException {
        PrivateFile.write(file, content);
    }

    /** Restarts the count: only time within an iteration counts. */
    @Setup(Level.Iteration)
    public void begin() {
        followersNanos = followers();
    }

    /** Makes a full handshake with each; they take turns in being the first. */
    @Benchmark
    public void full(TurnTimes each, Blackhole hole) throws Exception {
        turns++;
        if (turns % 2 == 0) {
            each.take(0, 1, left::handshake, hole);
            each.take(1, 1, this::withReplaced, hole);
        } else {
            each.take(1, 1, this::withReplaced, hole);
            each.take(0, 1, left::handshake, hole);
        }
        if (turns % TURNS == 0) {
            long now = followers();
            each.add(1, Math.max(0, now - followersNanos), 0);
            followersNanos = now;
        }
    }

    private Engines withReplaced() throws IOException {
        Engines engines = replaced.handshake();
        Certificate now = certificate(engines);
        if (!now.equals(shown)) {
            changesSeen++;
            shown = now;
        }
        return engines;
    }

    /**
     * Returns the processor time of the key managers' own threads, in nanoseconds; threads that have ended are not
     * included.
     */
    private static long followers() {
        return Stream.of(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("eejs-jsse-"))
                .mapToLong(thread -> Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()))).sum();
    }

    private static Certificate certificate(Engines engines) throws IOException {
        return engines.client().getSession().getPeerCertificates()[0];
    }

    /**
     * Restores process and disk.
     *
     * @throws IllegalStateException when the file was not followed
     */
    @TearDown
    public void restore() throws IOException, InterruptedException {
        replacer.shutdown();
        replacer.awaitTermination(1, TimeUnit.MINUTES);
        for (Map.Entry<Path, CachingKeyManager> each : served.entrySet()) {
            each.getValue().close();
            Files.delete(each.getKey());
        }
        if (failure != null) {
            throw failure;
        }
        if (changesSeen > replacements || changesSeen < Math.max(Math.min(replacements, 1), replacements / SEEN)) {
            throw new IllegalStateException("the key store was replaced " + replacements + " times, and " + changesSeen
                    + " times clients saw another certificate");
        }
    }
}
