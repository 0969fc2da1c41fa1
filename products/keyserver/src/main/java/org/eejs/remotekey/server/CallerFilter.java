package org.eejs.remotekey.server;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.eejs.remotekey.audit.AuditLog;
import org.eejs.remotekey.policy.Caller;
import org.eejs.remotekey.policy.Policy;
import org.eejs.remotekey.policy.Revocations;

/**
 * A filter that identifies the client at the other end of a connection, once, by the certificate that TLS has verified.
 * Thread-safe.
 */
final class CallerFilter extends ServerTransportFilter {
    /** The client of the connection. */
    static final Attributes.Key<Caller> CALLER = Attributes.Key.create("caller");

    private final Shares shares;
    private final AtomicReference<Policy> policy;
    private final AuditLog log;

    CallerFilter(Shares shares, AtomicReference<Policy> policy, AuditLog log) {
        this.shares = shares;
        this.policy = policy;
        this.log = log;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
        SSLSession session = attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        Caller caller;
        try {
            Certificate[] chain = session.getPeerCertificates();
            X509Certificate certificate = (X509Certificate) chain[0];
            caller = new Caller(shares.of(certificate), chain);
            // A client that resumes a session shows no certificate: TLS verified it when the session began.
            certificate.checkValidity();
        } catch (CertificateException e) {
            throw Status.UNAUTHENTICATED.withDescription("the client's certificate is not valid now")
                    .asRuntimeException();
        } catch (SSLPeerUnverifiedException e) {
            // Not reached, because TLS requires a certificate; no policy applies to an unknown client.
            throw Status.UNAUTHENTICATED.withDescription("a client certificate is needed").asRuntimeException();
        }
        Revocations.Refusal refusal = caller.decision(policy.get()).refusal();
        if (refusal != null) {
            log.refused(caller, String.valueOf(attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)), "UNAUTHENTICATED",
                    refusal.text());
            throw Status.UNAUTHENTICATED.withDescription(refusal.text()).asRuntimeException();
        }
        return attributes.toBuilder().set(CALLER, caller).build();
    }
}
