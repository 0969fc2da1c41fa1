package org.eejs.remotekey;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/** A client's certificate is not accepted, and which one it was. */
final class RefusedCertificateException extends CertificateException {
    private static final long serialVersionUID = 1;

    private final transient X509Certificate certificate;

    RefusedCertificateException(X509Certificate certificate, String message, Throwable cause) {
        super(message, cause);
        this.certificate = certificate;
    }

    X509Certificate certificate() {
        return certificate;
    }
}
