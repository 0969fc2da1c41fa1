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

/** Connections of users are short, so handshakes dominate. */
public final class NoKeepAlive extends FrameRule {
    private static final double MOST = 0.6;
    private static final double LEAST = 0.1;
    /** Reading a request costs about 1% of a full handshake. Above this ratio, a connection has only a few requests. */
    private static final double TIMES = 30;
    private static final double FEW = 5;
    /** One or two load balancers, which hide the addresses of users. */
    private static final long BALANCERS = 2;
    private static final FramePattern PARSING = new FramePattern("*.coyote.http11.Http11InputBuffer.parse",
            "*.jetty.http.HttpParser.", "*.undertow.server.protocol.http.HttpRequestParser",
            "*.netty.handler.codec.http.HttpObjectDecoder.", "*.netty.handler.codec.http.HttpRequestDecoder.",
            "*.grizzly.http.HttpCodecFilter.decode", "*.helidon.http.Http1HeadersParser.",
            "*.helidon.webserver.http1.Http1Prologue.", "sun.net.httpserver.Request.");

    /** Creates the rule. */
    public NoKeepAlive() {
        super("no-keepalive", "Handshakes are most of the cost of users’ connections",
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

    /** Returns whether users disconnect and come back. */
    private static boolean comeBack(JvmEvidence evidence) {
        RecordedHandshakes taken = taken(evidence);
        return taken.isNamed() && taken.isRepeated() && taken.peers() > BALANCERS;
    }

    /** Returns the share of TLS without the JVM's handshakes as a client. */
    private static double usersShare(JvmEvidence evidence) {
        return evidence.share(stack -> stack.has(TlsFrames.ANY) && !TlsFrames.isClient(stack));
    }

    /** Returns the handshakes with users. */
    private static RecordedHandshakes taken(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, TlsFrames::isServer);
    }

    /** Returns the share of parsing requests, without TLS and sockets: some servers read while they parse. */
    public static double parsing(JvmEvidence evidence) {
        return evidence.share(stack -> stack.has(PARSING) && !stack.has(TlsFrames.ANY)
                && !stack.has(TlsFrames.SOCKETS));
    }

    private static boolean hasFewRequests(JvmEvidence evidence) {
        double parsing = parsing(evidence);
        return parsing * evidence.taken() >= FEW && evidence.share(TlsFrames::isServer) >= TIMES * parsing;
    }

    @Override
    public int claims(Stack stack) {
        return TlsFrames.isServer(stack) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        List<String> seen = new ArrayList<>();
        seen.add("handshakes are %.0f%% of the TLS cost, not counting handshakes as a client".formatted(
                100 * evidence.share(TlsFrames::isServer)
                / usersShare(evidence)));
        if (comeBack(evidence)) {
            seen.add(taken(evidence).words());
        }
        if (hasFewRequests(evidence)) {
            seen.add("they cost %.0f times as much as reading requests".formatted(evidence.share(TlsFrames::isServer)
                    / parsing(evidence)));
        }
        return seen;
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("Let clients keep connections open, or resume sessions: handshakes are most of the TLS cost "
                + "here. For Tomcat use these settings, for Jetty the idleTimeout of its connector; do not send "
                + "“Connection: close”",
                "keepAliveTimeout=\"60000\" maxKeepAliveRequests=\"-1\"");
    }
}
