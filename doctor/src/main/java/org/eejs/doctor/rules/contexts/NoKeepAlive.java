package org.eejs.doctor.rules.contexts;

import org.eejs.doctor.evidence.Evidence;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/** Connections of users are short, and each begins with a full handshake. */
public final class NoKeepAlive extends FrameRule {
    private static final double MOST = 0.6;
    private static final double LEAST = 0.1;

    /** The rule. */
    public NoKeepAlive() {
        super("no-keepalive", "Most of what users’ connections cost are their handshakes",
                "logstash-input-http#93, serverfault 300968", 0.8,
                "sun.security.ssl.");
    }

    @Override
    public boolean isGeneral() {
        return true;
    }

    @Override
    public boolean applies(Evidence evidence) {
        return evidence.share(TlsFrames::isServer) > LEAST
                && evidence.share(TlsFrames::isServer) > MOST * evidence.share(TlsFrames.ANY);
    }

    @Override
    public int claims(Stack stack) {
        return TlsFrames.isServer(stack) ? super.claims(stack) : -1;
    }

    @Override
    public Cure cure(Evidence evidence, Claim claim) {
        return Cures.of("Have clients keep connections, or resume sessions: handshakes are most of what TLS costs here",
                "Tomcat: keepAliveTimeout, maxKeepAliveRequests=-1; Jetty: idleTimeout; no Connection: close in "
                + "responses");
    }
}
