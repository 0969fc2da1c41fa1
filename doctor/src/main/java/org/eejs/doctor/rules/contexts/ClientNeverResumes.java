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
 * Each handshake with a server that was called before is a full one: engines do not know whom they talk to, or each has
 * an SSLContext of its own, or servers give no tickets.
 */
public final class ClientNeverResumes extends FrameRule {
    private static final double NEARLY_ALL = 0.8;
    /** Of TLS 1.3, where keys are exchanged all the same. */
    private static final double BY_RESUMING = 0.5;
    /** The first handshake of a connection remains. */
    private static final double BY_KEEPING = 0.95;
    /** Where HTTP clients open a connection, TLS or not. */
    private static final FramePattern CONNECTING = new FramePattern(
            "org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator.",
            "org.apache.http.impl.conn.DefaultHttpClientConnectionOperator.",
            "okhttp3.internal.connection.RealConnection.connect", "okhttp3.internal.connection.ConnectPlan.connect",
            "sun.net.NetworkClient.doConnect", "jdk.internal.net.http.PlainHttpConnection.connect",
            "jdk.internal.net.http.PlainHttpConnection$ConnectEvent.");

    private final boolean keeps;

    /** The rule. */
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
     * Returns the cure of contexts that are made for each connection shares sessions, that of others keeps connections.
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
        // A client checks certificates where it does not resume; nothing can be resumed that no server offers.
        return made.isRepeated() && TlsFrames.chains(evidence) >= NEARLY_ALL * made.count()
                && (!isOfContexts(evidence) || evidence.share(TlsFrames.TICKET_TAKEN) > 0);
    }

    private static RecordedHandshakes made(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, TlsFrames::isClient);
    }

    /** Returns whether there is a context for each second connection or more. */
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
        return List.of(made(evidence).words(), "%d chains of servers were checked for %d handshakes".formatted(
                TlsFrames.chains(evidence), made(evidence).count()));
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        if (isOfContexts(evidence)) {
            return Cures.library(evidence, "Make one SSLContext for each set of trust and keys, and keep it: sessions "
                    + "are those of a context, of which %s makes new ones; or have the library of cures share them"
                            .formatted(Asked.most(evidence, ContextPerCall::isOwn).map(Asked::who)
                            .orElseGet(claim::caller)), "-Dorg.eejs.jsse.sslContext=share");
        }
        return made(evidence).isNamed() ? Cures.of("Keep connections open. They know whom they talk to, so it is the "
                + "server that gives no tickets, or one at a time to clients that connect several times at once: of a "
                + "Java server, from JDK 24 on, the option says how many",
                "-Djdk.tls.server.newSessionTicketCount=3")
                : Cures.of("Keep connections open; and have engines know whom they talk to, by which sessions are "
                        + "found "
                        + "again, on one SSLContext for all, in " + claim.caller(),
                        "context.createSSLEngine(host, port)");
    }
}
