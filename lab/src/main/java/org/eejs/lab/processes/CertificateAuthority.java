package org.eejs.lab.processes;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
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
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsProfile;
import org.eejs.role.PkiDirectory;

/**
 * Makes the certificates of the house: for each kind of certificate a private CA, whose key is forgotten at once, and a
 * server certificate for this host. All are kept for later runs until they are about to expire.
 */
public final class CertificateAuthority {
    private static final Duration VALIDITY = Duration.ofDays(825);
    private static final Duration RENEW_BEFORE = Duration.ofDays(7);
    private static final SecureRandom RANDOM = new SecureRandom();

    private CertificateAuthority() {}

    /** Makes sure that the folder holds what a run needs, and makes it anew if anything is missing or expires soon. */
    public static PkiDirectory ensure(Path folder) throws IOException, GeneralSecurityException {
        PkiDirectory pki = new PkiDirectory(folder);
        if (!isUsable(pki)) {
            create(pki);
        }
        return pki;
    }

    private static boolean isUsable(PkiDirectory pki) {
        try {
            Date soon = Date.from(Instant.now().plus(RENEW_BEFORE));
            for (TlsProfile.Certificate kind : TlsProfile.Certificate.values()) {
                for (KeyStoreType type : KeyStoreType.values()) {
                    Certificate certificate = pki.serverKeyStore(kind, type).getCertificate(PkiDirectory.SERVER_ALIAS);
                    ((X509Certificate) certificate).checkValidity(soon);
                }
            }
            return pki.trustStore().size() == TlsProfile.Certificate.values().length
                    && Files.exists(pki.caCertificates());
        } catch (IOException | GeneralSecurityException | NullPointerException e) {
            return false;
        }
    }

    private static void create(PkiDirectory pki) throws IOException, GeneralSecurityException {
        Files.createDirectories(pki.folder());
        byte[] secret = new byte[16];
        RANDOM.nextBytes(secret);
        String password = HexFormat.of().formatHex(secret);
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        StringWriter pem = new StringWriter();
        for (TlsProfile.Certificate kind : TlsProfile.Certificate.values()) {
            KeyPair caKey = newKey(kind);
            X500Name caName = new X500Name("CN=EEJS private CA " + kind + " of " + Instant.now().getEpochSecond());
            X509Certificate ca = issue(caName, caKey, caName, caKey, kind, true);
            KeyPair serverKey = newKey(kind);
            X509Certificate server = issue(new X500Name("CN=localhost"), serverKey, caName, caKey, kind, false);
            for (KeyStoreType type : KeyStoreType.values()) {
                KeyStore store = KeyStore.getInstance(type.algorithm());
                store.load(null, null);
                store.setKeyEntry(PkiDirectory.SERVER_ALIAS, serverKey.getPrivate(), password.toCharArray(),
                        new Certificate[] {server, ca});
                write(pki.serverKeyStoreFile(kind, type), out -> store.store(out, password.toCharArray()));
            }
            trust.setCertificateEntry("ca-" + kind, ca);
            try (JcaPEMWriter writer = new JcaPEMWriter(pem)) {
                writer.writeObject(ca);
            }
        }
        write(pki.trustStoreFile(), out -> trust.store(out, password.toCharArray()));
        write(pki.caCertificates(), out -> out.write(pem.toString().getBytes(StandardCharsets.UTF_8)));
        write(pki.passwordFile(), out -> out.write((password + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private static KeyPair newKey(TlsProfile.Certificate kind) throws GeneralSecurityException {
        KeyPairGenerator generator;
        switch (kind) {
            case RSA_2048 -> {
                generator = KeyPairGenerator.getInstance("RSA");
                generator.initialize(2048);
            }
            case ECDSA_P256 -> {
                generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            }
            default -> throw new IllegalArgumentException("no key of kind " + kind);
        }
        return generator.generateKeyPair();
    }

    private static X509Certificate issue(X500Name subject, KeyPair key, X500Name issuer, KeyPair issuerKey,
            TlsProfile.Certificate kind, boolean ca) throws GeneralSecurityException, IOException {
        Instant now = Instant.now();
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(issuer, new BigInteger(127, RANDOM),
                Date.from(now.minus(Duration.ofHours(1))), Date.from(now.plus(VALIDITY)), subject, key.getPublic());
        JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
        builder.addExtension(Extension.subjectKeyIdentifier, false,
                extensions.createSubjectKeyIdentifier(key.getPublic()));
        builder.addExtension(Extension.authorityKeyIdentifier, false,
                extensions.createAuthorityKeyIdentifier(issuerKey.getPublic()));
        if (ca) {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        } else {
            // Key encipherment is what the RSA key exchange of the eejs-2016 profiles needs.
            builder.addExtension(Extension.keyUsage, true,
                    new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
            builder.addExtension(Extension.extendedKeyUsage, false,
                    new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            builder.addExtension(Extension.subjectAlternativeName, false, names());
        }
        try {
            ContentSigner signer = new JcaContentSignerBuilder(
                    kind == TlsProfile.Certificate.RSA_2048 ? "SHA256withRSA" : "SHA256withECDSA")
                    .build(issuerKey.getPrivate());
            return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException("this JDK cannot sign a certificate of kind " + kind, e);
        }
    }

    private static GeneralNames names() {
        List<GeneralName> names = new ArrayList<>();
        names.add(new GeneralName(GeneralName.dNSName, "localhost"));
        names.add(new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
        names.add(new GeneralName(GeneralName.iPAddress, "::1"));
        try {
            names.add(new GeneralName(GeneralName.dNSName, InetAddress.getLocalHost().getHostName()));
        } catch (IOException | IllegalArgumentException e) {
            // A host without a name that fits a certificate is reached as localhost.
        }
        return new GeneralNames(names.toArray(new GeneralName[0]));
    }

    /** Writes a file. */
    private interface Content {
        void write(OutputStream out) throws IOException, GeneralSecurityException;
    }

    /** Writes to a temporary file that only the owner can read from its first byte on, and renames it. */
    private static void write(Path file, Content content) throws IOException, GeneralSecurityException {
        Path temporary = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".tmp",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream out = Files.newOutputStream(temporary)) {
            content.write(out);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
