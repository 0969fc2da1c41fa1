package org.eejs.doctor.rules.contexts;

import java.util.ArrayList;
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

/** Connections of users are short, and each begins with a handshake. */
public final class NoKeepAlive extends FrameRule {
    private static final double MOST = 0.6;
    private static final double LEAST = 0.1;
    /** To read the head of a request takes a hundredth of a full handshake: with more, there is a request or a few. */
    private static final double TIMES = 30;
    private static final double FEW = 5;
    /** A balancer or two, behind which users have no addresses of their own. */
    private static final long BALANCERS = 2;
    private static final FramePattern PARSING = new FramePattern("*.coyote.http11.Http11InputBuffer.parse",
            "*.jetty.http.HttpParser.", "*.undertow.server.protocol.http.HttpRequestParser",
            "*.netty.handler.codec.http.HttpObjectDecoder.", "*.netty.handler.codec.http.HttpRequestDecoder.",
            "*.grizzly.http.HttpCodecFilter.decode", "*.helidon.http.Http1HeadersParser.",
            "*.helidon.webserver.http1.Http1Prologue.", "sun.net.httpserver.Request.");

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
    public boolean applies(JvmEvidence evidence) {
        double shaking = evidence.share(TlsFrames::isServer);
        return shaking > LEAST && shaking > MOST * usersShare(evidence)
                && (comeBack(evidence) || hasFewRequests(evidence));
    }

    /** Returns whether users are sent away, and come back. */
    private static boolean comeBack(JvmEvidence evidence) {
        RecordedHandshakes taken = taken(evidence);
        return taken.isNamed() && taken.isRepeated() && taken.peers() > BALANCERS;
    }

    /** Of TLS, what is not a handshake of the JVM's own as a client. */
    private static double usersShare(JvmEvidence evidence) {
        return evidence.share(stack -> stack.has(TlsFrames.ANY) && !TlsFrames.isClient(stack));
    }

    /** Handshakes of users. */
    private static RecordedHandshakes taken(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, TlsFrames::isServer);
    }

    private static boolean hasFewRequests(JvmEvidence evidence) {
        double parsing = evidence.share(PARSING);
        return parsing * evidence.taken() >= FEW && evidence.share(TlsFrames::isServer) >= TIMES * parsing;
    }

    @Override
    public int claims(Stack stack) {
        return TlsFrames.isServer(stack) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        List<String> seen = new ArrayList<>();
        seen.add("handshakes are %.0f %% of what TLS costs beside those of "
                + "clients".formatted(100 * evidence.share(TlsFrames::isServer)
                / usersShare(evidence)));
        if (comeBack(evidence)) {
            seen.add(taken(evidence).words());
        }
        if (hasFewRequests(evidence)) {
            seen.add("they cost %.0f times what reading requests does".formatted(evidence.share(TlsFrames::isServer)
                    / evidence.share(PARSING)));
        }
        return seen;
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Have clients keep connections, or resume sessions: handshakes are most of what TLS costs "
                + "here. "
                + "Of Tomcat the settings below, of Jetty the idleTimeout of its connector; and no Connection: "
                + "close in "
                + "responses",
                "keepAliveTimeout=\"60000\" maxKeepAliveRequests=\"-1\"");
    }
}
