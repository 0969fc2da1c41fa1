package org.eejs.jsse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Provider;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Set;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates and key stores to trust and to serve with. */
public final class TrustFixtures {
    public static final char[] PASSWORD = "changeit".toCharArray();
    /** The provider as a plain object, not installed. */
    public static final Provider EEJS = new EejsProvider(Set.of("TrustManagerFactory", "KeyStore", "SSLContext"));

    private static long serial;

    private TrustFixtures() {}

    /** An authority, or what it issued, with its key. */
    public record Identity(KeyPair keys, X509Certificate certificate, X509Certificate issuer) {
        public Certificate[] chain() {
            return issuer == null
                    ? new Certificate[] {certificate} : new Certificate[] {certificate, issuer};
        }
    }

    public static Identity authority(String name) throws Exception {
        KeyPair keys = keys();
        return new Identity(keys, certificate(name, keys, name, keys, true), null);
    }

    /** A server or client named localhost and by its address. */
    public static Identity issued(Identity authority, String name) throws Exception {
        return issued(authority, name, keys(), new GeneralName(GeneralName.dNSName, "localhost"),
                new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
    }

    /** A server or client with a key and names of its own. */
    public static Identity issued(Identity authority, String name, KeyPair keys, GeneralName... names) throws Exception {
        String issuer = authority.certificate().getSubjectX500Principal().getName().replace("CN=", "");
        return new Identity(keys, certificate(name, keys, issuer, authority.keys(), false, names),
                authority.certificate());
    }

    private static KeyPair keys() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    private static synchronized X509Certificate certificate(String name, KeyPair keys, String issuer, KeyPair signer,
            boolean authority, GeneralName... names) throws Exception {
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(new X500Name("CN=" + issuer),
                BigInteger.valueOf(++serial), Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(Duration.ofDays(2))), new X500Name("CN=" + name), keys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
        if (!authority) {
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
        }
        return new JcaX509CertificateConverter().getCertificate(
                builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
    }

    /** A key store of the JDK's own, empty. */
    public static KeyStore jdk(String type) throws Exception {
        KeyStore store = KeyStore.getInstance(type, "SUN");
        store.load(null, null);
        return store;
    }

    /** A key store of EEJS that was loaded from bytes. */
    public static KeyStore shared(String type, byte[] bytes, char[] password) throws Exception {
        KeyStore store = KeyStore.getInstance(type, EEJS);
        store.load(new ByteArrayInputStream(bytes), password);
        return store;
    }

    public static byte[] bytes(KeyStore store) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        store.store(bytes, PASSWORD);
        return bytes.toByteArray();
    }

    /** A store that trusts some authorities. */
    public static byte[] trusting(String type, Identity... authorities) throws Exception {
        KeyStore store = jdk(type);
        for (int i = 0; i < authorities.length; i++) {
            store.setCertificateEntry("authority " + i, authorities[i].certificate());
        }
        return bytes(store);
    }

    /** A store with one key. */
    public static byte[] holding(String type, Identity identity) throws Exception {
        KeyStore store = jdk(type);
        store.setKeyEntry("key", identity.keys().getPrivate(), PASSWORD, identity.chain());
        return bytes(store);
    }
}
