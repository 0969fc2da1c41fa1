package org.eejs.pix;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** A key and its certificate, made for a test. */
public record TestSigner(PrivateKey key, X509Certificate certificate) {
    public static final TestSigner RSA = rsa(2048, 17);
    public static final TestSigner EC_P256 = of("EC", 256, 18, KeyUsage.digitalSignature);
    static final TestSigner EC_P384 = of("EC", 384, 18, KeyUsage.digitalSignature);

    /** An issuer with characters that must be escaped, in XML and in names. */
    private static final String ISSUER = "CN=Autoridade de Ensaio\\, primeira,O=EEJS & \\<Filhos\\>,C=BR";

    static TestSigner rsa(int bits, long serialNumber) {
        return of("RSA", bits, serialNumber, KeyUsage.digitalSignature);
    }

    public static KeyPair pair(String algorithm, int bits) {
        try {
            return CertificateBuilder.newKey(algorithm, bits);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a certificate that is valid for ten years. */
    static TestSigner of(String algorithm, int bits, long serialNumber, int usage) {
        return of(algorithm, bits, serialNumber, usage, new X500Principal(ISSUER));
    }

    static TestSigner of(String algorithm, int bits, long serialNumber, int usage, X500Principal issuer) {
        try {
            Identity made = CertificateBuilder.of("CN=participant " + serialNumber).key(algorithm, bits).usage(usage)
                    .serial(serialNumber).valid(Duration.ofMinutes(-1), Duration.ofDays(3650))
                    .selfSigned(issuer);
            return new TestSigner(made.keys().getPrivate(), made.certificate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
