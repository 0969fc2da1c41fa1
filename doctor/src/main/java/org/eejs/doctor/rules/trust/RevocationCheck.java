package org.eejs.doctor.rules.trust;

import java.util.List;
import org.eejs.doctor.evidence.Events.Wait;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Rule;
import org.eejs.result.Diagnosis.Cure;

/**
 * Handshakes fetch revocation lists, or ask servers about revocation. A stapled answer still needs a check of its
 * signature, so about half of the CPU can be saved.
 */
public final class RevocationCheck extends FrameRule {
    /** Frames of revocation checks. */
    static final FramePattern CHECK = new FramePattern("sun.security.provider.certpath.OCSP",
            "sun.security.provider.certpath.URICertStore", "sun.security.provider.certpath.RevocationChecker",
            "sun.security.provider.certpath.DistributionPointFetcher");

    /** Frames that ask over the network, which search no list in memory. */
    private static final FramePattern NETWORK = new FramePattern("sun.security.provider.certpath.OCSP.",
            "sun.security.provider.certpath.URICertStore", "sun.security.provider.certpath.ldap.");
    private static final FramePattern OF_CLIENTS = new FramePattern("*.checkClientTrusted");
    private static final String PINNED = "pinned";
    private static final String TIMEOUTS = "-Dcom.sun.security.ocsp.timeout=5 -Dcom.sun.security.crl.timeout=5";

    private final FramePattern claimed;

    /** Creates the rule. */
    public RevocationCheck() {
        this(CHECK);
    }

    private RevocationCheck(FramePattern claimed) {
        super("revocation-in-handshake", "Handshakes check revocation over the network",
                "phase4#124, peppol-commons#49, conscrypt#1066, helidon#9606", 0.5);
        this.claimed = claimed;
    }

    @Override
    public Rule on(JvmEvidence evidence) {
        boolean asks = evidence.share(NETWORK) > 0 || waitedMillis(evidence) > 0;
        return asks ? this : new RevocationCheck(new FramePattern());
    }

    @Override
    public int claims(Stack stack) {
        return stack.outermost(claimed);
    }

    /** Returns the waiting time. A pinned virtual thread that reads is recorded twice, but counts once. */
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
        String bound = "limits the wait for an answer in this JVM, 15 seconds by default. Without the option "
                + "SOFT_FAIL, a handshake with a slower answer fails";
        return isOfClients(evidence) ? Cures.of("Clients cannot staple answers: reduce handshakes by pooled "
                + "connections and resumed sessions. This line " + bound, TIMEOUTS)
                : Cures.of("Let the called servers staple answers; then only the signature is checked. The first line "
                        + "is an option for those servers, if they are JVMs, and does nothing in this one. "
                        + "The second line " + bound, "-Djdk.tls.server.enableStatusRequestExtension=true", TIMEOUTS);
    }

    /** Returns whether this JVM is a server that checks client certificates. */
    private static boolean isOfClients(JvmEvidence evidence) {
        return evidence.share(stack -> stack.has(CHECK) && stack.has(OF_CLIENTS)) > 0 || evidence.events().waits()
                .stream().anyMatch(wait -> wait.stack().has(CHECK) && wait.stack().has(OF_CLIENTS));
    }
}
