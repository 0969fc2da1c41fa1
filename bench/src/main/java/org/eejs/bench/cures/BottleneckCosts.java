package org.eejs.bench.cures;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eejs.banking.Disease;
import org.eejs.bench.random.RandomBytes;
import org.eejs.bench.rounds.ForkReading;
import org.eejs.bench.rounds.Variant;
import org.eejs.bench.rounds.VariantReadings;
import org.eejs.bench.tls.SslHandshake;

/**
 * What the diseases cost, each by itself.
 *
 * @param disease which one
 * @param unit what it makes dearer
 * @param without the benchmark without it
 * @param with the benchmark with it
 * @param paper what those who found it say of it
 */
record BottleneckCosts(Disease disease, String unit, Variant without, Variant with, String paper) {
    private static final int MANY = 2;

    /** All of them, of one thread and, where several meet, of two. */
    static List<BottleneckCosts> all() {
        Stream<BottleneckCosts> ofThePaper = Stream.of(unbufferedTrustStore(), trustStorePerContext(), cipherProbe(),
                lockedRandom(), providerLookup()).flatMap(each -> Stream.of(each, each.threads(MANY)));
        return Stream.concat(ofThePaper, Stream.of(pkixPkcs12())).toList();
    }

    private static BottleneckCosts unbufferedTrustStore() {
        String perContext = Disease.TRUSTSTORE_PER_CONTEXT.id();
        return of(Disease.UNBUFFERED_TRUSTSTORE, "SSLContext", variant(TrustStoreLoad.class, "load", perContext),
                Disease.UNBUFFERED_TRUSTSTORE.id() + "+" + perContext,
                "5.1: 70 % of the CPU was spent in the kernel, 93 % of that in read(); with a buffer 20 %");
    }

    private static BottleneckCosts trustStorePerContext() {
        return of(Disease.TRUSTSTORE_PER_CONTEXT, "SSLContext", variant(TrustStoreLoad.class, "load", "stock"),
                Disease.TRUSTSTORE_PER_CONTEXT.id(), "5.2: its cure brought 9.5 % in response time and pages");
    }

    private static BottleneckCosts cipherProbe() {
        return of(Disease.CIPHER_PROBE, "engine or socket", variant(CipherSuiteList.class, "engine", "stock"),
                Disease.CIPHER_PROBE.id(), "5.3.1: its cure brought another 3 %");
    }

    private static BottleneckCosts lockedRandom() {
        Variant stock = Variant.of(RandomBytes.class, "nextBytes", Map.of("bytes", "32",
                "algorithm", RandomBytes.OF_SOURCE, "provider", "NativePRNG"));
        return new BottleneckCosts(Disease.LOCKED_RANDOM, "32 random bytes", stock, stock.with("provider", "LOCKED"),
                "5.3.2: its cure made a benchmark of random numbers over 3 times as fast, and brought another 19 %");
    }

    private static BottleneckCosts providerLookup() {
        return of(Disease.PROVIDER_LOOKUP, "look-up of a cipher", variant(ProviderLookup.class, "cipher", "stock"),
                Disease.PROVIDER_LOOKUP.id(), "5.3.3: a hot lock; it gives no figure");
    }

    private static BottleneckCosts pkixPkcs12() {
        Variant healthy = Variant.of(SslHandshake.class, "handshake", Map.of("keyManager", "SunX509", "resume", "false",
                "protocol", "TLSv1.2", "certificate", "RSA", "iterations", "50000"));
        return new BottleneckCosts(Disease.PKIX_PKCS12, "full handshake, TLS 1.2", healthy, healthy.with("keyManager", "PKIX"),
                "review of JDK-8322767: 104.5 handshakes a second instead of 602, so 7.9 ms more");
    }

    private static Variant variant(Class<?> benchmark, String method, String services) {
        return Variant.of(benchmark, method, Map.of("services", services));
    }

    private static BottleneckCosts of(Disease disease, String unit, Variant without, String services, String paper) {
        return new BottleneckCosts(disease, unit, without, without.with("services", services), paper);
    }

    private BottleneckCosts threads(int number) {
        return new BottleneckCosts(disease, unit, without.threads(number), with.threads(number), paper);
    }

    /** What has to be measured for it. */
    List<Variant> variants() {
        return List.of(without, with);
    }

    /** The head of the table, as Markdown. */
    static String head() {
        return "| disease | for each | threads | without, us | with, us | more, us | more CPU, us | of it in the kernel"
                + " | as it was found |\n|---|---|---|---|---|---|---|---|---|";
    }

    /** Its row of the table: times as a thread sees them. */
    String row(VariantReadings on) {
        return "| " + String.join(" | ", disease.id(), unit, String.valueOf(with.threads()),
                on.spread(without, each -> micros(without, each)).toString(),
                on.spread(with, each -> micros(with, each)).toString(),
                on.spread(with, without, (ours, other) -> micros(with, ours) - micros(without, other)).toString(),
                on.spread(with, without, (ours, other) -> ours.cpuMicros() - other.cpuMicros()).toString(),
                on.spread(with, without, (ours, other) -> ours.systemMicros() - other.systemMicros()).toString(),
                paper) + " |";
    }

    private static double micros(Variant variant, ForkReading reading) {
        return variant.threads() * 1e6 / reading.rate();
    }
}
