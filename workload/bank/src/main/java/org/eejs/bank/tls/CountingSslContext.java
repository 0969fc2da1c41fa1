package org.eejs.bank.tls;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * An initialised context whose engines count their handshakes, whichever container uses them. Sockets are not counted:
 * containers use engines.
 */
final class CountingSslContext extends SSLContext {
    /**
     * A context with engines of another.
     *
     * @param setUp called with each of its engines before they are used
     */
    CountingSslContext(SSLContext context, Consumer<SSLEngine> setUp, HandshakeCount count) {
        super(new Spi(context, setUp, count), context.getProvider(), context.getProtocol());
    }

    private static final class Spi extends SSLContextSpi {
        private final SSLContext context;
        private final Consumer<SSLEngine> setUp;
        private final HandshakeCount count;

        Spi(SSLContext context, Consumer<SSLEngine> setUp, HandshakeCount count) {
            this.context = context;
            this.setUp = setUp;
            this.count = count;
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return counting(context.createSSLEngine());
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return counting(context.createSSLEngine(host, port));
        }

        private SSLEngine counting(SSLEngine engine) {
            setUp.accept(engine);
            return new CountingSslEngine(engine, count);
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            context.init(keys, trust, random);
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return context.getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return context.getServerSocketFactory();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return context.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return context.getSupportedSSLParameters();
        }
    }
}
