package org.eejs.bank.backend;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.eejs.bank.tls.TrialHandshake;
import org.eejs.banking.BackEndTrust;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.bottlenecks.JsseProviders;
import org.eejs.role.HandshakeCount;
import org.eejs.role.PkiDirectory;

/**
 * The client side of TLS with the back end: exactly the profile. It trusts only the run's private CAs, unless the
 * settings ask for the JVM's default trust store. JSSE verifies host names, and handshakes are counted. Thread-safe.
 */
public record BackEndTls(TlsProfile profile, PkiDirectory pki, BackEndTrust trusted, HandshakeCount count) {
    private static final int LONGER_THAN_TICKETS_LAST = (int) TimeUnit.DAYS.toSeconds(8);

    /**
     * Creates a context. It reads the run's own trust store from its file at each call. The JVM's default trust store
     * is read as often as the JVM, or a provider ahead of the JDK's, reads it.
     */
    public SSLContext newContext() throws IOException, GeneralSecurityException {
        String algorithm = TrustManagerFactory.getDefaultAlgorithm();
        TrustManagerFactory trust = TrustManagerFactory.getInstance(algorithm,
                JsseProviders.having("TrustManagerFactory", algorithm));
        trust.init(trusted == BackEndTrust.CACERTS ? null : pki.trustStore());
        SSLContext context = SSLContext.getInstance(profile.protocol(),
                JsseProviders.having("SSLContext", profile.protocol()));
        context.init(clientKeys(), trust.getTrustManagers(), null);
        return context;
    }

    /** Returns null for none. */
    private KeyManager[] clientKeys() throws IOException, GeneralSecurityException {
        if (!profile.mutual()) {
            return null;
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(pki.clientKeyStore(profile.certificate(), null), pki.password());
        return keys.getKeyManagers();
    }

    /**
     * Checks that the JDK's TLS has all that the profile needs.
     *
     * @throws GeneralSecurityException with one clear line that names the profile, the JDK and a way out
     */
    public void check() throws IOException, GeneralSecurityException {
        if (!profile.isUnusual()) {
            return;
        }
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(pki.serverKeyStore(profile.certificate()), pki.password());
            SSLContext client = newContext();
            SSLContext server = SSLContext.getInstance(profile.protocol(), client.getProvider());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(pki.trustStore());
            server.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            TrialHandshake.of(profile, client, server, List.of(profile.cipherSuite()), (engine, ignored) -> {});
        } catch (GeneralSecurityException | LinkageError | IllegalStateException e) {
            throw new GeneralSecurityException(("--tls %s for the back end needs %s and %s, which JDK %s lacks "
                    + "(%s); add --back-end-tls modern, or another --jdk").formatted(profile,
                    String.join(", ", profile.groupNames()), profile.certificate(),
                    System.getProperty("java.version"), TrialHandshake.reason(e)), e);
        }
    }

    /** Returns connections that resume sessions if the back end supports it. */
    public TlsSocketStrategy resuming(SSLContext context) {
        TlsSocketStrategy strategy = pinned(context);
        return (socket, host, port, attachment, http) -> counted(strategy, socket, host, port, attachment, http);
    }

    /**
     * Returns connections that resume no session, whatever the back end offers. JSSE has no such setting, so this
     * discards what JSSE gets. Tickets: JSSE must not keep any for longer than 7 days (RFC 8446, section 4.6.1), and
     * takes none at all if the context's sessions last longer. Sessions of TLS 1.2, which JSSE keeps by their ids: each
     * is invalidated right after its handshake. A handshake that another thread begins between the two could still
     * resume it; it would be counted as resumed.
     */
    TlsSocketStrategy notResuming(SSLContext context) {
        context.getClientSessionContext().setSessionTimeout(LONGER_THAN_TICKETS_LAST);
        TlsSocketStrategy strategy = pinned(context);
        return (socket, host, port, attachment, http) -> {
            SSLSocket upgraded = counted(strategy, socket, host, port, attachment, http);
            upgraded.getSession().invalidate();
            return upgraded;
        };
    }

    private TlsSocketStrategy pinned(SSLContext context) {
        return new DefaultClientTlsStrategy(context, new String[] {profile.protocol()},
                new String[] {profile.cipherSuite()}, SSLBufferMode.STATIC, HostnameVerificationPolicy.BUILTIN, null);
    }

    private SSLSocket counted(TlsSocketStrategy strategy, Socket socket, String host, int port, Object attachment,
            HttpContext http) throws IOException {
        long began = System.currentTimeMillis();
        SSLSocket upgraded = strategy.upgrade(socket, host, port, attachment, http);
        count.countFinished(upgraded.getSession(), began);
        return upgraded;
    }
}
