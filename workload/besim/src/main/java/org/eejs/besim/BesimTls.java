package org.eejs.besim;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslServerSessionContext;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.SSL;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsProfile;
import org.eejs.role.BouncyCastleTls;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;

/**
 * The server side of a TLS profile. It uses BoringSSL where that can, so that the back-end simulator stays cheap
 * compared with the bank. Else it uses the JDK, or Bouncy Castle for what the JDK lacks.
 */
final class BesimTls implements AutoCloseable {
    /** Twice as long as the bank's time-out for reading. */
    private static final long HANDSHAKE_TIMEOUT_MILLIS = 60_000;
    private static final byte[] SESSION_ID_CONTEXT = "besim".getBytes(StandardCharsets.US_ASCII);
    /** Keeps the private key as it is; PKIX would decrypt it for each handshake. */
    private static final String KEY_MANAGER = "SunX509";

    private final TlsProfile profile;
    private final boolean resumption;
    /** Null where a provider does TLS. */
    private final SslContext boringSsl;
    /** Null for the JDK. */
    private final Provider bouncyCastle;
    private final KeyManager[] keys;
    private final TrustManager[] clients;
    private final SSLContext context;

    /**
     * Reads the keys.
     *
     * @param resumption whether clients may resume sessions
     */
    BesimTls(TlsProfile profile, PkiDirectory pki, boolean resumption) throws IOException, GeneralSecurityException {
        this.profile = profile;
        this.resumption = resumption;
        boolean boring = OpenSsl.isAvailable() && profile.isInBoringSsl();
        boolean jsse = profile.isInJsse(Runtime.version().feature());
        if (jsse) {
            JsseProfile.pin(profile);
        }
        bouncyCastle = !boring && !jsse ? BouncyCastleTls.provider() : null;
        Provider ofKeys = bouncyCastle == null ? null : BouncyCastleTls.cryptography();
        KeyStore store = pki.serverKeyStore(profile.certificate(), KeyStoreType.PKCS12, ofKeys);
        if (profile.mutual()) {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            if (bouncyCastle != null) {
                trust = TrustManagerFactory.getInstance("PKIX", bouncyCastle);
            }
            trust.init(pki.trustStore(profile.certificate(), ofKeys));
            clients = trust.getTrustManagers();
        } else {
            clients = new TrustManager[0];
        }
        boringSsl = boring ? boringSsl(store, pki.password()) : null;
        if (boring) {
            keys = null;
            context = null;
        } else {
            KeyManagerFactory factory = bouncyCastle == null ? KeyManagerFactory.getInstance(KEY_MANAGER)
                    : KeyManagerFactory.getInstance("PKIX", bouncyCastle);
            factory.init(store, pki.password());
            keys = factory.getKeyManagers();
            context = newContext();
        }
    }

    private SSLContext newContext() throws GeneralSecurityException {
        SSLContext created = bouncyCastle == null ? SSLContext.getInstance(profile.protocol())
                : SSLContext.getInstance(profile.protocol(), bouncyCastle);
        created.init(keys, clients, null);
        return created;
    }

    private SslContext boringSsl(KeyStore store, char[] password) throws IOException, GeneralSecurityException {
        SslContextBuilder builder = SslContextBuilder.forServer(
                (PrivateKey) store.getKey(PkiDirectory.SERVER_ALIAS, password),
                Arrays.stream(store.getCertificateChain(PkiDirectory.SERVER_ALIAS)).map(X509Certificate.class::cast)
                        .toArray(X509Certificate[]::new))
                .sslProvider(SslProvider.OPENSSL_REFCNT)
                .protocols(profile.protocol())
                .ciphers(List.of(profile.cipherSuite()));
        if (!profile.groups().isEmpty()) {
            builder.option(OpenSslContextOption.GROUPS, profile.groupNames().toArray(String[]::new));
        }
        if (profile.mutual()) {
            builder.trustManager(clients[0]).clientAuth(ClientAuth.REQUIRE);
        }
        SslContext context = builder.build();
        if (context.sessionContext() instanceof OpenSslServerSessionContext sessions) {
            sessions.setSessionCacheEnabled(resumption);
            sessions.setSessionIdContext(SESSION_ID_CONTEXT);
        }
        return context;
    }

    /**
     * Returns the handler of one connection. It waits longer for the end of a handshake than the bank waits for the
     * back end. In TLS 1.3 the client finishes first. With a shorter time-out of the server, a bank that starts under
     * full load would count a handshake that the back end has not counted.
     */
    SslHandler newHandler(ByteBufAllocator allocator) throws GeneralSecurityException {
        SslHandler handler = new SslHandler(boringSsl == null ? engine() : boringSslEngine(allocator));
        handler.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MILLIS);
        return handler;
    }

    private SSLEngine boringSslEngine(ByteBufAllocator allocator) {
        SSLEngine engine = boringSsl.newEngine(allocator);
        if (!resumption && engine instanceof ReferenceCountedOpenSslEngine openSsl) {
            SSL.setOptions(openSsl.sslPointer(), SSL.SSL_OP_NO_TICKET);
        }
        return engine;
    }

    private SSLEngine engine() throws GeneralSecurityException {
        // A context never resumes a session of another context.
        SSLEngine engine = (resumption ? context : newContext()).createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(new String[] {profile.protocol()});
        engine.setEnabledCipherSuites(new String[] {profile.cipherSuite()});
        engine.setNeedClientAuth(profile.mutual());
        if (bouncyCastle != null) {
            BouncyCastleTls.pin(engine, profile);
        }
        return engine;
    }

    String engineName() {
        return boringSsl != null ? OpenSsl.versionString()
                : context.getProvider().getName() + " " + context.getProvider().getVersionStr();
    }

    /** Frees native memory. Close the connections first. */
    @Override
    public void close() {
        ReferenceCountUtil.release(boringSsl);
    }
}
