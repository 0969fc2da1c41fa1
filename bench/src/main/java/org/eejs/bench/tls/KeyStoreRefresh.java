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
 * Full handshakes with a key manager of EEJS over a PKCS12 file, while the file is replaced again and again by another
 * server's of the same authority, in turn with those over a file that is left alone. What the key manager's own threads
 * take to follow files counts for handshakes with the replaced one, without the little that looking at the other takes.
 *
 * <p>Used wrongly it measures a file that nobody looks at. So it is counted how often clients are shown another
 * certificate than in the handshake before: at least once, and for one of four replacements, since a busy machine may
 * replace the file twice between two looks.
 */
public class KeyStoreRefresh extends RateBenchmark {
    private static final List<String> STORES = List.of("left", "replaced");

    /** Both. */
    public static final Group GROUP = Group.named("key-refresh", KeyStoreRefresh.class)
            .title("Handshakes while the key store is replaced")
            .about("One full handshake of JSSE, both sides in one thread, by EEJS's key manager over a PKCS12 file of "
                    + "one RSA key, which is left alone, or replaced by another key and certificate every so often, "
                    + "one after the other in one process. Rates are by processor time: the thread's, and for the "
                    + "replaced file that of the threads that follow it.")
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

    /** Of so many replacements one has to be seen. */
    private static final long SEEN = 4;
    /** After so many turns the threads that follow files are asked what they have taken. */
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

    /** Writes the files, has them served, and begins to replace one. */
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

    /** As whoever renews certificates should: readers see the old file or the new one. */
    private static void replace(Path file, byte[] content) throws IOException {
        PrivateFile.write(file, content);
    }

    /** Only what is taken within an iteration counts. */
    @Setup(Level.Iteration)
    public void begin() {
        followersNanos = followers();
    }

    /** A full handshake with each; who is first takes turns, too. */
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
     * Returns what the key managers' own threads have taken, in nanoseconds; of one that has ended nothing is known.
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
     * Leaves process and disk as they were.
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
