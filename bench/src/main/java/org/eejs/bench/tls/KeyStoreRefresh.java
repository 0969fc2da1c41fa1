package org.eejs.bench.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.tls.EnginePair.Engines;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Full handshakes with a key manager of EEJS over a PKCS12 file, while the file is replaced again and again by another
 * server's of the same authority, beside a file that is left alone. What the key manager does to follow the file counts
 * in the process's CPU of an operation.
 *
 * <p>Used wrongly it measures a file that nobody looks at. So it is counted how often clients are shown another
 * certificate than in the handshake before: at least once, and for one of four replacements, since a busy machine may
 * replace the file twice between two looks.
 */
public class KeyStoreRefresh extends RateBenchmark {
    /** Both. */
    public static final Group GROUP = Group.named("key-refresh", KeyStoreRefresh.class)
            .title("Handshakes while the key store is replaced")
            .about("One full handshake of JSSE, both sides in one thread, by EEJS's key manager over a PKCS12 file of "
                    + "one RSA key, which is left alone, or replaced by another key and certificate every so often.")
            .operations("full")
            .algorithms(List.of("TLSv1.2", "TLSv1.3"), List.of("TLSv1.2", "TLSv1.3"))
            .variation("everyMs", "1000", "500", "5000")
            .variation("iterations", "10000", "50000")
            .seconds(8, 10)
            .threads((protocol, store) -> List.of(1))
            .calls(cell -> {
                Map<String, String> parameters = new TreeMap<>(cell.parameters());
                parameters.put("protocol", cell.algorithm());
                parameters.put("store", cell.provider());
                return new Call(KeyStoreRefresh.class, "handshake", parameters);
            })
            .compare(Comparison.of("replaced", "left"))
            .performedBy("left", "replaced");

    /** Of so many replacements one has to be seen. */
    private static final long SEEN = 4;

    /** What happens to the file: {@code left} alone, or {@code replaced}. */
    @Param({"left", "replaced"})
    String store;

    /** How often it does, in milliseconds. */
    @Param("1000")
    long everyMs;

    /** As in {@link SslHandshake}. */
    @Param({"TLSv1.2", "TLSv1.3"})
    String protocol;

    /** As in {@link SslHandshake}. */
    @Param({"10000", "50000"})
    int iterations;

    private final SslHandshake handshake = new SslHandshake();
    private final ScheduledExecutorService replacer = Executors.newSingleThreadScheduledExecutor();
    private Path file;
    private CachingKeyManager keys;
    private Certificate shown;
    private long changesSeen;
    private volatile long replacements;
    private volatile IOException failure;

    /** Writes the file, has it served, and begins to replace it. */
    @Setup
    public void prepare() throws GeneralSecurityException, IOException {
        Authority authority = new Authority(KeyKind.RSA);
        SslPeers first = SslPeers.of(authority, iterations);
        SslPeers second = SslPeers.of(authority, iterations);
        file = Files.createTempFile("eejs-bench-keys", ".p12");
        replace(first.pkcs12());
        keys = CachingKeyManager.ofFile(file, "PKCS12", Authority.PASSWORD, KeyManagerMode.REFRESH);
        handshake.protocol = protocol;
        handshake.prepare(first, new CountingKeyManager(keys), KeyExchangeGroup.DEFAULT);
        shown = certificate(handshake.handshake());
        if (store.equals("replaced")) {
            List<byte[]> turns = List.of(second.pkcs12(), first.pkcs12());
            replacer.scheduleAtFixedRate(() -> replaceNext(turns), everyMs, everyMs, TimeUnit.MILLISECONDS);
        }
    }

    private void replaceNext(List<byte[]> turns) {
        try {
            replace(turns.get((int) (replacements % turns.size())));
            replacements++;
        } catch (IOException e) {
            failure = e;
        }
    }

    /** As whoever renews certificates should: readers see the old file or the new one. */
    private void replace(byte[] content) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        Files.write(beside, content);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** One full handshake. */
    @Benchmark
    public Engines handshake() throws IOException {
        Engines engines = handshake.handshake();
        Certificate now = certificate(engines);
        if (!now.equals(shown)) {
            changesSeen++;
            shown = now;
        }
        return engines;
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
        keys.close();
        Files.delete(file);
        if (failure != null) {
            throw failure;
        }
        if (changesSeen > replacements || changesSeen < Math.max(Math.min(replacements, 1), replacements / SEEN)) {
            throw new IllegalStateException("the key store was replaced " + replacements + " times, and " + changesSeen
                    + " times clients saw another certificate");
        }
    }
}
