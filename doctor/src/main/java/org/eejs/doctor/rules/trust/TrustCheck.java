package org.eejs.doctor.rules.trust;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/**
 * Chains of certificates are checked in each handshake. General, since where connections resume or last, or revocation
 * is not asked for, there is less to check. Documents, of which signers are checked, too, are not its matter.
 */
public final class TrustCheck extends FrameRule {
    private static final double LARGE = 0.2;
    private static final double OFTEN = 1;
    /** The trust manager of TLS, which some libraries ask outside of the JDK's handshakes. */
    private static final FramePattern TRUST = new FramePattern("sun.security.ssl.X509TrustManagerImpl.check",
            "sun.security.ssl.AbstractTrustManagerWrapper.check");

    /** The rule. */
    public TrustCheck() {
        super("trust-check-hot", "Checking certificates is a large part of handshakes",
                "conscrypt#247, dCache#2043", 0.8,
                "sun.security.ssl.X509TrustManagerImpl.check", "sun.security.ssl.AbstractTrustManagerWrapper.check",
                "sun.security.validator.Validator.validate",
                "java.security.cert.CertPathValidator.validate", "java.security.cert.CertPathBuilder.build");
    }

    @Override
    public boolean isGeneral() {
        return true;
    }

    @Override
    public boolean applies(Evidence evidence) {
        double shaking = evidence.share(TlsFrames.HANDSHAKE);
        return (shaking > 0 || chainsPerSecond(evidence) >= OFTEN)
                && evidence.share(stack -> claims(stack) >= 0) > LARGE * shaking;
    }

    private static double chainsPerSecond(Evidence evidence) {
        return evidence.seconds() <= 0 ? 0 : evidence.events().chains() / evidence.seconds();
    }

    @Override
    public int claims(Stack stack) {
        boolean handshake = stack.has(TlsFrames.HANDSHAKE) || stack.has(TRUST);
        return handshake && !stack.has(RevocationCheck.CHECK) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("%.1f chains are checked each second".formatted(chainsPerSecond(evidence)));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Keep connections open, or have them resume, which checks nothing: on one SSLContext for all, "
                + "by sockets and engines that know whom they talk to; of clients that send certificates, have fewer "
                + "between a leaf and its root. " + claim.caller() + " has most checked",
                "context.createSSLEngine(host, port)");
    }
}
