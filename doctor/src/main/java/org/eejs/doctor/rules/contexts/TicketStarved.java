package org.eejs.doctor.rules.contexts;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Lowers;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** In TLS 1.3 a ticket resumes one connection, so of several connections that begin at once only one resumes. */
public final class TicketStarved extends FrameRule {
    private static final double SOME = 0.2;
    private static final double NEARLY_ALL = 0.8;
    /** Frames of a client in a full handshake. */
    /** The first JDK whose clients store several tickets of a server, and whose servers have an option for it. */
    static final int STORES_SEVERAL = 24;
    private static final FramePattern FULL = new FramePattern("sun.security.ssl.CertificateMessage$T13*Consumer.",
            "sun.security.ssl.CertificateVerify$T13*Consumer.",
            "sun.security.ssl.X509TrustManagerImpl.checkServerTrusted");

    /** Creates the rule. */
    public TicketStarved() {
        super("tls13-ticket-starved", "Only one of several simultaneous connections resumes a session",
                "scylladb/java-driver#444, JDK-8328608 (jdk#19465)", NEARLY_ALL,
                "sun.security.ssl.");
    }

    @Override
    public boolean isGeneral() {
        return true;
    }

    private static RecordedHandshakes made(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, TlsFrames::isClient);
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        RecordedHandshakes made = made(evidence);
        long full = TlsFrames.chains(evidence);
        // If some connections resume, the server issues tickets.
        return made.isRepeated() && made.isNamed() && full > SOME * made.count() && full < NEARLY_ALL * made.count();
    }

    @Override
    public int claims(Stack stack) {
        return TlsFrames.isClient(stack) && stack.has(FULL) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of(made(evidence).words(), "%d of %d handshakes resumed no session".formatted(
                TlsFrames.chains(evidence), made(evidence).count()));
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String fewer = "Use fewer connections that last longer. ";
        return evidence.settings().feature() < STORES_SEVERAL
                ? Cures.of(fewer + "More tickets would not help: clients before JDK 24 store one per server")
                : Cures.of(fewer + "A Java server from JDK 24 on issues more tickets with this option; this client "
                + "stores ten", "-Djdk.tls.server.newSessionTicketCount=5");
    }
}
