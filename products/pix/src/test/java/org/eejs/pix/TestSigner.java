package org.eejs.pix;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A key and its certificate, made for a test. */
public record TestSigner(PrivateKey key, X509Certificate certificate) {
    public static final TestSigner RSA = rsa(2048, 17);
    public static final TestSigner EC_P256 = ec("secp256r1");
    static final TestSigner EC_P384 = ec("secp384r1");

    static TestSigner rsa(int bits, long serialNumber) {
        return issue(pair("RSA", bits, null), "SHA256withRSA", serialNumber, Instant.now(), KeyUsage.digitalSignature);
    }

    static TestSigner ec(String curve) {
        return issue(pair("EC", 0, curve), "SHA256withECDSA", 18, Instant.now(), KeyUsage.digitalSignature);
    }

    public static KeyPair pair(String algorithm, int bits, String curve) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            if (curve == null) {
                generator.initialize(bits);
            } else {
                generator.initialize(new ECGenParameterSpec(curve));
            }
            return generator.generateKeyPair();
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A certificate that is valid from that moment on for ten years. */
    static TestSigner issue(KeyPair pair, String algorithm, long serialNumber, Instant from, int usage) {
        try {
            // An issuer with what has to be escaped, in XML and in names.
            X500Name issuer = new X500Name("C=BR,O=EEJS & <Filhos>,CN=Autoridade de Ensaio\\, primeira");
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(issuer,
                    BigInteger.valueOf(serialNumber), Date.from(from.minusSeconds(60)),
                    Date.from(from.plus(Duration.ofDays(3650))), new X500Name("CN=participant " + serialNumber),
                    pair.getPublic());
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
            return new TestSigner(pair.getPrivate(), new JcaX509CertificateConverter().getCertificate(
                    builder.build(new JcaContentSignerBuilder(algorithm).build(pair.getPrivate()))));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
