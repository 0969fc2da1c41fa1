package org.eejs.besim;

import io.netty.buffer.ByteBufAllocator;
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
import org.eejs.banking.TlsProfile.NamedGroup;
import org.eejs.banking.TlsProfile;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;

/**
 * The server side of a TLS profile. It uses BoringSSL where that has the profile's cipher suite, so that the back-end
 * simulator stays cheap compared with the bank, else the JDK.
 */
final class BesimTls implements AutoCloseable {
    /** Twice as long as the bank's time-out for reading. */
    private static final long HANDSHAKE_TIMEOUT_MILLIS = 60_000;
    private static final byte[] SESSION_ID_CONTEXT = "besim".getBytes(StandardCharsets.US_ASCII);
    /** Keeps the private key as it is; PKIX would decrypt it for each handshake. */
    private static final String KEY_MANAGER = "SunX509";

    private final TlsProfile profile;
    private final boolean resumption;
    /** Null where the JDK does TLS. */
    private final SslContext boringSsl;
    private final KeyManager[] keys;
    private final SSLContext jdk;

    /**
     * Reads the keys.
     *
     * @param resumption whether clients may resume sessions
     */
    BesimTls(TlsProfile profile, PkiDirectory pki, boolean resumption) throws IOException, GeneralSecurityException {
        JsseProfile.pin(profile);
        this.profile = profile;
        this.resumption = resumption;
        KeyStore store = pki.serverKeyStore(profile.certificate());
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KEY_MANAGER);
        factory.init(store, pki.password());
        keys = factory.getKeyManagers();
        jdk = newJdkContext();
        boringSsl = OpenSsl.isAvailable() && OpenSsl.isCipherSuiteAvailable(profile.cipherSuite())
                ? boringSsl(store, pki.password()) : null;
    }

    private SSLContext newJdkContext() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(profile.protocol());
        context.init(keys, new TrustManager[0], null);
        return context;
    }

    private SslContext boringSsl(KeyStore store, char[] password) throws IOException, GeneralSecurityException {
        SslContextBuilder builder = SslContextBuilder.forServer(
                (PrivateKey) store.getKey(PkiDirectory.SERVER_ALIAS, password),
                Arrays.stream(store.getCertificateChain(PkiDirectory.SERVER_ALIAS)).map(X509Certificate.class::cast)
                        .toArray(X509Certificate[]::new))
                .sslProvider(SslProvider.OPENSSL_REFCNT)
                .protocols(profile.protocol())
                .ciphers(List.of(profile.cipherSuite()));
        if (profile.namedGroup() != NamedGroup.NONE) {
            builder.option(OpenSslContextOption.GROUPS, new String[] {profile.namedGroup().id()});
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
        SslHandler handler = new SslHandler(boringSsl == null ? jdkEngine() : boringSslEngine(allocator));
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

    private SSLEngine jdkEngine() throws GeneralSecurityException {
        // A context never resumes a session of another context.
        SSLEngine engine = (resumption ? jdk : newJdkContext()).createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(new String[] {profile.protocol()});
        engine.setEnabledCipherSuites(new String[] {profile.cipherSuite()});
        return engine;
    }

    String engineName() {
        Provider provider = jdk.getProvider();
        return boringSsl != null ? OpenSsl.versionString() : provider.getName() + " " + provider.getVersionStr();
    }

    /** Frees native memory. Close the connections first. */
    @Override
    public void close() {
        ReferenceCountUtil.release(boringSsl);
    }
}
