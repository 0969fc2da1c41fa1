package org.eejs.doctor.rules.contexts;

import java.util.List;
import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** An SSLContext is made for each call: stores are read, trust is parsed, and no session can ever resume. */
public final class ContextPerCall extends FrameRule {
    private static final double OFTEN = 0.5;
    private static final double RESUMED = 0.5;

    /** The rule. */
    public ContextPerCall() {
        super("context-per-call", "An SSLContext is made again and again",
                "logstash-input-http#93, s3auth#144, finagle#73, netty#11268",
                "javax.net.ssl.SSLContext.init", "javax.net.ssl.SSLContext.getInstance",
                "javax.net.ssl.TrustManagerFactory.init", "javax.net.ssl.KeyManagerFactory.init",
                "sun.security.ssl.SSLContextImpl.engineInit", "io.netty.handler.ssl.SslContextBuilder.build");
    }

    @Override
    public boolean applies(Evidence evidence) {
        return evidence.eventSeconds() == 0 || evidence.servicesPerSecond("SSLContext") >= OFTEN;
    }

    /** Each new context shakes hands in full: with one for all, sessions resume, which takes half of a handshake. */
    @Override
    public double estimate(Evidence evidence) {
        return evidence.servicesPerSecond("SSLContext") < evidence.handshakesPerSecond() / 2 ? 0
                : RESUMED * evidence.share(TlsFrames::isClient) * evidence.cpu().app() / evidence.cpu().all();
    }

    @Override
    public List<String> seen(Evidence evidence) {
        return List.of("SSLContext.getInstance %.1f times a second".formatted(evidence
                .servicesPerSecond("SSLContext")));
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.library("Make one SSLContext for each set of trust and keys, and keep it: " + claim.caller()
                + " makes one %.1f times a second; or have the library of cures share what they hold".formatted(
                        evidence.servicesPerSecond("SSLContext")), "-Dorg.eejs.jsse.sslContext=share");
    }
}
