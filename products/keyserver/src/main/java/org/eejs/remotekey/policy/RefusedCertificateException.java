package org.eejs.remotekey.policy;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/** A client's certificate that was not accepted. */
public final class RefusedCertificateException extends CertificateException {
    private static final long serialVersionUID = 1;

    private final transient X509Certificate certificate;

    RefusedCertificateException(X509Certificate certificate, String message, Throwable cause) {
        super(message, cause);
        this.certificate = certificate;
    }

    public X509Certificate certificate() {
        return certificate;
    }
}
