package org.eejs.jsse;

import java.io.ByteArrayInputStream;
import java.security.KeyStore;
import java.security.Provider;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;

/** Certificates and key stores to trust and to serve with. */
public final class TrustFixtures {
    public static final char[] PASSWORD = "changeit".toCharArray();
    /** The provider as a plain object, not installed. */
    public static final Provider EEJS = new EejsProvider(Set.of("TrustManagerFactory", "KeyStore", "SSLContext"));

    private TrustFixtures() {}

    public static Identity authority(String name) throws Exception {
        return CertificateBuilder.authority("CN=" + name).key("EC", 256).selfSigned();
    }

    /** Returns a server or client named localhost and by its address. */
    public static Identity issued(Identity authority, String name) throws Exception {
        return CertificateBuilder.of("CN=" + name).key("EC", 256).hosts("localhost", "127.0.0.1").issuedBy(authority);
    }

    /** Returns a key store of the JDK's own, empty. */
    public static KeyStore jdk(String type) throws Exception {
        KeyStore store = KeyStore.getInstance(type, "SUN");
        store.load(null, null);
        return store;
    }

    /** Returns a key store of EEJS that was loaded from bytes. */
    public static KeyStore shared(String type, byte[] bytes, char[] password) throws Exception {
        KeyStore store = KeyStore.getInstance(type, EEJS);
        store.load(new ByteArrayInputStream(bytes), password);
        return store;
    }

    public static byte[] bytes(KeyStore store) throws Exception {
        return Identity.bytes(store, PASSWORD);
    }

    /** Returns a store that trusts some authorities. */
    public static byte[] trusting(String type, Identity... authorities) throws Exception {
        KeyStore store = jdk(type);
        for (int i = 0; i < authorities.length; i++) {
            store.setCertificateEntry("authority " + i, authorities[i].certificate());
        }
        return bytes(store);
    }

    /** Returns a store with one key. */
    public static byte[] holding(String type, Identity identity) throws Exception {
        KeyStore store = jdk(type);
        identity.addTo(store, "key", PASSWORD);
        return bytes(store);
    }

    /** Returns a key with a chain, a certificate, and if the type supports it, a secret key. */
    public static KeyStore full(String type, Identity server, Identity ca) throws Exception {
        KeyStore store = jdk(type);
        store.setKeyEntry("Server", server.keys().getPrivate(), PASSWORD, server.stored());
        store.setCertificateEntry("ca", ca.certificate());
        if (type.equals("PKCS12")) {
            store.setEntry("secret", new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                    new KeyStore.PasswordProtection(PASSWORD));
        }
        return store;
    }
}
