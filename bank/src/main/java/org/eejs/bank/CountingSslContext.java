package org.eejs.bank;

import java.security.KeyManagementException;
import java.security.SecureRandom;
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
    CountingSslContext(SSLContext context, HandshakeCount count) {
        super(new Spi(context, count), context.getProvider(), context.getProtocol());
    }

    private static final class Spi extends SSLContextSpi {
        private final SSLContext context;
        private final HandshakeCount count;

        Spi(SSLContext context, HandshakeCount count) {
            this.context = context;
            this.count = count;
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return new CountingSslEngine(context.createSSLEngine(), count);
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return new CountingSslEngine(context.createSSLEngine(host, port), count);
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
