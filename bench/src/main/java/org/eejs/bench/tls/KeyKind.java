package org.eejs.bench.tls;

import java.security.GeneralSecurityException;
import org.eejs.pki.CertificateBuilder;

/** The kinds of keys in server certificates. */
public enum KeyKind {
    /** RSA of 2048 bits, which most services have. */
    RSA(2048),
    /** ECDSA on P-256: signing is so cheap that the rest of a handshake dominates. */
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
