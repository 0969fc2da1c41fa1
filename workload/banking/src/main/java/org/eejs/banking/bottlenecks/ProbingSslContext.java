package org.eejs.banking.bottlenecks;

import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.util.List;
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
 * The JDK's SSLContext with the {@link CipherProbe} of 8u60. The probe runs for each new engine or socket, and for each
 * request for the default or the supported parameters. The bank's HTTP client requests the factory for each of its
 * sockets. Sockets that a server socket accepts are left out, as the bank's containers use engines. Thread-safe once
 * initialised.
 */
public final class ProbingSslContext extends SSLContextSpi {
    /** The contexts that profiles request. */
    private static final List<String> PROTOCOLS = List.of("TLS", "TLSv1.2", "TLSv1.3");

    private final SSLContext context;

    private ProbingSslContext(SSLContext context) {
        this.context = context;
    }

    /** Serves for {@link Bottleneck#CIPHER_PROBE}. */
    static void install(BottleneckProvider provider) {
        PROTOCOLS.forEach(protocol -> provider.serve(ProbingSslContext.class, "SSLContext", protocol, List.of(),
                ProbingSslContext::of));
    }

    /** Returns a context for a protocol by its JSSE name. */
    public static ProbingSslContext of(String protocol) {
        try {
            return new ProbingSslContext(SSLContext.getInstance(protocol, "SunJSSE"));
        } catch (GeneralSecurityException e) {
            throw new ProviderException("the JDK's JSSE has no " + protocol + ", which --diseases would slow down", e);
        }
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
            throws KeyManagementException {
        context.init(keys, trust, random);
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        CipherProbe.listSuites();
        return context.getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        return context.getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        CipherProbe.listSuites();
        return context.createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        CipherProbe.listSuites();
        return context.createSSLEngine(host, port);
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
        CipherProbe.listSuites();
        return context.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        CipherProbe.listSuites();
        return context.getSupportedSSLParameters();
    }
}
