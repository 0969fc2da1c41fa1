package org.eejs.bank.tls;

import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import org.apache.tomcat.util.net.SSLContext;

/** Tomcat's context of OpenSSL, initialised, whose engines count their handshakes. */
final class CountingOpenSslContext implements SSLContext {
    private final SSLContext context;
    private final HandshakeCount count;

    CountingOpenSslContext(SSLContext context, HandshakeCount count) {
        this.context = context;
        this.count = count;
    }

    @Override
    public SSLEngine createSSLEngine() {
        return new CountingSslEngine(context.createSSLEngine(), count);
    }

    @Override
    public void init(KeyManager[] keyManagers, TrustManager[] trustManagers, SecureRandom random) {
        // The context came initialised.
    }

    @Override
    public void destroy() {
        context.destroy();
    }

    @Override
    public SSLSessionContext getServerSessionContext() {
        return context.getServerSessionContext();
    }

    @Override
    public SSLServerSocketFactory getServerSocketFactory() {
        return context.getServerSocketFactory();
    }

    @Override
    public SSLParameters getSupportedSSLParameters() {
        return context.getSupportedSSLParameters();
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return context.getCertificateChain(alias);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return context.getAcceptedIssuers();
    }
}
