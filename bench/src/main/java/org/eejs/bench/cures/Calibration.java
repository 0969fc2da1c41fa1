package org.eejs.bench.cures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eejs.bench.crypto.CipherRecords;
import org.eejs.bench.crypto.DigestBytes;
import org.eejs.bench.crypto.RecordMemory;
import org.eejs.bench.crypto.SignMessage;
import org.eejs.bench.rounds.Comparison;
import org.eejs.bench.rounds.ForkReading;
import org.eejs.bench.rounds.Spread;
import org.eejs.bench.rounds.Variant;
import org.eejs.bench.rounds.VariantReadings;

/**
 * A figure of the suite beside one in OpenJDK's style of measuring.
 *
 * @param pair what is compared: the suite's beside the other
 * @param difference what one does and the other does not, so that they need not agree; null where they have to
 */
record Calibration(Comparison pair, String difference) {
    /** All pairs, of the JDK's providers. */
    static List<Calibration> all() {
        List<Calibration> all = new ArrayList<>();
        for (String bytes : List.of("1024", "16384")) {
            Variant ours = Variant.of(CipherRecords.class, "encrypt", Map.of("provider", "SunJCE", "algorithm",
                    "AES-128-GCM", "bytes", bytes, "buffer", RecordMemory.Buffer.array.name()));
            Variant style = Variant.of(OpenJdkStyle.class, "encrypt", Map.of("bytes", bytes, "additional", "5"));
            String what = "AES-128-GCM, encrypt " + bytes + " B";
            all.add(of(what + ", with additional data", ours, style, null));
            all.add(of(what, ours, style.with("additional", "0"),
                    "the suite's record has additional data, as TLS has; OpenJDK's has none"));
        }
        for (String bytes : List.of("1024", "16384")) {
            all.add(of("SHA-256 of " + bytes + " B", Variant.of(DigestBytes.class, "digest", Map.of("provider", "SUN",
                    "algorithm", "SHA-256", "bytes", bytes)), Variant.of(OpenJdkStyle.class, "digest",
                    Map.of("bytes", bytes)), null));
        }
        all.add(of("RSA-2048, sign", Variant.of(SignMessage.class, "sign", Map.of("provider", "SunRsaSign",
                "algorithm", "RSA-2048")), Variant.of(OpenJdkStyle.class, "sign", Map.of("bytes", "1024")), null));
        return all;
    }

    private static Calibration of(String what, Variant ours, Variant style, String difference) {
        return new Calibration(Comparison.shown(what, ours, style), difference);
    }

    /**
     * Those that are measured next to each other; no variant stands in two.
     *
     * @return a group for each figure of the suite
     */
    static List<List<Variant>> groups(List<Calibration> agreements) {
        return agreements.stream().map(each -> each.pair.measured()).distinct().map(ours -> agreements.stream()
                .filter(each -> each.pair.measured().equals(ours)).flatMap(each -> each.pair.variants().stream())
                .distinct().toList()).toList();
    }

    /** Whether the figures have to agree and do not: no round and none between two found them equal. */
    boolean isMissed(VariantReadings on) {
        return difference == null && !agrees(on);
    }

    private boolean agrees(VariantReadings on) {
        Spread ratio = pair.judge(on).ratio();
        return ratio.lowest() <= 1 && ratio.highest() >= 1;
    }

    /** The head of the table, as Markdown. */
    static String head() {
        return "| | the suite, per second | OpenJDK's style, per second | ratio of rates | ratio of CPU | agree |"
                + "\n|---|---|---|---|---|---|";
    }

    /** Its row of the table. */
    String row(VariantReadings on) {
        Comparison.Outcome outcome = pair.judge(on);
        double off = 100 * (outcome.ratio().median() - 1);
        String verdict = agrees(on) ? "yes" : "%s %% %s%s".formatted(Spread.digits(Math.abs(off)),
                off > 0 ? "more" : "less", difference == null ? ": **NO**" : ": " + difference);
        return "| " + String.join(" | ", pair.question(), on.spread(pair.measured(), ForkReading::rate).toString(),
                on.spread(outcome.rival(), ForkReading::rate).toString(), outcome.ratio().toString(),
                outcome.byCpu().toString(), verdict) + " |";
    }
}
