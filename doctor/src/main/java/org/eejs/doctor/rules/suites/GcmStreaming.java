package org.eejs.doctor.rules.suites;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** Decrypting by a stream keeps all of a message until its tag was checked, and copies it again and again. */
public final class GcmStreaming extends FrameRule {
    private static final FramePattern AEAD = new FramePattern("com.sun.crypto.provider.GaloisCounterMode",
            "com.sun.crypto.provider.CipherCore");
    private static final int MENDED = 21;

    /** The rule. */
    public GcmStreaming() {
        super("gcm-streaming", "AES-GCM is decrypted through streams, which copy all of it",
                "jdk#11597 (JDK-8298249), jdk17u-dev#2393, tink#174, vespa#24891", 0.9,
                "javax.crypto.CipherInputStream.", "javax.crypto.CipherOutputStream.", "javax.crypto.Cipher.update");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return evidence.settings().feature() < MENDED;
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(AEAD) && !stack.has(TlsFrames.ANY) ? super.claims(stack) : -1;
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Decrypt in pieces that are messages of their own, or in one call; or update to JDK 21",
                "byte[] plain = cipher.doFinal(message);  // instead of a CipherInputStream in " + claim.caller());
    }
}
