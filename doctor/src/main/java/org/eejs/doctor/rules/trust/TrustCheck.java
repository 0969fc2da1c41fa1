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
 * Handshakes check certificate chains. This is a general rule: with resumption, longer connections, or without
 * revocation checks there is less to check. Signers of documents are out of its scope.
 */
public final class TrustCheck extends FrameRule {
    private static final double LARGE = 0.2;
    private static final double OFTEN = 1;
    private static final double FEW = 0.2;
    private static final double MANY = 0.4;
    /** The trust manager of TLS, which some libraries call outside the JDK's handshakes. */
    private static final FramePattern TRUST = new FramePattern("sun.security.ssl.X509TrustManagerImpl.check",
            "sun.security.ssl.AbstractTrustManagerWrapper.check");
    private static final FramePattern OF_CLIENTS = new FramePattern("*.checkClientTrusted");
    private static final FramePattern ASKED = new FramePattern("*.checkServerTrusted", "*.checkClientTrusted");

    /** Creates the rule. */
    public TrustCheck() {
        super("trust-check-hot", "Certificate checks are a large part of handshakes",
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
     * Returns whether the same certificates are checked again and again. A server that is called once offers nothing to
     * resume. A server has more clients than come back during a capture. The JDK caches 750 checked signatures.
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
     * Returns whether many of the checked certificates belong to clients. A JVM that is also a client checks servers'.
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
        return List.of("the JVM checks %.1f chains per second, with %d different certificates".formatted(
                chainsPerSecond(evidence), evidence.events().validations().certificates()));
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return isOfServer(evidence) ? Cures.of("Let clients keep connections open or resume sessions, which checks "
                + "nothing. Use shorter certificate chains for clients. These are settings of Tomcat to keep "
                + "connections; " + claim.caller() + " causes most checks",
                "keepAliveTimeout=\"60000\" maxKeepAliveRequests=\"-1\"")
                : Cures.of("Keep connections open or resume sessions, which checks nothing. Use one SSLContext, and "
                        + "sockets and engines that know their peer’s name. " + claim.caller()
                        + " causes most checks", "context.createSSLEngine(host, port)");
    }
}
