package org.eejs.bench.cures;

import java.util.List;
import java.util.Map;
import org.eejs.banking.Named;
import org.eejs.banking.bottlenecks.Bottleneck;
import org.eejs.bench.measuring.Call;
import org.eejs.bench.measuring.Comparison;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.random.RandomBytes;
import org.eejs.bench.tls.SslHandshake;
import org.eejs.result.Bench;

/** The cost of each bottleneck of the bank. */
public final class BottleneckCosts {
    private static final String WITH = "with it";
    private static final String WITHOUT = "without";
    private static final List<String> ALL = Named.ids(Bottleneck.class);
    private static final String PKIX_PKCS12 = Bottleneck.PKIX_PKCS12.id();

    /** The published costs. */
    private static final Map<String, String> REPORTED = Map.of(
            Bottleneck.UNBUFFERED_TRUSTSTORE.id(), "for each SSLContext; 5.1: 70% of the CPU was spent in the kernel, "
                    + "93% of that in read(); with a buffer 20%",
            Bottleneck.TRUSTSTORE_PER_CONTEXT.id(), "for each SSLContext; 5.2: its fix gained 9.5% in response time "
                    + "and pages",
            Bottleneck.CIPHER_PROBE.id(), "for each engine or socket; 5.3.1: its fix gained another 3%",
            Bottleneck.LOCKED_RANDOM.id(),
            "for 32 random bytes; 5.3.2: its fix made a benchmark of random numbers over "
                    + "3 times as fast, and gained another 19%",
            Bottleneck.PROVIDER_LOOKUP.id(), "for each look-up of a cipher; 5.3.3: a hot lock; it gives no figure",
            PKIX_PKCS12, "for each full handshake, TLS 1.2; review of JDK-8322767: 104.5 handshakes a second instead "
                    + "of 602, so 7.9 ms more");

    /** The group, measured with one thread and, where several contend, with two. */
    public static final Group GROUP = Group.named("bottlenecks", BottleneckCosts.class)
            .title("Cost of each of the bank's bottlenecks")
            .about("The operation that a bottleneck slows down, with the bottleneck and without.")
            .operations("cost")
            .algorithms(ALL, ALL)
            .seconds(8, 5)
            .threads((bottleneck, which) -> bottleneck.equals(PKIX_PKCS12) ? List.of(1) : List.of(1, 2))
            .calls(BottleneckCosts::call)
            .compare(Comparison.of(WITH, WITHOUT).noting(REPORTED))
            .performedBy(WITHOUT, WITH);

    private BottleneckCosts() {}

    private static Call call(Bench.Cell cell) {
        String bottleneck = cell.algorithm();
        boolean with = cell.provider().equals(WITH);
        String perContext = Bottleneck.TRUSTSTORE_PER_CONTEXT.id();
        String ahead = with ? bottleneck : "stock";
        return switch (Named.byIds(Bottleneck.class, "a bottleneck", List.of(bottleneck)).iterator()
                .next()) {
            case UNBUFFERED_TRUSTSTORE -> new Call(TrustStoreLoad.class, "load", Map.of("ahead",
                    with ? bottleneck + "+" + perContext : perContext));
            case TRUSTSTORE_PER_CONTEXT -> new Call(TrustStoreLoad.class, "load", Map.of("ahead", ahead));
            case CIPHER_PROBE -> new Call(CipherSuiteList.class, "engine", Map.of("ahead", ahead));
            case LOCKED_RANDOM -> new Call(RandomBytes.class, "nextBytes", Map.of("bytes", "32", "algorithm",
                    RandomBytes.OF_SOURCE, "provider", with ? "LOCKED" : "NativePRNG"));
            case PROVIDER_LOOKUP -> new Call(ProviderLookup.class, "cipher", Map.of("ahead", ahead));
            case PKIX_PKCS12 -> new Call(SslHandshake.class, "handshake", Map.of("keyManager",
                    with ? "PKIX" : "SunX509", "resume", "false", "protocol", "TLSv1.2", "certificate", "RSA",
                    "iterations", "50000"));
        };
    }
}
