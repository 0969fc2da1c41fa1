package org.eejs.bank.containers;

import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import org.apache.tomcat.util.net.SSLContext;

/**
 * A context that is ready for use, in the form for Tomcat.
 *
 * @param engines makes an engine for each connection
 * @param release frees memory that the garbage collector does not free
 */
public record TomcatSslContext(Supplier<SSLEngine> engines, SSLSessionContext sessions,
        Supplier<SSLParameters> supported, Runnable release) implements SSLContext {
    @Override
    public void init(KeyManager[] keyManagers, TrustManager[] trustManagers, SecureRandom random) {
        // The context is initialised already.
    }

    @Override
    public void destroy() {
        release.run();
    }

    @Override
    public SSLSessionContext getServerSessionContext() {
        return sessions;
    }

    @Override
    public SSLEngine createSSLEngine() {
        return engines.get();
    }

    @Override
    public SSLServerSocketFactory getServerSocketFactory() {
        throw new UnsupportedOperationException("the NIO connector uses engines");
    }

    @Override
    public SSLParameters getSupportedSSLParameters() {
        return supported.get();
    }

    /** Returns null: Tomcat asks for the chain only to log it at debug level. */
    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[0];
    }

    /** Returns none: no client certificates are accepted. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
