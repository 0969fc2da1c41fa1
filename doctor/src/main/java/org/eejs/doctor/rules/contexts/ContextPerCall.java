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
 * An SSLContext is made for each call: stores are read, and trust is parsed. That no session of it is resumed is
 * another finding, {@link ClientNeverResumes}.
 */
public final class ContextPerCall extends FrameRule {
    private static final double OFTEN = 0.5;
    private static final String CURES = "EEJS";
    /** Who makes one saves all; the library leaves 75 of 659 samples of the bank, whose store is a JKS file. */
    private static final double SAVED = 0.9;

    /** The rule. */
    public ContextPerCall() {
        super("context-per-call", "An SSLContext is made again and again",
                "logstash-input-http#93, s3auth#144, finagle#73, netty#11268", SAVED,
                "javax.net.ssl.SSLContext.init", "javax.net.ssl.SSLContext.getInstance",
                "javax.net.ssl.TrustManagerFactory.init", "javax.net.ssl.KeyManagerFactory.init",
                "sun.security.ssl.SSLContextImpl.engineInit", "*.netty.handler.ssl.SslContextBuilder.build");
    }

    /** Returns whether it is a context that shares its sessions with no other. */
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
        return "sessions resume and stores are kept: a certificate revoked or removed since still counts";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        String who = Asked.most(evidence, ContextPerCall::isContext).map(asked -> "%s makes one %.1f times a second"
                .formatted(asked.who(), asked.perSecond())).orElse(claim.caller() + " makes new ones");
        return Cures.library(evidence, "Make one SSLContext for each set of trust and keys, and keep it: " + who
                + "; or have the library of cures share what they hold", "-Dorg.eejs.jsse.sslContext=share");
    }
}
