package org.eejs.bench.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLException;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.ProvidersAhead;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.tls.EnginePair.Engines;
import org.eejs.jsse.EejsProvider;
import org.eejs.result.Bench;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Handshakes by the key manager that an application names, with the JDK as it is and with the provider EEJS ahead of
 * it. They reproduce the table of the review of JDK-8322767, whose columns are those of OpenJDK's benchmark
 * {@code SSLHandshake}. All key managers have the same PKCS12 store. EEJS serves {@code PKIX} and leaves
 * {@code SunX509} to the JDK: differences there are chance.
 *
 * <p>Each handshake is checked as in {@link SslHandshake}, and the provider of the key manager when it is made.
 */
public class KeyManagerHandshake extends RateBenchmark {
    /** All rows of the table. */
    public static final Group GROUP = Group.named("key-managers", KeyManagerHandshake.class)
            .title("Handshakes by key manager, without and with EEJS")
            .about("One handshake of JSSE, both sides in one thread, with the server's key in a PKCS12 store. The key "
                    + "manager is requested by name, from the JDK as it is (stock) and with the provider EEJS, which "
                    + "serves PKIX.")
            .operations("full", "resumed")
            .algorithms(List.of("TLSv1.2", "TLSv1.3"), List.of("TLSv1.2", "TLSv1.3"))
            .variation("keyManager", List.of("SunX509", "PKIX"), List.of("SunX509", "PKIX"))
            .variation("certificate", "RSA", "EC")
            .variation("iterations", "10000", "50000")
            .warmupFactor(2)
            .threads((protocol, ahead) -> List.of(1))
            .calls(KeyManagerHandshake::call)
            .compare(Comparison.of("EEJS", "stock"))
            .performedBy("stock", "EEJS");

    /** {@code stock} or {@code EEJS}. */
    @Param({"stock", "EEJS"})
    String ahead;

    /** The name by which the application requests it. */
    @Param({"SunX509", "PKIX"})
    String keyManager;

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

    private SslHandshake handshake;

    private static Call call(Bench.Cell cell) {
        Map<String, String> parameters = new TreeMap<>(cell.parameters());
        parameters.put("ahead", cell.provider());
        parameters.put("protocol", cell.algorithm());
        parameters.put("resume", String.valueOf(cell.operation().equals("resumed")));
        return new Call(KeyManagerHandshake.class, "handshake", parameters);
    }

    /** Installs the providers, and completes a first handshake. */
    @Setup
    public void prepare() throws GeneralSecurityException, IOException {
        SslPeers peers = SslPeers.create(KeyKind.valueOf(certificate), iterations);
        ProvidersAhead.of(ahead).install();
        KeyManagerFactory factory = KeyManagerFactory.getInstance(keyManager);
        boolean cured = ahead.equals(EejsProvider.NAME) && keyManager.equals("PKIX");
        if (!factory.getProvider().getName().equals(cured ? EejsProvider.NAME : SslPeers.JSSE)) {
            throw new IllegalStateException(keyManager + " with " + ahead + " was to be measured, and "
                    + factory.getProvider() + " served it");
        }
        handshake = new SslHandshake();
        handshake.protocol = protocol;
        handshake.resume = resume;
        handshake.prepare(peers, SslPeers.keys(factory, peers.openPkcs12()), KeyExchangeGroup.DEFAULT);
    }

    /** Restores the process. */
    @TearDown
    public void restore() {
        ProvidersAhead.of(ahead).remove();
    }

    /** Makes one handshake. */
    @Benchmark
    public Engines handshake() throws SSLException {
        return handshake.handshake();
    }
}
