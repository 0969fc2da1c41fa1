package org.eejs.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.eejs.pki.Identity;
import org.eejs.pki.PemFile;
import org.eejs.pki.files.FaultyFileException;

/** Certificates as text. */
final class Pem {
    private Pem() {}

    static String of(List<X509Certificate> certificates) throws IOException {
        return new String(Identity.pem(certificates), StandardCharsets.US_ASCII);
    }

    static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
        try {
            return PemFile.certificates(pem);
        } catch (FaultyFileException e) {
            throw new CertificateException(e.getMessage(), e);
        }
    }
}
