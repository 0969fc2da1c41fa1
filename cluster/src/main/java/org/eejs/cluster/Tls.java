package org.eejs.cluster;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.pki.Identity;

/** TLS between a lab and its hosts, by the JDK, with keys that are only in memory. */
final class Tls {
    private static final char[] IN_MEMORY = "memory".toCharArray();

    private Tls() {}

    /**
     * Returns a TLS context that trusts one authority.
     *
     * @param own the identity of this end; null for a host without a certificate
     */
    static SSLContext context(Identity own, X509Certificate authority) throws IOException, GeneralSecurityException {
        KeyManager[] keys = null;
        if (own != null) {
            KeyStore store = Identity.emptyStore("PKCS12");
            own.addTo(store, "own", IN_MEMORY);
            KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
            factory.init(store, IN_MEMORY);
            keys = factory.getKeyManagers();
        }
        KeyStore trusted = Identity.emptyStore("PKCS12");
        trusted.setCertificateEntry("authority", authority);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }
}
