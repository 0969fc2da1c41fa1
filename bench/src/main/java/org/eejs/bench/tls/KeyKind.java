package org.eejs.bench.tls;

import java.security.GeneralSecurityException;
import org.eejs.pki.CertificateBuilder;

/** The kinds of key that a server certificate has. */
public enum KeyKind {
    /** RSA of 2048 bits, which most services have. */
    RSA(2048),
    /** ECDSA on P-256: signing costs so little that all else in a handshake shows. */
    EC(256);

    private final int bits;

    KeyKind(int bits) {
        this.bits = bits;
    }

    /** Returns a certificate with a new key of this kind. */
    CertificateBuilder certify(CertificateBuilder certificate) throws GeneralSecurityException {
        return certificate.key(name(), bits);
    }
}
