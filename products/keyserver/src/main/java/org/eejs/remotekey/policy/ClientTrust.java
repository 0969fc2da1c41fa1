package org.eejs.remotekey.policy;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eejs.pki.Identity;
import org.eejs.pki.PemFile;
import org.eejs.remotekey.files.Causes;
import org.eejs.remotekey.policy.Revocations.Refusal;

/**
 * A trust manager for certificates of clients. They must be issued by an authority, valid now, not revoked, and for
 * clients. The JDK checks this purpose only for certificates that name any. Thread-safe.
 */
public final class ClientTrust extends X509ExtendedTrustManager {
    /** id-kp-clientAuth (RFC 5280, 4.2.1.12). */
    private static final String CLIENT_PURPOSE = "1.3.6.1.5.5.7.3.2";

    private static final int DIGITAL_SIGNATURE = 0;

    private final X509ExtendedTrustManager paths;
    private final AtomicReference<Policy> policy;

    /**
     * Trusts authorities.
     *
     * @param authorities a file with their certificates
     * @param policy with the certificates that they have revoked; may be exchanged at any time
     */
    public ClientTrust(Path authorities, AtomicReference<Policy> policy) throws GeneralSecurityException, IOException {
        KeyStore store = Identity.emptyStore("PKCS12");
        for (X509Certificate each : PemFile.certificates(authorities)) {
            store.setCertificateEntry("authority " + store.size(), each);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        this.paths = (X509ExtendedTrustManager) factory.getTrustManagers()[0];
        this.policy = policy;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        X509Certificate own = chain[0];
        try {
            paths.checkClientTrusted(chain, type, engine);
        } catch (CertificateException e) {
            throw new RefusedCertificateException(own, Causes.first(e), e);
        }
        String wrong = wrongPurpose(own);
        if (wrong != null) {
            throw new RefusedCertificateException(own, wrong, null);
        }
        Refusal refusal = policy.get().revocations().refusal(chain);
        if (refusal != null) {
            throw new RefusedCertificateException(own, refusal.text(), null);
        }
    }

    /** Returns the reason why a certificate is not for clients, or null if it is. */
    public static String wrongPurpose(X509Certificate own) throws CertificateException {
        if (own.getExtendedKeyUsage() == null || !own.getExtendedKeyUsage().contains(CLIENT_PURPOSE)) {
            return "the certificate is not for clients: its extended key usage lacks clientAuth";
        }
        return own.getKeyUsage() == null || own.getKeyUsage()[DIGITAL_SIGNATURE] ? null
                : "the certificate is not for clients: its key usage lacks digitalSignature";
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return paths.getAcceptedIssuers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkClientTrusted(chain, type, (SSLEngine) null);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checkClientTrusted(chain, type, (SSLEngine) null);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw new CertificateException("only clients are asked for certificates");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw new CertificateException("only clients are asked for certificates");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("only clients are asked for certificates");
    }
}
