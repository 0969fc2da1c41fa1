package org.eejs.report.run;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.lab.statistics.CellRounds;
import org.eejs.report.text.Format;
import org.eejs.result.Bench;
import org.eejs.result.BenchFigures;
import org.eejs.result.CpuProfile;
import org.eejs.result.CpuProfile.Event;
import org.eejs.result.Result.Disclosure;

/**
 * Figures of benchmarks for the cryptography within an event, with the same algorithm, provider and JDK.
 *
 * @param cells the cells of benchmarks
 */
public record Primitives(List<CellRounds> cells) {
    private static final int RECORD_BYTES = 16_384;
    private static final double RECORDS_OF_A_MEGABYTE = 1e6 / RECORD_BYTES;

    /** Returns the figures as text; empty if no benchmark has them. */
    String beside(Event event, CpuProfile profile, Disclosure disclosure) {
        if (disclosure == null || disclosure.tls() == null || !disclosure.jdks().containsKey("bank")) {
            return "";
        }
        Set<String> providers = profile.cryptography().stream().map(CpuProfile.Primitive::provider)
                .collect(Collectors.toSet());
        // A subject without a JVM has no version.
        String jdk = disclosure.jdks().containsKey("bank") ? disclosure.jdks().get("bank").version() : "";
        return switch (event.event()) {
            case "privateKeyOfUser" -> words(1, "sign", signature(disclosure), null, jdk, providers);
            case "megabyteOfUsers" -> words(RECORDS_OF_A_MEGABYTE, "encrypt", cipher(disclosure), RECORD_BYTES, jdk,
                    providers);
            default -> "";
        };
    }

    /** Returns the signature algorithm: RSASSA-PSS, which TLS 1.3 requires. Empty for the unknown key of a service. */
    private static String signature(Disclosure disclosure) {
        String certificate = disclosure.tls().certificate();
        return certificate == null ? "" : certificate.startsWith("RSA") ? "RSA-2048-PSS" : "ECDSA-P-256";
    }

    private static String cipher(Disclosure disclosure) {
        String suite = String.valueOf(disclosure.tls().cipherSuite());
        return suite.contains("CHACHA20") ? "ChaCha20-Poly1305"
                : (suite.contains("AES_256") ? "AES-256-" : "AES-128-") + (suite.contains("GCM") ? "GCM" : "CBC");
    }

    private String words(double times, String operation, String algorithm, Integer bytes, String jdk,
            Set<String> providers) {
        record Cost(Bench.Cell cell, double micros) {}

        return cells.stream().filter(each -> operation.equals(each.cell().get("operation"))
                && algorithm.equals(each.cell().get("algorithm")) && each.mean(BenchFigures.CPU) != null)
                .map(each -> new Cost(Bench.Cell.of(each.cell()), each.mean(BenchFigures.CPU)))
                .filter(each -> each.cell().threads() == 1 && (bytes == null || bytes.equals(each.cell().bytes()))
                        && jdk.equals(each.cell().jdk()) && each.cell().intrinsics()
                        && providers.contains(each.cell().provider()))
                .min(Comparator.comparing(Cost::micros))
                .map(cost -> "%s: %s by %s".formatted(Format.time(times * cost.micros() / 1_000), algorithm,
                        cost.cell().provider())).orElse("");
    }
}
