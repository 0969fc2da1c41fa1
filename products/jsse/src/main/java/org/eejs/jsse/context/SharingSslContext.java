package org.eejs.jsse.context;

import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.jsse.EejsProvider;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.EngineClass;
import org.eejs.jsse.runtime.OtherProviders;
import org.eejs.jsse.runtime.RecentlyUsed;
import org.eejs.jsse.runtime.Recording;
import org.eejs.jsse.runtime.Settings;
import org.eejs.jsse.trust.SharingTrustManagerFactory;

/**
 * An SSLContext of the JDK. With the system property {@code org.eejs.jsse.sslContext=share}, contexts share the session
 * cache of their client connections. They must be initialised with the same key manager and the same trust manager of
 * EEJS, and demand the same of their peers. A connection can then resume a session that another context began. Servers
 * do not share sessions.
 *
 * <p>Thread-safe once it is initialised, as the JDK's is.
 */
abstract class SharingSslContext extends SSLContextSpi {
    private static final RecentlyUsed<SessionPolicy, SSLContext> SHARED = new RecentlyUsed<>(256);

    private final String protocol;
    private final SSLContext own;
    private final AtomicBoolean counted = new AtomicBoolean();
    /** Null if nothing is shared. */
    private volatile SessionPolicy.Material material;

    /**
     * A context that is not initialised.
     *
     * @throws NoSuchAlgorithmException if the JDK does not support this protocol
     */
    SharingSslContext(String protocol) throws NoSuchAlgorithmException {
        this.protocol = protocol;
        this.own = OtherProviders.sslContext(protocol);
    }

    @Override
    protected void engineInit(KeyManager[] keyManagers, TrustManager[] trustManagers, SecureRandom random)
            throws KeyManagementException {
        Counters.show();
        boolean shares = Settings.sharesContexts();
        TrustManager[] trusting = trustManagers == null ? defaultTrustManagers() : trustManagers;
        // Not shared while it changes.
        material = null;
        own.init(keyManagers, trusting, random);
        counted.set(false);
        material = shares && (random == null || isUsual(random))
                ? SessionPolicy.Material.of(protocol, keyManagers, trusting, random) : null;
        Counters.PROCESS.contextsInitialised.increment();
        Recording.contextInitialised(protocol, material != null);
    }

    /**
     * Returns the trust managers that the JDK would ask its factories for: EEJS's, if they are PKIX and not switched
     * off.
     */
    private static TrustManager[] defaultTrustManagers() {
        String algorithm = TrustManagerFactory.getDefaultAlgorithm();
        if (!Settings.services().contains(EngineClass.TRUST_MANAGER_FACTORY.engine())
                || !"PKIX".equalsIgnoreCase(algorithm)) {
            return null;
        }
        try {
            return SharingTrustManagerFactory.ofDefault();
        } catch (KeyStoreException | RuntimeException e) {
            // The JDK, too, then works without a trust store and trusts no certificate.
            return null;
        }
    }

    /**
     * Returns whether it is the JDK's default generator, of a kind whose objects all lead to one generator. Then it
     * makes no visible difference which object is used.
     */
    private static boolean isUsual(SecureRandom random) {
        SecureRandom usual = new SecureRandom();
        return random.getClass() == SecureRandom.class && random.getProvider() == usual.getProvider()
                && random.getAlgorithm().equals(usual.getAlgorithm())
                && (random.getProvider() instanceof EejsProvider || random.getAlgorithm().startsWith("NativePRNG"));
    }

    /** Returns the JDK's context that only this object uses. */
    SSLContext own() {
        return own;
    }

    /**
     * Returns the context for a client handshake that is about to begin: the one shared by all with the same demands,
     * or this object's own.
     */
    SSLContext forClient(SSLParameters parameters) {
        SessionPolicy.Material initialised = material;
        if (initialised == null) {
            return own;
        }
        SessionPolicy.Material common = initialised.now();
        SessionPolicy policy = SessionPolicy.of(common, parameters);
        SSLContext known = SHARED.get(policy);
        if (counted.compareAndSet(false, true) && known != null) {
            Counters.PROCESS.contextsShared.increment();
        }
        if (known != null) {
            return known;
        }
        try {
            SSLContext made = OtherProviders.sslContext(protocol);
            common.init(made);
            return SHARED.putIfAbsent(policy, made);
        } catch (GeneralSecurityException e) {
            // The own context could be initialised, and serves as well.
            return own;
        }
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        SSLSocketFactory factory = own.getSocketFactory();
        return material == null ? factory : new SharingSocketFactory(this, factory);
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        return own.getServerSocketFactory();
    }

    /** Creates an engine that shares nothing: without a peer's name, a client is unable to look up a session. */
    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return own.createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        SSLEngine engine = own.createSSLEngine(host, port);
        return material == null ? engine : new SharingSslEngine(this, engine);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return own.getServerSessionContext();
    }

    /**
     * Returns this context's own sessions. The caller wants to manage them, so from now on this context does not share
     * sessions.
     */
    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        material = null;
        return own.getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return own.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return own.getSupportedSSLParameters();
    }

    /** A context of any protocol version. */
    public static final class Tls extends SharingSslContext {
        /**
         * Creates the context; called by the provider.
         *
         * @throws NoSuchAlgorithmException if the JDK's TLS is missing
         */
        public Tls() throws NoSuchAlgorithmException {
            super("TLS");
        }
    }

    /** A context whose clients use at most TLS 1.2. */
    public static final class Tls12 extends SharingSslContext {
        /**
         * Creates the context; called by the provider.
         *
         * @throws NoSuchAlgorithmException if the JDK's TLS is missing
         */
        public Tls12() throws NoSuchAlgorithmException {
            super("TLSv1.2");
        }
    }

    /** A context whose clients use at most TLS 1.3. */
    public static final class Tls13 extends SharingSslContext {
        /**
         * Creates the context; called by the provider.
         *
         * @throws NoSuchAlgorithmException if the JDK's TLS is missing or older
         */
        public Tls13() throws NoSuchAlgorithmException {
            super("TLSv1.3");
        }
    }
}
