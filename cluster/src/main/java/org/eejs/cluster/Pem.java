package org.eejs.cluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.eejs.pki.Identity;

/** Certificates as text. */
final class Pem {
    private Pem() {}

    static String of(List<X509Certificate> certificates) throws IOException {
        return new String(Identity.pem(certificates), StandardCharsets.US_ASCII);
    }

    static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))).stream()
                .map(X509Certificate.class::cast).toList();
    }
}
