package org.eejs.doctor.rules.contexts;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/**
 * With client certificates, Apache HttpClient gives a pooled connection only to who has its state, the subject of the
 * certificate: to nobody, as most use it.
 */
public final class MutualTlsPool extends FrameRule {
    private static final FramePattern APACHE = new FramePattern("org.apache.hc.", "org.apache.http.");
    private static final FramePattern SIGNING = new FramePattern("sun.security.ssl.CertificateVerify$*Producer.");

    /** The rule. */
    public MutualTlsPool() {
        super("mtls-pool-state", "Pooled connections with client certificates are not used again",
                "feign#2114, jersey#2855, venice#692, HTTPCLIENT-1977",
                "org.apache.hc.", "org.apache.http.");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return evidence.events().services(service -> service.type().equals("Signature") && signs(service.stack())) > 0;
    }

    private static boolean signs(Stack stack) {
        return stack.has(APACHE) && stack.has(SIGNING);
    }

    @Override
    public int claims(Stack stack) {
        return TlsFrames.isClient(stack) ? super.claims(stack) : -1;
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Tell Apache HttpClient that connections have no state, or keep one HttpContext for all "
                + "requests",
                "HttpClients.custom().disableConnectionState()  // where " + claim.caller() + " makes its client");
    }
}
