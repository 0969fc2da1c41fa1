package org.eejs.bench.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
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
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A private CA that lives as long as a benchmark, and the key stores and trust stores that it makes. */
public final class Authority {
    /** The host that server certificates are for. */
    public static final String HOST = "server.bench.example";
    /** The password of every store and key. */
    public static final char[] PASSWORD = "benchmark".toCharArray();

    /** How often the JDK hashes a password before it encrypts a private key in a PKCS12 store. */
    private static final String ITERATIONS = "keystore.pkcs12.keyPbeIterationCount";
    private static final Duration VALIDITY = Duration.ofDays(2);

    private final KeyKind kind;
    private final KeyPair keys;
    private final X500Name name = new X500Name("CN=a CA of benchmarks");
    private final X509Certificate certificate;

    private Authority(KeyKind kind) throws GeneralSecurityException, IOException {
        this.kind = kind;
        this.keys = kind.newPair();
        this.certificate = issue(name, keys, 1, true);
    }

    /** A new CA, whose keys and whose servers' keys are of one kind. */
    public static Authority create(KeyKind kind) throws GeneralSecurityException, IOException {
        return new Authority(kind);
    }

    /**
     * A PKCS12 store with the key and chain of a new server, as the JDK's own service writes it.
     *
     * @param iterations how often the password is hashed to encrypt the key, and again whenever it is decrypted
     */
    byte[] serverStore(int iterations) throws GeneralSecurityException, IOException {
        KeyPair serverKeys = kind.newPair();
        X509Certificate server = issue(new X500Name("CN=" + HOST), serverKeys, 2, false);
        String before = System.getProperty(ITERATIONS);
        System.setProperty(ITERATIONS, String.valueOf(iterations));
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", serverKeys.getPrivate(), PASSWORD, new Certificate[] {server, certificate});
            return bytes(store);
        } finally {
            if (before == null) {
                System.clearProperty(ITERATIONS);
            } else {
                System.setProperty(ITERATIONS, before);
            }
        }
    }

    /** The same keys in a store that asks for no cipher to be read. */
    byte[] asJks(byte[] pkcs12) throws GeneralSecurityException, IOException {
        KeyStore from = KeyStore.getInstance("PKCS12");
        from.load(new ByteArrayInputStream(pkcs12), PASSWORD);
        KeyStore to = KeyStore.getInstance("JKS");
        to.load(null, null);
        for (String alias : Collections.list(from.aliases())) {
            to.setKeyEntry(alias, from.getKey(alias, PASSWORD), PASSWORD, from.getCertificateChain(alias));
        }
        return bytes(to);
    }

    /** A store that trusts this CA alone. */
    KeyStore trust() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("ca", certificate);
        return store;
    }

    /**
     * A trust store of many CAs, of about the size of those that operating systems bring. All have one key, which no
     * one who reads the store looks at twice.
     *
     * @param type {@code JKS} or {@code PKCS12}
     */
    public byte[] trustStoreOf(int authorities, String type) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        for (int i = 0; i < authorities; i++) {
            X500Name each = new X500Name("C=XX,O=Trust Services " + i + ",CN=Root CA number " + i);
            store.setCertificateEntry("root-" + i, issue(each, keys, 1000 + i, true));
        }
        return bytes(store);
    }

    private static byte[] bytes(KeyStore store) throws GeneralSecurityException, IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.store(out, PASSWORD);
        return out.toByteArray();
    }

    private X509Certificate issue(X500Name subject, KeyPair subjectKeys, int serial, boolean ca)
            throws GeneralSecurityException, IOException {
        Instant now = Instant.now();
        X500Name issuer = ca ? subject : name;
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(issuer, BigInteger.valueOf(serial),
                Date.from(now.minus(Duration.ofHours(1))), Date.from(now.plus(VALIDITY)), subject,
                subjectKeys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
        if (ca) {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        } else {
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false,
                    new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            builder.addExtension(Extension.subjectAlternativeName, false,
                    new GeneralNames(new GeneralName(GeneralName.dNSName, HOST)));
        }
        try {
            return new JcaX509CertificateConverter().getCertificate(
                    builder.build(new JcaContentSignerBuilder(kind.signature()).build(keys.getPrivate())));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException("this JDK cannot sign a certificate with " + kind.signature(), e);
        }
    }
}
