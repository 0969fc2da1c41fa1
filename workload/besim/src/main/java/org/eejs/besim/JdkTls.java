package org.eejs.besim;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Provider;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import org.eejs.banking.TlsProfile;
import org.eejs.role.PkiDirectory;

/** TLS by the JDK, for suites that BoringSSL does not have and machines for which there is no BoringSSL. */
final class JdkTls implements BesimTls {
    /** Keeps the private key as it is; PKIX would decrypt it for each handshake. */
    private static final String KEY_MANAGER = "SunX509";

    private final TlsProfile profile;
    private final KeyManager[] keys;
    /** The one context, or null when no session may be resumed. */
    private final SSLContext shared;
    private final Provider provider;

    JdkTls(TlsProfile profile, PkiDirectory pki, boolean resumption) throws IOException, GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KEY_MANAGER);
        factory.init(pki.serverKeyStore(profile.certificate()), pki.password());
        this.profile = profile;
        this.keys = factory.getKeyManagers();
        SSLContext context = newContext();
        this.shared = resumption ? context : null;
        this.provider = context.getProvider();
    }

    @Override
    public SslHandler newHandler(ByteBufAllocator allocator) {
        try {
            // JSSE cannot be configured to keep no sessions. A context of its own leaves a connection none to resume.
            SSLEngine engine = (shared == null ? newContext() : shared).createSSLEngine();
            engine.setUseClientMode(false);
            engine.setEnabledProtocols(new String[] {profile.protocol()});
            engine.setEnabledCipherSuites(new String[] {profile.cipherSuite()});
            return BesimTls.patient(engine);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a context that could be made once cannot be made again", e);
        }
    }

    private SSLContext newContext() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(profile.protocol());
        // No client shows a certificate. With null, JSSE would load the JDK's cacerts for each context.
        context.init(keys, new TrustManager[0], null);
        return context;
    }

    @Override
    public String engineName() {
        return provider.getName() + " " + provider.getVersionStr();
    }

    @Override
    public void close() {
        // Nothing is held that the garbage collector does not free.
    }
}
