package org.eejs.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.eejs.remotekey.domain.KeyDomain;

/** Certifies what a soak needs, by the authority of its domain of key servers. Thread-safe. */
final class SoakAuthority {
    /** The name in all servers' certificates, which is not where they are: the JDK accepts that, too. */
    static final String HOST = "bank.example";

    private final X509Certificate certificate;
    private final PrivateKey key;
    private final AtomicLong serials = new AtomicLong(1000);

    /** A new key with its certificate. */
    record Identity(PrivateKey key, X509Certificate certificate, X509Certificate issuer) {
        long serial() {
            return certificate.getSerialNumber().longValueExact();
        }

        /** A PKCS12 file with it, under one alias. */
        byte[] pkcs12(String alias, char[] password) throws GeneralSecurityException, IOException {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(alias, key, password, new Certificate[] {certificate, issuer});
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            store.store(bytes, password);
            return bytes.toByteArray();
        }
    }

    SoakAuthority(KeyDomain domain) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(domain.authority());
                Reader pem = Files.newBufferedReader(domain.authority().resolveSibling("ca.key"));
                PEMParser parser = new PEMParser(pem)) {
            certificate = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            key = new JcaPEMKeyConverter().getPrivateKey((PrivateKeyInfo) parser.readObject());
        }
    }

    X509Certificate certificate() {
        return certificate;
    }

    /**
     * Certifies a new key for a server on this machine and for a client.
     *
     * @param algorithm RSA, then of 2048 bits, or EC, then on P-256
     */
    Identity issue(String subject, String algorithm) throws GeneralSecurityException, IOException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(algorithm.equals("RSA") ? 2048 : 256);
        KeyPair pair = generator.generateKeyPair();
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(certificate,
                BigInteger.valueOf(serials.incrementAndGet()), Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(Duration.ofDays(2))), new X500Principal(subject),
                pair.getPublic());
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(
                new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
        builder.addExtension(Extension.subjectAlternativeName, false,
                new GeneralNames(new GeneralName(GeneralName.dNSName, HOST)));
        try {
            return new Identity(pair.getPrivate(), new JcaX509CertificateConverter().getCertificate(
                    builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key))), certificate);
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException("this JDK cannot sign certificates by ECDSA", e);
        }
    }

    /** An identity as NAME.pem and NAME.key in a folder. */
    static void writePem(Path folder, String name, Identity identity) throws IOException {
        replace(folder.resolve(name + ".pem"), pem(identity.certificate(), identity.issuer()));
        replace(folder.resolve(name + ".key"), pem(new JcaPKCS8Generator(identity.key(), null)));
    }

    private static byte[] pem(Object... objects) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
            for (Object object : objects) {
                pem.writeObject(object);
            }
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** Puts a finished file, which its owner alone can read, in the place of another. */
    static void replace(Path file, byte[] bytes) throws IOException {
        Path next = Files.createTempFile(file.getParent(), "next", null,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(next, bytes);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
