package org.eejs.doctor.rules.trust;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** Chains of certificates are checked in each handshake. */
public final class TrustCheck extends FrameRule {
    private static final double LARGE = 0.2;
    private static final FramePattern CHECKS = new FramePattern("sun.security.ssl.X509TrustManagerImpl.check",
            "sun.security.validator.",
            "java.security.cert.CertPathValidator.validate", "java.security.cert.CertPathBuilder.build");

    /** The rule. */
    public TrustCheck() {
        super("trust-check-hot", "Checking certificates is a large part of handshakes",
                "conscrypt#247, dCache#2043", 0.8,
                "sun.security.ssl.X509TrustManagerImpl.check", "sun.security.ssl.AbstractTrustManagerWrapper.check",
                "sun.security.validator.Validator.validate", "java.security.cert.CertPathValidator.validate",
                "java.security.cert.CertPathBuilder.build");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return evidence.share(CHECKS) > LARGE * evidence.share(TlsFrames.HANDSHAKE);
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("%.1f chains are checked each second".formatted(evidence.events()
                .validations()[0] / evidence.seconds()));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Resume sessions, which are not checked again; have fewer certificates between a leaf and "
                + "its root",
                "// one SSLContext for all connections, and connections that stay open");
    }
}
