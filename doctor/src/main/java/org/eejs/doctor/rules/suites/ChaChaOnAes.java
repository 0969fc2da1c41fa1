package org.eejs.doctor.rules.suites;

import java.util.List;
import java.util.Optional;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis.Cure;

/** TLS uses ChaCha20-Poly1305 on a processor with instructions for AES. */
public final class ChaChaOnAes extends FrameRule {
    private static final FramePattern TLS = new FramePattern("sun.security.ssl.", "org.bouncycastle.tls.");
    /** The first JDK with intrinsics for ChaCha20 and Poly1305. */
    private static final int FASTER = 20;
    /** The saving for 16 KB records on a virtual AMD EPYC: 267 vs. 3,219 MB/s on JDK 17, 1,931 vs. 5,258 on JDK 25. */
    private static final double SAVED_BEFORE = 0.9;
    private static final double SAVED_SINCE = 0.6;

    /** Creates the rule. */
    public ChaChaOnAes() {
        this(SAVED_SINCE);
    }

    private ChaChaOnAes(double saved) {
        super("chacha-on-aes", "TLS uses ChaCha20-Poly1305 although AES-GCM is faster",
                "netty#10418, bc-java (its default order)", saved,
                "com.sun.crypto.provider.ChaCha20", "com.sun.crypto.provider.Poly1305",
                "org.bouncycastle.crypto.engines.ChaCha", "org.bouncycastle.crypto.macs.Poly1305");
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return !evidence.settings().flag("UseAES").equals(Optional.of(false));
    }

    @Override
    public Rule on(JvmEvidence evidence) {
        int feature = evidence.settings().feature();
        return new ChaChaOnAes(feature > 0 && feature < FASTER ? SAVED_BEFORE : SAVED_SINCE);
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TLS) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return RecordedHandshakes.suites(evidence, suite -> suite.contains("_CHACHA20_"));
    }

    @Override
    public String lowers() {
        return "AES-128 has keys of 128 bits, ChaCha20 of 256; name AES-256 if you need 256 bits";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Put AES-GCM first on both sides, and let the server choose",
                "parameters.setCipherSuites(new String[] {\"TLS_AES_128_GCM_SHA256\", "
                        + "\"TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256\", \"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256\"});",
                "parameters.setUseCipherSuitesOrder(true);");
    }
}
