package org.eejs.doctor.rules.trust;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Lowers;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/**
 * Chains of certificates are checked in each handshake. General, since where connections resume or last, or revocation
 * is not asked for, there is less to check. Documents, of which signers are checked, too, are not its matter.
 */
public final class TrustCheck extends FrameRule {
    private static final double LARGE = 0.2;
    private static final double OFTEN = 1;
    private static final double FEW = 0.2;
    private static final double MANY = 0.4;
    /** The trust manager of TLS, which some libraries ask outside of the JDK's handshakes. */
    private static final FramePattern TRUST = new FramePattern("sun.security.ssl.X509TrustManagerImpl.check",
            "sun.security.ssl.AbstractTrustManagerWrapper.check");
    private static final FramePattern OF_CLIENTS = new FramePattern("*.checkClientTrusted");
    private static final FramePattern ASKED = new FramePattern("*.checkServerTrusted", "*.checkClientTrusted");

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
    public boolean applies(JvmEvidence evidence) {
        double shaking = evidence.share(TlsFrames.HANDSHAKE);
        return chainsPerSecond(evidence) >= OFTEN && (isRepeated(evidence) || isOfServer(evidence))
                && evidence.share(stack -> claims(stack) >= 0) > LARGE * shaking;
    }

    /**
     * Returns whether the same certificates are checked again and again: a server that is met once has nothing to
     * resume. The clients of a server are more than come again while it is looked at; the JDK keeps the checked
     * signatures of 750.
     */
    private static boolean isRepeated(JvmEvidence evidence) {
        return evidence.events().validations().certificates() <= FEW * chains(evidence);
    }

    private static long chains(JvmEvidence evidence) {
        return evidence.events().validations().chains(stack -> stack.has(ASKED));
    }

    private static double chainsPerSecond(JvmEvidence evidence) {
        return evidence.seconds() <= 0 ? 0 : chains(evidence) / evidence.seconds();
    }

    /**
     * Returns whether many of them are those of clients; whoever is a client, too, checks those of servers beside them.
     */
    private static boolean isOfServer(JvmEvidence evidence) {
        long clients = evidence.events().validations().chains(stack -> stack.has(OF_CLIENTS));
        return clients > MANY * chains(evidence);
    }

    @Override
    public int claims(Stack stack) {
        boolean handshake = stack.has(TlsFrames.HANDSHAKE) || stack.has(TRUST);
        return handshake && !stack.has(RevocationCheck.CHECK) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("%.1f chains are checked each second, of %d certificates that differ".formatted(
                chainsPerSecond(evidence), evidence.events().validations().certificates()));
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return isOfServer(evidence) ? Cures.of("Have clients keep connections, or resume their sessions, which checks "
                + "nothing; and give them certificates with fewer between a leaf and its root. Of Tomcat these "
                + "settings let them keep connections; " + claim.caller() + " has most checked",
                "keepAliveTimeout=\"60000\" maxKeepAliveRequests=\"-1\"")
                : Cures.of("Keep connections open, or have them resume, which checks nothing: on one SSLContext for "
                        + "all, by sockets and engines that know whom they talk to. " + claim.caller()
                        + " has most checked", "context.createSSLEngine(host, port)");
    }
}
