package org.eejs.remotekey;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/**
 * A client at the other end of a connection, by its certificate.
 *
 * @param name its subject as text (RFC 2253)
 * @param serial the certificate's number at its issuer, in hexadecimal digits
 * @param fingerprint the SHA-256 of the certificate, in hexadecimal digits
 * @param share what all clients of this subject take of the server together
 */
record Caller(X509Certificate certificate, String name, String serial, String fingerprint, Share share) {
    /** The client of a certificate. */
    static Caller of(X509Certificate certificate, Share share) throws CertificateEncodingException {
        return new Caller(certificate, certificate.getSubjectX500Principal().getName(),
                certificate.getSerialNumber().toString(16), sha256(certificate.getEncoded()), share);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
