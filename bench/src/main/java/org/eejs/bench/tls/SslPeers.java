package org.eejs.bench.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eejs.jsse.EejsProvider;
import org.eejs.pki.Identity;

/**
 * The material of a server and a client: a key in a store, and trust in its issuer. TLS, key stores, key managers and
 * trust managers are requested from the JDK by name, since a provider of cryptography that is first may bring its own.
 * Immutable.
 *
 * @param pkcs12 the store of the server's key for PKIX and EEJS
 * @param jks the same for SunX509
 * @param trust the authorities that a client trusts
 */
public record SslPeers(byte[] pkcs12, byte[] jks, KeyStore trust) {
    /** The name of the JDK's provider of TLS. */
    static final String JSSE = "SunJSSE";

    /**
     * Makes key and certificates, by the JVM's first providers. Call it before a provider to measure is installed.
     *
     * @param iterations the iterations of the password hash that decrypts the key
     */
    public static SslPeers create(KeyKind kind, int iterations) throws GeneralSecurityException, IOException {
        return of(new Authority(kind), iterations);
    }

    /** Returns the material of a new server of an authority. */
    static SslPeers of(Authority authority, int iterations) throws GeneralSecurityException, IOException {
        Identity server = authority.server();
        return new SslPeers(Authority.pkcs12(server, iterations), Authority.store(server, "JKS"), authority.trust());
    }

    /**
     * Returns the server's keys. PKIX and EEJS have theirs in a PKCS12 store. SunX509 has decrypted all keys before the
     * first handshake, so the kind of its store makes no difference. It is a JKS, because the JDK fails to read its own
     * PKCS12 with Bouncy Castle first (seen on 17 and 25: "keystore password was incorrect").
     *
     * @param keyManager {@code SunX509} and {@code PKIX} are the JDK's, {@code EEJS} is the PKIX of the provider EEJS
     */
    public CountingKeyManager keys(String keyManager) throws GeneralSecurityException, IOException {
        KeyStore store = keyManager.equals("SunX509") ? open("JKS", jks) : openPkcs12();
        KeyManagerFactory factory = keyManager.equals(EejsProvider.NAME)
                ? KeyManagerFactory.getInstance("PKIX", new EejsProvider())
                : KeyManagerFactory.getInstance(keyManager, JSSE);
        return keys(factory, store);
    }

    /** Returns the keys of a store by a factory's key manager, with a count. */
    static CountingKeyManager keys(KeyManagerFactory factory, KeyStore store) throws GeneralSecurityException {
        factory.init(store, Authority.PASSWORD);
        return new CountingKeyManager((X509ExtendedKeyManager) factory.getKeyManagers()[0]);
    }

    /** Returns the PKCS12 store of the server's key, opened by the JDK; its key is not decrypted yet. */
    KeyStore openPkcs12() throws GeneralSecurityException, IOException {
        return open("PKCS12", pkcs12);
    }

    private static KeyStore open(String type, byte[] bytes) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(type, "SUN");
        store.load(new ByteArrayInputStream(bytes), Authority.PASSWORD);
        return store;
    }

    /** Returns a server with these keys. */
    public SSLContext server(String protocol, CountingKeyManager keys) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(protocol, JSSE);
        context.init(new KeyManager[] {keys}, null, null);
        return context;
    }

    /** Returns a client that trusts the server. */
    SSLContext client(String protocol) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(protocol, JSSE);
        context.init(null, trustManagers(), null);
        return context;
    }

    /** Returns a client's trust in the server, by the JDK's trust manager. */
    public TrustManager[] trustManagers() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX", JSSE);
        factory.init(trust);
        return factory.getTrustManagers();
    }
}
