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

/**
 * HttpsURLConnection finds pooled connections by the identity of their socket factory. With a new factory for each
 * call, no connection is reused.
 */
public final class UrlConnectionFactory extends FrameRule {
    private static final int MANY = 20;
    private static final String FACTORY = "sun.security.ssl.SSLSocketFactoryImpl";
    private static final FramePattern URL_CONNECTION = new FramePattern("sun.net.www.protocol.https.");

    /** Creates the rule. */
    public UrlConnectionFactory() {
        super("urlconnection-factory", "HttpsURLConnection opens a connection per call because each has a new socket "
                + "factory",
                "jersey#2947, jersey#5671, jsonrpc4j#287, yavijava#38",
                "sun.net.www.protocol.https.");
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        // A context for each call creates as many factories.
        return evidence.heap(FACTORY).objects() >= MANY && made(evidence).isRepeated()
                && evidence.lookupsPerSecond("SSLContext") < made(evidence).perSecond() / 2;
    }

    private static RecordedHandshakes made(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, handshake -> handshake.stack().has(URL_CONNECTION));
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TlsFrames.HANDSHAKE) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of("%s of HttpsURLConnection, and %d socket factories on the heap".formatted(made(evidence).words(),
                evidence.heap(FACTORY).objects()));
    }

    @Override
    public String lowers() {
        return Lowers.CHECKS;
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("In " + claim.caller() + ", use one SSLSocketFactory and one HostnameVerifier for all "
                + "connections; the pool finds connections by them",
                "private static final SSLSocketFactory FACTORY = context.getSocketFactory();",
                "connection.setSSLSocketFactory(FACTORY);");
    }
}
