package org.eejs.remotekey;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Finds out who is at the other end of a connection, once, by the certificate that TLS has verified. Thread-safe. */
final class CallerFilter extends ServerTransportFilter {
    /** Who calls. */
    static final Attributes.Key<Caller> CALLER = Attributes.Key.create("caller");

    private final Shares shares;

    CallerFilter(Shares shares) {
        this.shares = shares;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
        SSLSession session = attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        try {
            X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
            // Who resumes a session shows no certificate: TLS has verified it when the session began.
            certificate.checkValidity();
            return attributes.toBuilder().set(CALLER, Caller.of(certificate, shares.of(certificate))).build();
        } catch (CertificateException e) {
            throw Status.UNAUTHENTICATED.withDescription("the client's certificate is not valid now")
                    .asRuntimeException();
        } catch (SSLPeerUnverifiedException e) {
            // TLS asks for a certificate, so this is not reached; no policy holds for whom nobody knows.
            throw Status.UNAUTHENTICATED.withDescription("a client certificate is needed").asRuntimeException();
        }
    }
}
