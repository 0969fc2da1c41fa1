package org.eejs.doctor.rules.providers;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis.Cure;

/**
 * The JVM runs cryptography in Java although the processor has instructions for it. Most of these flags are diagnostic;
 * a JVM reports them only if diagnostic flags are unlocked.
 */
public final class CryptoUnaccelerated extends FrameRule {
    private static final String[] AES = {"com.sun.crypto.provider.AESCrypt.", "com.sun.crypto.provider.AES_Crypt.",
        "com.sun.crypto.provider.GCTR.", "com.sun.crypto.provider.CounterMode.",
        "com.sun.crypto.provider.CipherBlockChaining.", "com.sun.crypto.provider.ElectronicCodeBook."};
    private static final String SHA = "sun.security.provider.SHA.implCompress";
    private static final String SHA256 = "sun.security.provider.SHA2.implCompress";
    private static final String SHA512 = "sun.security.provider.SHA5.implCompress";
    /** Frames that appear if a flag is off. */
    private static final Map<String, List<String>> FRAMES = Map.ofEntries(Map.entry("UseAES", List.of(AES)),
            Map.entry("UseAESIntrinsics", List.of(AES)),
            Map.entry("UseAESCTRIntrinsics", List.of("com.sun.crypto.provider.GCTR.",
                    "com.sun.crypto.provider.CounterMode.")),
            Map.entry("UseGHASHIntrinsics", List.of("com.sun.crypto.provider.GHASH.")),
            Map.entry("UseSHA", List.of(SHA, SHA256, SHA512)),
            Map.entry("UseSHA1Intrinsics", List.of(SHA)),
            Map.entry("UseSHA256Intrinsics", List.of(SHA256)),
            Map.entry("UseSHA512Intrinsics", List.of(SHA512)),
            Map.entry("UseMD5Intrinsics", List.of("sun.security.provider.MD5.implCompress")),
            Map.entry("UseChaCha20Intrinsics", List.of("com.sun.crypto.provider.ChaCha20Cipher.")),
            Map.entry("UsePoly1305Intrinsics", List.of("com.sun.crypto.provider.Poly1305.")));

    /** Creates the rule. */
    public CryptoUnaccelerated() {
        this(List.copyOf(FRAMES.keySet()));
    }

    private CryptoUnaccelerated(List<String> flags) {
        super("crypto-unaccelerated", "Intrinsics for cryptography are off, or missing",
                "aws-graviton-getting-started#110, docs/results/aes-gcm.md", 0.85,
                flags.stream().flatMap(flag -> FRAMES.get(flag).stream()).distinct().toArray(String[]::new));
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return !off(evidence).isEmpty();
    }

    @Override
    public Rule on(JvmEvidence evidence) {
        return new CryptoUnaccelerated(off(evidence));
    }

    private static List<String> off(JvmEvidence evidence) {
        return FRAMES.keySet().stream().filter(flag -> evidence.settings().flag(flag).equals(Optional.of(false)))
                .sorted().toList();
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("off: " + String.join(", ", off(evidence)));
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Let the JVM use its intrinsics. Remove these from its options if they are there: "
                + off(evidence).stream().map(flag -> "-XX:-" + flag).collect(Collectors.joining(" "))
                + ". If they are not, give the virtual machine all instructions of the processor, in qemu by this "
                + "option", "-cpu host");
    }
}
