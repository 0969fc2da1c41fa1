package org.eejs.bank.containers;

import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;

/** Hands an SSLContext that is ready for use to Tomcat, in the form that Tomcat wants. */
public final class TomcatSslContext implements org.apache.tomcat.util.net.SSLContext {
    private final SSLContext context;

    public TomcatSslContext(SSLContext context) {
        this.context = context;
    }

    @Override
    public void init(KeyManager[] keyManagers, TrustManager[] trustManagers, SecureRandom random) {
        // The context came initialised.
    }

    @Override
    public void destroy() {
        // Nothing is held that the garbage collector does not free.
    }

    @Override
    public SSLSessionContext getServerSessionContext() {
        return context.getServerSessionContext();
    }

    @Override
    public SSLEngine createSSLEngine() {
        return context.createSSLEngine();
    }

    @Override
    public SSLServerSocketFactory getServerSocketFactory() {
        return context.getServerSocketFactory();
    }

    @Override
    public SSLParameters getSupportedSSLParameters() {
        return context.getSupportedSSLParameters();
    }

    /** Tomcat asks for the chain only to log it at debug level. */
    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[0];
    }

    /** No client certificates are accepted. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
