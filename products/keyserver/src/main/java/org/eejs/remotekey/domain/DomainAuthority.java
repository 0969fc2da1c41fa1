package org.eejs.remotekey.domain;

import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** The authority of a domain: certifies its servers, its clients and the keys that it keeps. Thread-safe. */
public final class DomainAuthority {
    /** Long enough for a trial. */
    static final Duration VALIDITY = Duration.ofDays(30);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final PrivateKey key;
    private final X509Certificate certificate;

    /** What a certificate is for. */
    public enum Purpose {
        SERVER(KeyPurposeId.id_kp_serverAuth), CLIENT(KeyPurposeId.id_kp_clientAuth), SIGNATURES(null);

        private final KeyPurposeId extended;

        Purpose(KeyPurposeId extended) {
            this.extended = extended;
        }
    }

    private DomainAuthority(PrivateKey key, X509Certificate certificate) {
        this.key = key;
        this.certificate = certificate;
    }

    /** A new one of that name. */
    public static DomainAuthority create(String name) throws GeneralSecurityException, IOException {
        KeyPair pair = newEcKey("secp256r1");
        X500Name subject = named(name);
        X509v3CertificateBuilder builder = builder(subject, subject, pair.getPublic(), Instant.now().plus(VALIDITY));
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        builder.addExtension(Extension.subjectKeyIdentifier, false,
                new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
        return new DomainAuthority(pair.getPrivate(), sign(builder, pair.getPrivate()));
    }

    /** The one of that PEM certificate and PEM key. */
    public static DomainAuthority read(Path certificate, Path key) throws GeneralSecurityException, IOException {
        try (Reader in = Files.newBufferedReader(key); PEMParser parser = new PEMParser(in)) {
            X509Certificate parsed = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(Files.newInputStream(certificate));
            return new DomainAuthority(new JcaPEMKeyConverter().getPrivateKey((PrivateKeyInfo) parser.readObject()),
                    parsed);
        }
    }

    public static KeyPair newEcKey(String curve) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    public static KeyPair newRsaKey(int bits) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public PrivateKey key() {
        return key;
    }

    /** A certificate that is valid for as long as the authority's. */
    public X509Certificate issue(String subject, PublicKey holder, Purpose purpose)
            throws GeneralSecurityException, IOException {
        return issue(subject, holder, purpose, certificate.getNotAfter().toInstant());
    }

    /** A certificate that has been valid for a day, up to an instant, which may be past. */
    public X509Certificate issue(String subject, PublicKey holder, Purpose purpose, Instant end)
            throws GeneralSecurityException, IOException {
        X500Name issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
        X509v3CertificateBuilder builder = builder(issuer, named(subject), holder, end);
        JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(holder));
        builder.addExtension(Extension.authorityKeyIdentifier, false,
                extensions.createAuthorityKeyIdentifier(certificate));
        if (purpose.extended != null) {
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose.extended));
        }
        if (purpose == Purpose.SERVER) {
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(List.of(
                    new GeneralName(GeneralName.dNSName, "localhost"),
                    new GeneralName(GeneralName.iPAddress, "127.0.0.1")).toArray(GeneralName[]::new)));
        }
        return sign(builder, key);
    }

    /** Names are written as RFC 2253 has them: the last part first, other than X500Name takes them. */
    private static X500Name named(String rfc2253) {
        return X500Name.getInstance(new X500Principal(rfc2253).getEncoded());
    }

    private static X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, PublicKey holder, Instant end) {
        Instant start = Instant.now().isBefore(end) ? Instant.now() : end;
        return new JcaX509v3CertificateBuilder(issuer, new BigInteger(127, RANDOM),
                Date.from(start.minus(Duration.ofDays(1))), Date.from(end), subject, holder);
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey issuer)
            throws CertificateException {
        try {
            return new JcaX509CertificateConverter().getCertificate(
                    builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuer)));
        } catch (OperatorCreationException e) {
            throw new CertificateException("this JDK cannot sign certificates by ECDSA", e);
        }
    }
}
