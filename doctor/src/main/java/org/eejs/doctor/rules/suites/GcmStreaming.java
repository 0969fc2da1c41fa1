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
 * Decrypting by a stream keeps all of a message until its tag was checked, copies it again and again, and makes room
 * for all of it with each piece. What it takes to decrypt it is not saved.
 */
public final class GcmStreaming extends FrameRule {
    /** Of JDK 17, and of 11. */
    private static final FramePattern DECRYPTING = new FramePattern(
            "com.sun.crypto.provider.GaloisCounterMode$GCMDecrypt",
            "com.sun.crypto.provider.GaloisCounterMode.decrypt");
    private static final FramePattern COPYING = new FramePattern("java.io.ByteArrayOutputStream.",
            "java.util.Arrays.copyOf");
    private static final FramePattern MAKING_ROOM = new FramePattern("javax.crypto.CipherInputStream.ensureCapacity",
            "javax.crypto.CipherOutputStream.ensureCapacity");
    private static final int MENDED = 21;

    /** The rule. */
    public GcmStreaming() {
        super("gcm-streaming", "AES-GCM is decrypted through streams, which copy all of it",
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
        return List.of("JDK %s keeps what it decrypts, and copies it whenever it grows".formatted(evidence.settings()
                .jdk()));
    }

    @Override
    public String lowers() {
        return "pieces can be left out or reordered unless each is numbered and the last one marked";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Decrypt in pieces that are messages of their own, or in one call, instead of by a stream in "
                + claim.caller() + "; or update to JDK 21",
                "byte[] plain = cipher.doFinal(message);");
    }
}
