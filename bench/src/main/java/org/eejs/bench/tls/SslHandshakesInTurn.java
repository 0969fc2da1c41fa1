package org.eejs.bench.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.measuring.Reading;
import org.eejs.bench.measuring.TurnTimes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The handshakes of {@link SslHandshake} with one key manager after the other, in turn, in one process, and the CPU of
 * each.
 */
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 10, time = 1)
public class SslHandshakesInTurn extends RateBenchmark {
    private static final String SUN_X509 = "SunX509";
    private static final String PKIX = "PKIX";
    private static final String EEJS = "EEJS";
    private static final List<String> KEY_MANAGERS = List.of(SUN_X509, EEJS, PKIX);

    /** Full handshakes. */
    public static final Group FULL = group("cures-full", "Full handshakes, by key manager", false, 0.98);
    /** Resumed handshakes. */
    public static final Group RESUMED = group("cures-resumed", "Resumed handshakes, by key manager", true, 0.97);

    /** One full handshake with PKIX can take as long as eight of the others. */
    private static final int TURNS_WITHOUT_PKIX = 16;

    /** As in {@link SslHandshake}. */
    @Param({"false", "true"})
    boolean resume;

    /** As in {@link SslHandshake}. */
    @Param({"TLSv1.2", "TLSv1.3"})
    String protocol;

    /** As in {@link SslHandshake}. */
    @Param({"RSA", "EC"})
    String certificate;

    /** As in {@link SslHandshake}. */
    @Param({"10000", "50000"})
    int iterations;

    private SslHandshake sunX509;
    private SslHandshake eejs;
    private SslHandshake pkix;
    private long turns;

    /** Prepares each key manager's handshakes. */
    @Setup
    public void prepare() throws GeneralSecurityException, IOException {
        sunX509 = prepared(SUN_X509);
        eejs = prepared(EEJS);
        pkix = prepared(PKIX);
    }

    /** Makes all three handshakes: each iteration has at least one of each. */
    @Setup(Level.Iteration)
    public void begin() {
        turns = 0;
    }

    private SslHandshake prepared(String keyManager) throws GeneralSecurityException, IOException {
        SslHandshake handshake = new SslHandshake();
        handshake.keyManager = keyManager;
        handshake.resume = resume;
        handshake.protocol = protocol;
        handshake.prepare(SslPeers.create(KeyKind.valueOf(certificate), iterations), KeyExchangeGroup.DEFAULT);
        return handshake;
    }

    /** Makes a handshake with each; they take turns in being the first. */
    @Benchmark
    public void handshakes(TurnTimes each, Blackhole hole) throws Exception {
        turns++;
        boolean even = turns % 2 == 0;
        each.take(even ? 0 : 1, 1, (even ? sunX509 : eejs)::handshake, hole);
        each.take(even ? 1 : 0, 1, (even ? eejs : sunX509)::handshake, hole);
        if (turns % TURNS_WITHOUT_PKIX == 1) {
            each.take(2, 1, pkix::handshake, hole);
            // PKIX evicts the processor's caches; the first handshake after it is not counted.
            hole.consume(sunX509.handshake());
            hole.consume(eejs.handshake());
        }
    }

    private static Group group(String name, String title, boolean resume, double atLeast) {
        return Group.named(name, SslHandshakesInTurn.class).title(title)
                .about("One handshake of JSSE, both sides in one thread; the server's key is in a PKCS12 store. Key "
                        + "managers of the server take turns in one process. Rates are by the thread's processor "
                        + "time.")
                .operations("handshakes")
                .algorithms(List.of("TLSv1.2 RSA", "TLSv1.3 RSA"), List.of("TLSv1.2 RSA", "TLSv1.3 RSA", "TLSv1.2 EC",
                        "TLSv1.3 EC"))
                .variation("iterations", "50000", "10000")
                .seconds(8, 10)
                .threads((algorithm, keyManager) -> List.of(1))
                .calls(cell -> {
                    Map<String, String> parameters = new TreeMap<>(cell.parameters());
                    parameters.put("resume", String.valueOf(resume));
                    parameters.put("protocol", cell.algorithm().split(" ")[0]);
                    parameters.put("certificate", cell.algorithm().split(" ")[1]);
                    return new Call(SslHandshakesInTurn.class, cell.operation(), parameters);
                })
                .inTurn(Reading.inTurn(KEY_MANAGERS))
                .compare(Comparison.of(EEJS, SUN_X509).atLeast(atLeast), Comparison.of(SUN_X509, PKIX))
                .performedBy(KEY_MANAGERS.toArray(String[]::new));
    }
}
