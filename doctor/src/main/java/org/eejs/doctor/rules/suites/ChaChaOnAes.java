package org.eejs.doctor.rules.suites;

import java.util.Optional;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** ChaCha20-Poly1305 is used on a processor with instructions for AES. */
public final class ChaChaOnAes extends FrameRule {
    /** The rule. */
    public ChaChaOnAes() {
        super("chacha-on-aes", "ChaCha20-Poly1305 is used where AES-GCM is faster",
                "netty#10418, bc-java (its default order)", 0.6,
                "com.sun.crypto.provider.ChaCha20", "com.sun.crypto.provider.Poly1305",
                "org.bouncycastle.crypto.engines.ChaCha", "org.bouncycastle.crypto.macs.Poly1305");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return !evidence.settings().flag("UseAES").equals(Optional.of(false));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Put AES-GCM first on both sides, and have the server decide",
                "parameters.setCipherSuites(new String[] {\"TLS_AES_128_GCM_SHA256\", …});",
                "parameters.setUseCipherSuitesOrder(true);");
    }
}
