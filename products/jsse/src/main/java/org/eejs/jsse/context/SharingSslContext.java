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
 * An SSLContext of the JDK. With the system property {@code org.eejs.jsse.sslContext=share}, the client connections of
 * contexts that are initialised with the same key manager and the same trust manager of EEJS, and that ask for the same
 * of their peers, have one cache of sessions, so that a connection can resume what another context's began. Servers
 * have their sessions for themselves.
 *
 * <p>Thread-safe once it is initialised, as the JDK's is.
 */
abstract class SharingSslContext extends SSLContextSpi {
    private static final RecentlyUsed<SessionPolicy, SSLContext> SHARED = new RecentlyUsed<>(256);

    private final String protocol;
    private final SSLContext own;
    private final AtomicBoolean counted = new AtomicBoolean();
    /** Null where nothing is shared. */
    private volatile SessionPolicy.Material material;

    /**
     * A context that is not initialised.
     *
     * @throws NoSuchAlgorithmException where the JDK has none of this protocol
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

    /** Returns those that the JDK would ask its factories for: ours, where they are PKIX and not switched off. */
    private static TrustManager[] defaultTrustManagers() {
        String algorithm = TrustManagerFactory.getDefaultAlgorithm();
        if (!Settings.services().contains(EngineClass.TRUST_MANAGER_FACTORY.engine())
                || !"PKIX".equalsIgnoreCase(algorithm)) {
            return null;
        }
        try {
            return SharingTrustManagerFactory.ofDefault();
        } catch (KeyStoreException | RuntimeException e) {
            // The JDK does without then, too, and trusts nobody.
            return null;
        }
    }

    /**
     * Returns whether it is what the JDK makes where no random numbers are given, and of a kind whose objects all lead
     * to one generator, so that nobody can tell which of them was taken.
     */
    private static boolean isUsual(SecureRandom random) {
        SecureRandom usual = new SecureRandom();
        return random.getClass() == SecureRandom.class && random.getProvider() == usual.getProvider()
                && random.getAlgorithm().equals(usual.getAlgorithm())
                && (random.getProvider() instanceof EejsProvider || random.getAlgorithm().startsWith("NativePRNG"));
    }

    /** Returns the JDK's context of this object alone. */
    SSLContext own() {
        return own;
    }

    /**
     * Returns the context for a handshake as client that is about to begin: the one that all have who ask for the same,
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
            // It was possible for the own one, which serves as well.
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

    /** Without a peer's name a client has nothing to look a session up by. */
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

    /** Returns who asks for it wants to rule the sessions of this context: from now on it has them for itself. */
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

    /** Of any protocol version. */
    public static final class Tls extends SharingSslContext {
        /**
         * Called by the provider.
         *
         * @throws NoSuchAlgorithmException where the JDK's TLS is missing
         */
        public Tls() throws NoSuchAlgorithmException {
            super("TLS");
        }
    }

    /** A client's of at most TLS 1.2. */
    public static final class Tls12 extends SharingSslContext {
        /**
         * Called by the provider.
         *
         * @throws NoSuchAlgorithmException where the JDK's TLS is missing
         */
        public Tls12() throws NoSuchAlgorithmException {
            super("TLSv1.2");
        }
    }

    /** A client's of at most TLS 1.3. */
    public static final class Tls13 extends SharingSslContext {
        /**
         * Called by the provider.
         *
         * @throws NoSuchAlgorithmException where the JDK's TLS is missing or older
         */
        public Tls13() throws NoSuchAlgorithmException {
            super("TLSv1.3");
        }
    }
}
