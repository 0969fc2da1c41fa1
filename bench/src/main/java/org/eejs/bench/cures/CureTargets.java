package org.eejs.bench.cures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.bench.random.RandomBytes;
import org.eejs.bench.random.RandomSource;
import org.eejs.bench.rounds.Comparison;
import org.eejs.bench.rounds.ForkReading;
import org.eejs.bench.rounds.Spread;
import org.eejs.bench.rounds.SslHandshakesInTurn;
import org.eejs.bench.rounds.Variant;
import org.eejs.bench.rounds.VariantReadings;
import org.eejs.bench.tls.KeyKind;

/**
 * What is required of the library of cures, as comparisons.
 *
 * @param title of the table
 * @param comparisons what is compared
 */
public record CureTargets(String title, List<Comparison> comparisons) {
    private static final String SUN_X509 = "SunX509";
    private static final String PKIX = "PKIX";
    private static final String EEJS = "EEJS";

    /**
     * Handshakes, the key in a PKCS12 store of 50,000 iterations.
     *
     * @param resume whether sessions are resumed
     */
    static CureTargets handshakes(boolean resume, List<KeyKind> kinds) {
        List<Comparison> comparisons = new ArrayList<>();
        for (KeyKind kind : kinds) {
            for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
                Variant any = Variant.of(SslHandshakesInTurn.class, "handshakes", Map.of(
                        "resume", String.valueOf(resume), "protocol", protocol, "certificate", kind.name(),
                        "iterations", "50000"));
                Variant sunX509 = any.with("keyManager", SUN_X509);
                Variant eejs = any.with("keyManager", EEJS);
                Variant pkix = any.with("keyManager", PKIX);
                String where = protocol + ", " + kind + ": ";
                comparisons.add(Comparison.required(where + "EEJS beside SunX509", eejs, sunX509,
                        resume ? 0.97 : 0.98));
                comparisons.add(Comparison.shown(where + "SunX509 beside PKIX", sunX509, pkix));
            }
        }
        return new CureTargets((resume ? "Resumed" : "Full") + " handshakes", comparisons);
    }

    /** SSLContexts made again and again. */
    static CureTargets contexts() {
        List<Comparison> comparisons = new ArrayList<>();
        for (String material : List.of("JKS", "PKCS12", "cacerts")) {
            Variant stock = Variant.of(SslContextInit.class, "init", Map.of("material", material, "services", "stock"));
            Variant eejs = stock.with("services", EEJS);
            comparisons.add(material.equals("cacerts") ? Comparison.shown("cacerts: EEJS beside stock", eejs, stock)
                    : Comparison.required("140 certificates, " + material + ": EEJS beside stock", eejs, stock, 20));
        }
        return new CureTargets("SSLContexts", comparisons);
    }

    /** Random numbers, from every source that is on this machine. */
    static CureTargets random() {
        Variant eejs = random(RandomSource.EEJS);
        List<Variant> rivals = RandomSource.here().stream()
                .filter(source -> source != RandomSource.EEJS && source != RandomSource.LOCKED)
                .map(CureTargets::random).toList();
        return new CureTargets("32 random bytes in 2 threads", List.of(
                Comparison.required("EEJS beside NativePRNG", eejs, random(RandomSource.NativePRNG), 4),
                Comparison.required("EEJS beside itself in 1 thread", eejs, eejs.threads(1), 1.9),
                new Comparison("EEJS beside the fastest of all", eejs, rivals, 1)));
    }

    private static Variant random(RandomSource source) {
        return Variant.of(RandomBytes.class, "nextBytes", Map.of("bytes", "32", "algorithm",
                RandomBytes.OF_SOURCE, "provider", source.name()))
                .threads(2);
    }

    /** Each variant of the table, once. */
    List<Variant> variants() {
        return comparisons.stream().flatMap(each -> each.variants().stream()).distinct().toList();
    }

    /** The table of what was found, and below it the readings that it is made of, as Markdown. */
    public String table(VariantReadings on) {
        StringBuilder text = new StringBuilder("#### ").append(title)
                .append("\n\n| | ratio of rates | ratio of CPU | required | verdict |\n|---|---|---|---|---|\n");
        for (Comparison comparison : comparisons) {
            Comparison.Outcome outcome = comparison.judge(on);
            String rival = comparison.rivals().size() == 1 ? ""
                    : " (" + outcome.rival().parameters().get("provider") + ")";
            text.append("| ").append(comparison.question()).append(rival).append(" | ").append(outcome.ratio())
                    .append(" | ").append(outcome.byCpu()).append(" | ")
                    .append(comparison.atLeast() == 0 ? "" : "at least " + Spread.digits(comparison.atLeast()))
                    .append(" | ")
                    .append(outcome.verdict()).append(" |\n");
        }
        text.append("\n| measured | per second | CPU, us |\n|---|---|---|\n");
        for (Variant variant : variants()) {
            text.append("| ").append(variant).append(" | ").append(on.spread(variant, ForkReading::rate)).append(" | ")
                    .append(on.spread(variant, ForkReading::cpuMicros)).append(" |\n");
        }
        return text.toString();
    }

    /** How many requirements were missed. */
    public long missed(VariantReadings on) {
        return comparisons.stream().filter(each -> each.judge(on).isMissed()).count();
    }
}
