package org.eejs.doctor.rules.trust;

import org.eejs.doctor.evidence.Events;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Lists of revoked certificates are fetched, or servers asked, in handshakes. */
public final class RevocationCheck extends FrameRule {
    private static final FramePattern CHECK = new FramePattern("sun.security.provider.certpath.OCSP",
            "sun.security.provider.certpath.URICertStore", "sun.security.provider.certpath.RevocationChecker");

    /** The rule. */
    public RevocationCheck() {
        super("revocation-in-handshake", "Revocation is checked over the network in handshakes",
                "phase4#124, peppol-commons#49, conscrypt#1066, helidon#9606",
                "sun.security.provider.certpath.OCSP", "sun.security.provider.certpath.URICertStore",
                "sun.security.provider.certpath.RevocationChecker",
                "sun.security.provider.certpath.DistributionPointFetcher");
    }

    @Override
    public double waitedMillis(Evidence evidence) {
        return evidence.events().waits().stream().filter(wait -> wait.stack().has(CHECK))
                .mapToDouble(Events.Wait::millis).sum();
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Have servers staple answers, and bound how long one is waited for",
                "-Djdk.tls.server.enableStatusRequestExtension=true  // on the server",
                "-Dcom.sun.security.ocsp.timeout=1 -Dcom.sun.security.crl.timeout=1  // seconds, on the client");
    }
}
