package org.eejs.doctor.rules.contexts;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Asked;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.Lowers;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.doctor.rules.Rule;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/**
 * Every handshake with a known server is a full one. Either engines do not know their peer, or each has a new
 * SSLContext, or the server issues no tickets.
 */
public final class ClientNeverResumes extends FrameRule {
    private static final double NEARLY_ALL = 0.8;
    /** The part that resumption saves in TLS 1.3, which exchanges keys even then. */
    private static final double BY_RESUMING = 0.5;
    /** The part that pooled connections save; the first handshake of a connection remains. */
    private static final double BY_KEEPING = 0.95;
    /** Frames in which HTTP clients open a connection, with or without TLS. */
    private static final FramePattern CONNECTING = new FramePattern(
            "org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator.",
            "org.apache.http.impl.conn.DefaultHttpClientConnectionOperator.",
            "okhttp3.internal.connection.RealConnection.connect", "okhttp3.internal.connection.ConnectPlan.connect",
            "sun.net.NetworkClient.doConnect", "jdk.internal.net.http.PlainHttpConnection.connect",
            "jdk.internal.net.http.PlainHttpConnection$ConnectEvent.");

    private final boolean keeps;

    /** Creates the rule. */
    public ClientNeverResumes() {
        this(true);
    }

    private ClientNeverResumes(boolean keeps) {
        super("client-never-resumes", "Connections to the same servers never resume a session",
                "conscrypt#585, SSLSessionContextImpl.get(host, port)", keeps ? BY_KEEPING : BY_RESUMING,
                "sun.security.ssl.");
        this.keeps = keeps;
    }

    /**
     * Returns the rule with its fix: sharing sessions for an SSLContext per connection, otherwise pooling connections.
     */
    @Override
    public Rule on(JvmEvidence evidence) {
        return new ClientNeverResumes(!isOfContexts(evidence));
    }

    @Override
    public boolean isGeneral() {
        return true;
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        RecordedHandshakes made = made(evidence);
        // A client checks certificates only in full handshakes. Without tickets from the server it cannot resume.
        return made.isRepeated() && TlsFrames.chains(evidence) >= NEARLY_ALL * made.count()
                && (!isOfContexts(evidence) || evidence.share(TlsFrames.TICKET_TAKEN) > 0);
    }

    private static RecordedHandshakes made(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, TlsFrames::isClient);
    }

    /** Returns whether there is a context for at least every second connection. */
    private static boolean isOfContexts(JvmEvidence evidence) {
        return evidence.lookupsPerSecond(ContextPerCall::isOwn) >= made(evidence).perSecond() / 2;
    }

    @Override
    public int claims(Stack stack) {
        int handshake = TlsFrames.isClient(stack) ? super.claims(stack) : -1;
        return keeps ? Math.max(handshake, stack.outermost(CONNECTING)) : handshake;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of(made(evidence).words(), "clients checked %d server chains in %d handshakes".formatted(
                TlsFrames.chains(evidence), made(evidence).count()));
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        if (isOfContexts(evidence)) {
            return Cures.library(evidence, "Create one SSLContext per set of trust and keys, and reuse it. Sessions "
                    + "belong to a context, and %s creates new ones".formatted(Asked.most(evidence,
                    ContextPerCall::isOwn).map(Asked::who).orElseGet(claim::caller)),
                    "Let the library share the sessions", "-Dorg.eejs.jsse.sslContext=share");
        }
        String tickets = "Keep connections open. The engines know their peer, so the server issues no tickets";
        return made(evidence).isNamed() ? evidence.settings().feature() < TicketStarved.STORES_SEVERAL
                ? Cures.of(tickets) : Cures.of(tickets + ", or too few for clients that open several connections at "
                + "once. A Java server from JDK 24 on issues the number of tickets in this option",
                "-Djdk.tls.server.newSessionTicketCount=3")
                : Cures.of("Keep connections open. In " + claim.caller() + ", use one SSLContext and give engines the "
                        + "name of their peer, by which they find sessions again",
                        "context.createSSLEngine(host, port)");
    }
}
