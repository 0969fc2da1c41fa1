package org.eejs.doctor.rules.trust;

import java.util.List;
import org.eejs.doctor.evidence.Events.Wait;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/** Lists of revoked certificates are fetched, or servers asked, in handshakes. */
public final class RevocationCheck extends FrameRule {
    /** Its frames. */
    static final FramePattern CHECK = new FramePattern("sun.security.provider.certpath.OCSP",
            "sun.security.provider.certpath.URICertStore", "sun.security.provider.certpath.RevocationChecker",
            "sun.security.provider.certpath.DistributionPointFetcher");

    private static final String PINNED = "pinned";

    /** The rule. */
    public RevocationCheck() {
        super("revocation-in-handshake", "Revocation is checked over the network in handshakes",
                "phase4#124, peppol-commons#49, conscrypt#1066, helidon#9606",
                "sun.security.provider.certpath.OCSP", "sun.security.provider.certpath.URICertStore",
                "sun.security.provider.certpath.RevocationChecker",
                "sun.security.provider.certpath.DistributionPointFetcher");
    }

    /** A virtual thread that is pinned while it reads is recorded twice: its wait counts once. */
    @Override
    public double waitedMillis(Evidence evidence) {
        return Math.max(waitedMillis(evidence, true), waitedMillis(evidence, false));
    }

    private static double waitedMillis(Evidence evidence, boolean pinned) {
        return evidence.events().waits().stream().filter(wait -> wait.stack().has(CHECK)
                && wait.what().equals(PINNED) == pinned).mapToDouble(Wait::millis).sum();
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return evidence.events().waits().stream().filter(wait -> wait.stack().has(CHECK)
                && !wait.what().equals(PINNED)).map(wait -> "threads waited for " + wait.what()).distinct().limit(3)
                .toList();
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Have servers staple answers, by the first option where they are JVMs, and bound how many "
                + "seconds a client waits, by the second line",
                "-Djdk.tls.server.enableStatusRequestExtension=true",
                "-Dcom.sun.security.ocsp.timeout=1 -Dcom.sun.security.crl.timeout=1");
    }
}
