package org.eejs.doctor.rules.contexts;

import java.util.List;
import org.eejs.doctor.evidence.Events.Lookup;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.result.Diagnosis.Cure;

/**
 * The service creates an SSLContext for each call, so it reads key stores and parses trust each time. Its sessions are
 * never resumed, either; that is another finding, {@link ClientNeverResumes}.
 */
public final class ContextPerCall extends FrameRule {
    private static final double OFTEN = 0.5;
    private static final String CURES = "EEJS";
    /** A single SSLContext saves everything; the library leaves 75 of 659 samples of the bank, which has a JKS file. */
    private static final double SAVED = 0.9;

    /** Creates the rule. */
    public ContextPerCall() {
        super("context-per-call", "The service creates SSLContexts again and again",
                "logstash-input-http#93, s3auth#144, finagle#73, netty#11268", SAVED,
                "javax.net.ssl.SSLContext.init", "javax.net.ssl.SSLContext.getInstance",
                "javax.net.ssl.TrustManagerFactory.init", "javax.net.ssl.KeyManagerFactory.init",
                "sun.security.ssl.SSLContextImpl.engineInit", "*.netty.handler.ssl.SslContextBuilder.build");
    }

    /** Returns whether it looks up a context that shares its sessions with no other. */
    static boolean isOwn(Lookup lookup) {
        return isContext(lookup) && !lookup.provider().equals(CURES);
    }

    private static boolean isContext(Lookup lookup) {
        return lookup.type().equals("SSLContext");
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        return !evidence.isSeldom(ContextPerCall::isContext, OFTEN);
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return Asked.most(evidence, ContextPerCall::isContext).stream().map(Asked::words).toList();
    }

    @Override
    public String lowers() {
        return "sessions resume and stores stay in memory: a certificate revoked or removed since still counts";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String who = Asked.most(evidence, ContextPerCall::isContext).map(asked -> "%s creates %.1f per second"
                .formatted(asked.who(), asked.perSecond())).orElse(claim.caller() + " creates new ones");
        return Cures.library(evidence, "Create one SSLContext per set of trust and keys, and reuse it: " + who,
                "Let the library share their contents, which saves most of it",
                "-Dorg.eejs.jsse.sslContext=share");
    }
}
