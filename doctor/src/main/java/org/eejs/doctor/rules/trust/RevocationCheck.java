package org.eejs.doctor.rules.trust;

import java.util.List;
import org.eejs.doctor.evidence.Events.Wait;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/**
 * Lists of revoked certificates are fetched, or servers asked, in handshakes. Of an answer that is stapled the
 * signature is checked all the same: about half of the CPU is that of asking.
 */
public final class RevocationCheck extends FrameRule {
    /** Its frames. */
    static final FramePattern CHECK = new FramePattern("sun.security.provider.certpath.OCSP",
            "sun.security.provider.certpath.URICertStore", "sun.security.provider.certpath.RevocationChecker",
            "sun.security.provider.certpath.DistributionPointFetcher");

    private static final FramePattern OF_CLIENTS = new FramePattern("*.checkClientTrusted");
    private static final String PINNED = "pinned";
    private static final String TIMEOUTS = "-Dcom.sun.security.ocsp.timeout=5 -Dcom.sun.security.crl.timeout=5";

    /** The rule. */
    public RevocationCheck() {
        super("revocation-in-handshake", "Revocation is checked over the network in handshakes",
                "phase4#124, peppol-commons#49, conscrypt#1066, helidon#9606", 0.5,
                "sun.security.provider.certpath.OCSP", "sun.security.provider.certpath.URICertStore",
                "sun.security.provider.certpath.RevocationChecker",
                "sun.security.provider.certpath.DistributionPointFetcher");
    }

    /** Returns a virtual thread that is pinned while it reads is recorded twice: its wait counts once. */
    @Override
    public double waitedMillis(JvmEvidence evidence) {
        return Math.max(waitedMillis(evidence, true), waitedMillis(evidence, false));
    }

    private static double waitedMillis(JvmEvidence evidence, boolean pinned) {
        return evidence.events().waits().stream().filter(wait -> wait.stack().has(CHECK)
                && wait.what().equals(PINNED) == pinned).mapToDouble(Wait::millis).sum();
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return evidence.events().waits().stream().filter(wait -> wait.stack().has(CHECK)
                && !wait.what().equals(PINNED)).map(wait -> "threads waited for " + wait.what()).distinct().limit(3)
                .toList();
    }

    @Override
    public String lowers() {
        return "with SOFT_FAIL a revoked certificate passes if its answer takes longer than 5 s";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String bound = "of this JVM bounds how many seconds an answer is waited for, 15 by default; but where checks "
                + "have no option SOFT_FAIL, a handshake whose answer takes longer fails";
        return isOfClients(evidence) ? Cures.of("Clients cannot staple answers: have fewer handshakes, by connections "
                + "that are kept and sessions that resume. This line " + bound, TIMEOUTS)
                : Cures.of("Have the servers that are called staple answers, of which only the signature is checked: "
                        + "the first line is an option of theirs, where they are JVMs, and does nothing in this one. "
                        + "The second " + bound, "-Djdk.tls.server.enableStatusRequestExtension=true", TIMEOUTS);
    }

    /** Returns whether it is a server that checks certificates of clients. */
    private static boolean isOfClients(JvmEvidence evidence) {
        return evidence.share(stack -> stack.has(CHECK) && stack.has(OF_CLIENTS)) > 0 || evidence.events().waits()
                .stream().anyMatch(wait -> wait.stack().has(CHECK) && wait.stack().has(OF_CLIENTS));
    }
}
