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
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLEngine;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.TlsProfile.NamedGroup;
import org.eejs.role.PkiDirectory;

/** TLS by BoringSSL. */
final class BoringSslTls implements BesimTls {
    private static final byte[] SESSION_ID_CONTEXT = "besim".getBytes(StandardCharsets.US_ASCII);

    private final SslContext context;
    private final boolean resumption;

    BoringSslTls(TlsProfile profile, PkiDirectory pki, boolean resumption)
            throws IOException, GeneralSecurityException {
        KeyStore store = pki.serverKeyStore(profile.certificate());
        PrivateKey key = (PrivateKey) store.getKey(PkiDirectory.SERVER_ALIAS, pki.password());
        X509Certificate[] chain = Arrays.stream(store.getCertificateChain(PkiDirectory.SERVER_ALIAS))
                .map(X509Certificate.class::cast)
                .toArray(X509Certificate[]::new);
        SslContextBuilder builder = SslContextBuilder.forServer(key, chain)
                .sslProvider(SslProvider.OPENSSL_REFCNT)
                .protocols(profile.protocol())
                .ciphers(List.of(profile.cipherSuite()));
        if (profile.namedGroup() != NamedGroup.NONE) {
            builder.option(OpenSslContextOption.GROUPS, new String[] {profile.namedGroup().id()});
        }
        this.context = builder.build();
        this.resumption = resumption;
        if (context.sessionContext() instanceof OpenSslServerSessionContext sessions) {
            sessions.setSessionCacheEnabled(resumption);
            sessions.setSessionIdContext(SESSION_ID_CONTEXT);
        }
    }

    @Override
    public SslHandler newHandler(ByteBufAllocator allocator) {
        SSLEngine engine = context.newEngine(allocator);
        if (!resumption && engine instanceof ReferenceCountedOpenSslEngine openSsl) {
            // Netty switches tickets on for each engine of TLS 1.3; the context cannot prevent it.
            SSL.setOptions(openSsl.sslPointer(), SSL.SSL_OP_NO_TICKET);
        }
        return BesimTls.patient(engine);
    }

    @Override
    public String engineName() {
        return OpenSsl.versionString();
    }

    @Override
    public void close() {
        ReferenceCountUtil.release(context);
    }
}
