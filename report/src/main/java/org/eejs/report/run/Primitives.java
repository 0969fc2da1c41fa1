package org.eejs.report.run;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eejs.report.text.Format;
import org.eejs.result.Bench;
import org.eejs.result.CpuProfile;
import org.eejs.result.CpuProfile.Event;
import org.eejs.result.Result.Disclosure;

/**
 * What benchmarks found that the cryptography within an event costs by itself: of the same algorithm, provider and JDK.
 *
 * @param benches the results to look in
 */
public record Primitives(List<Bench> benches) {
    private static final int RECORD_BYTES = 16_384;
    private static final double RECORDS_OF_A_MEGABYTE = 1e6 / RECORD_BYTES;

    /** For people; empty where no benchmark has it. */
    String beside(Event event, CpuProfile profile, Disclosure disclosure) {
        if (disclosure == null || disclosure.tls() == null || !disclosure.jdks().containsKey("bank")) {
            return "";
        }
        Set<String> providers = profile.cryptography().stream().map(CpuProfile.Primitive::provider)
                .collect(Collectors.toSet());
        // What runs on no JVM has none.
        String jdk = disclosure.jdks().containsKey("bank") ? disclosure.jdks().get("bank").version() : "";
        return switch (event.event()) {
            case "privateKeyOfUser" -> words(1, "sign", signature(disclosure), null, jdk, providers);
            case "megabyteOfUsers" -> words(RECORDS_OF_A_MEGABYTE, "encrypt", cipher(disclosure), RECORD_BYTES, jdk,
                    providers);
            default -> "";
        };
    }

    /** TLS 1.3 signs by RSASSA-PSS, as JSSE does before it. What a service's own key is, is not known: none. */
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
        return benches.stream().flatMap(bench -> bench.scores().stream())
                .filter(score -> score.cpuMicrosPerOp() != null && score.cell().operation().equals(operation)
                        && score.cell().algorithm().equals(algorithm) && score.cell().threads() == 1
                        && (bytes == null || bytes.equals(score.cell().bytes())) && score.cell().jdk().equals(jdk)
                        && score.cell().intrinsics() && providers.contains(score.cell().provider()))
                .min(Comparator.comparing(Bench.Score::cpuMicrosPerOp))
                .map(score -> "%s: %s by %s".formatted(Format.time(times * score.cpuMicrosPerOp() / 1_000), algorithm,
                        score.cell().provider())).orElse("");
    }
}
