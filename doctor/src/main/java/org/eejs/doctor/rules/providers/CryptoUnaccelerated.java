package org.eejs.doctor.rules.providers;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** The JVM computes in Java what the processor has instructions for. */
public final class CryptoUnaccelerated extends FrameRule {
    private static final List<String> FLAGS = List.of("UseAES", "UseAESIntrinsics", "UseAESCTRIntrinsics",
            "UseGHASHIntrinsics", "UseSHA",
            "UseSHA256Intrinsics", "UseSHA512Intrinsics");

    /** The rule. */
    public CryptoUnaccelerated() {
        super("crypto-unaccelerated", "Machine code for cryptography is switched off, or missing",
                "aws-graviton-getting-started#110, docs/gcm.md", 0.85,
                "com.sun.crypto.provider.AESCrypt.", "com.sun.crypto.provider.AES_Crypt.",
                "com.sun.crypto.provider.GHASH.", "com.sun.crypto.provider.GCTR.",
                "com.sun.crypto.provider.CounterMode.", "com.sun.crypto.provider.CipherBlockChaining.",
                "sun.security.provider.SHA*.implCompress", "sun.security.provider.MD5.implCompress",
                "sun.security.provider.DigestBase.", "com.sun.crypto.provider.ChaCha20Cipher.",
                "com.sun.crypto.provider.Poly1305.");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return !off(evidence).isEmpty();
    }

    private static List<String> off(Evidence evidence) {
        return FLAGS.stream().filter(flag -> evidence.settings().flag(flag).equals(Optional.of(false))).toList();
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("off: " + String.join(", ", off(evidence)));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Let the JVM use its machine code: remove the flags, and where nobody set them, let the "
                + "virtual machine have the"
                + " processor’s instructions", off(evidence).stream().map(flag -> "-XX:+" + flag)
                        .collect(Collectors.joining(" ")), "qemu: -cpu host");
    }
}
