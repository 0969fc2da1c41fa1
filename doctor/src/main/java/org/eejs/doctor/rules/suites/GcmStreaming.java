package org.eejs.doctor.rules.suites;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/**
 * Streamed decryption buffers the whole message until its tag is checked, and reallocates the buffer with each piece.
 * The fix saves these copies, but not the decryption itself.
 */
public final class GcmStreaming extends FrameRule {
    /** Frames of JDK 17 and 11. */
    private static final FramePattern DECRYPTING = new FramePattern(
            "com.sun.crypto.provider.GaloisCounterMode$GCMDecrypt",
            "com.sun.crypto.provider.GaloisCounterMode.decrypt");
    private static final FramePattern COPYING = new FramePattern("java.io.ByteArrayOutputStream.",
            "java.util.Arrays.copyOf");
    private static final FramePattern MAKING_ROOM = new FramePattern("javax.crypto.CipherInputStream.ensureCapacity",
            "javax.crypto.CipherOutputStream.ensureCapacity");
    private static final int MENDED = 21;

    /** Creates the rule. */
    public GcmStreaming() {
        super("gcm-streaming", "The service decrypts AES-GCM by streams, which copy everything",
                "jdk#11597 (JDK-8298249), jdk17u-dev#2393, tink#174, vespa#24891", 0.9,
                "javax.crypto.CipherInputStream.", "javax.crypto.CipherOutputStream.", "javax.crypto.Cipher.update");
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return evidence.settings().feature() > 0 && evidence.settings().feature() < MENDED
                && evidence.share(stack -> isDecrypted(stack) && super.claims(stack) >= 0) > 0;
    }

    private static boolean isDecrypted(Stack stack) {
        return stack.has(DECRYPTING) && !stack.has(TlsFrames.ANY);
    }

    @Override
    public int claims(Stack stack) {
        return isDecrypted(stack) && stack.has(COPYING) || stack.has(MAKING_ROOM) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("JDK %s buffers the decrypted text and copies it whenever it grows".formatted(evidence.settings()
                .jdk()));
    }

    @Override
    public String lowers() {
        return "attackers can drop or reorder pieces unless you number each one and mark the last";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("In " + claim.caller() + ", decrypt separate messages or use one call, instead of a stream; or "
                + "update to JDK 21",
                "byte[] plain = cipher.doFinal(message);");
    }
}
