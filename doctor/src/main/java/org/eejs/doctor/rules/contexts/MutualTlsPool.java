package org.eejs.doctor.rules.contexts;

import java.util.List;
import org.eejs.doctor.evidence.JvmEvidence;
import org.eejs.doctor.evidence.FramePattern;
import org.eejs.doctor.evidence.Stack;
import org.eejs.doctor.rules.Claim;
import org.eejs.doctor.rules.Cures;
import org.eejs.doctor.rules.FrameRule;
import org.eejs.doctor.rules.RecordedHandshakes;
import org.eejs.doctor.rules.TlsFrames;
import org.eejs.result.Diagnosis.Cure;

/**
 * With client certificates, the pool of Apache HttpClient reuses a connection only for requests with the same state,
 * the subject of the certificate. Most callers set no state, so connections are never reused. If sessions resume, no
 * sample shows a certificate in use; then the evidence is a pool that closes connections to open new ones to the same
 * servers.
 */
public final class MutualTlsPool extends FrameRule {
    private static final FramePattern APACHE = new FramePattern("org.apache.hc.client", "org.apache.http.");
    private static final List<String> KEYS = List.of("sun.security.ssl.SunX509KeyManagerImpl",
            "sun.security.ssl.X509KeyManagerImpl", "sun.security.ssl.X509KeyManagerCertChecking");
    /** Frames of clients with a certificate only. */
    private static final FramePattern CERTIFICATE = new FramePattern("*.chooseClientAlias",
            "*.chooseEngineClientAlias");
    private static final FramePattern SIGNING = new FramePattern("sun.security.ssl.CertificateVerify$*Producer.");
    private static final FramePattern LEASING = new FramePattern(
            "org.apache.hc.core5.pool.StrictConnPool.processPendingRequest",
            "org.apache.http.pool.AbstractConnPool.getPoolEntryBlocking");
    private static final FramePattern CLOSING = new FramePattern(
            "org.apache.hc.core5.pool.PoolEntry.discardConnection", "org.apache.http.impl.conn.CPoolEntry.close");

    /** Creates the rule. */
    public MutualTlsPool() {
        super("mtls-pool-state", "Pooled connections with client certificates are not reused",
                "feign#2114, jersey#2855, venice#692, HTTPCLIENT-1977",
                "org.apache.hc.client", "org.apache.http.");
    }

    @Override
    public boolean applies(JvmEvidence evidence) {
        boolean keys = KEYS.stream().anyMatch(type -> evidence.heap(type).objects() > 0);
        return made(evidence).isRepeated() && (signs(evidence) || keys && makesRoom(evidence))
                && evidence.lookupsPerSecond("SSLContext") < made(evidence).perSecond() / 2;
    }

    private static RecordedHandshakes made(JvmEvidence evidence) {
        return RecordedHandshakes.of(evidence, handshake -> handshake.stack().has(APACHE));
    }

    /** Returns whether a sample shows Apache HttpClient using its certificate. */
    private static boolean signs(JvmEvidence evidence) {
        return evidence.share(stack -> stack.has(APACHE) && (stack.has(CERTIFICATE)
                || TlsFrames.isClient(stack) && stack.has(SIGNING))) > 0;
    }

    private static boolean makesRoom(JvmEvidence evidence) {
        return evidence.share(stack -> stack.has(LEASING) && stack.has(CLOSING)) > 0;
    }

    @Override
    public int claims(Stack stack) {
        return stack.has(TlsFrames.HANDSHAKE) ? super.claims(stack) : -1;
    }

    @Override
    public List<String> seen(JvmEvidence evidence) {
        return List.of(made(evidence).words() + " of Apache HttpClient", signs(evidence)
                ? "it signs with the key of a certificate" : "its pool closes connections to open new ones, and a "
                        + "key manager is on the heap");
    }

    @Override
    public String lowers() {
        return "requests share connections regardless of their certificate: use one client per certificate";
    }

    @Override
    public Cure cure(JvmEvidence evidence, Claim claim) {
        return Cures.of("If the client of " + claim.caller() + " has a certificate, disable the connection state of "
                + "Apache HttpClient, or use one HttpContext for all requests. If it has none, find out which side "
                + "closes its connections",
                "HttpClients.custom().disableConnectionState().build()");
    }
}
