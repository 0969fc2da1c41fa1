package org.eejs.jsse;

import java.security.KeyManagementException;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
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
import javax.net.ssl.TrustManagerFactory;

/**
 * An SSLContext of the JDK. With the system property {@code org.eejs.jsse.sslContext=share}, contexts that are
 * initialised with the same key manager and the same trust manager of EEJS are one and the same behind the scenes, with
 * one cache of sessions, so that a connection can resume what another context's began.
 *
 * <p>Thread-safe once it is initialised, as the JDK's is.
 */
abstract class SharingSslContext extends SSLContextSpi {
    private static final RecentlyUsed<Material, SSLContext> SHARED = new RecentlyUsed<>(64);

    private final String protocol;
    private volatile SSLContext context;
    private volatile boolean shared;

    /**
     * A context that is not initialised.
     *
     * @throws NoSuchAlgorithmException where the JDK has none of this protocol
     */
    SharingSslContext(String protocol) throws NoSuchAlgorithmException {
        this.protocol = protocol;
        this.context = OtherProviders.sslContext(protocol);
    }

    @Override
    protected void engineInit(KeyManager[] keyManagers, TrustManager[] trustManagers, SecureRandom random)
            throws KeyManagementException {
        Counters.show();
        TrustManager[] trusting = trustManagers == null ? defaultTrustManagers() : trustManagers;
        Material material = Settings.sharesContexts() && (random == null || isUsual(random))
                ? Material.of(protocol, keyManagers, trusting) : null;
        boolean hit = false;
        if (material == null) {
            SSLContext own = shared ? fresh() : context;
            own.init(keyManagers, trusting, random);
            context = own;
            shared = false;
        } else {
            SSLContext known = SHARED.get(material);
            if (known == null) {
                // Never the one that this object had: its engines and sockets must not see another one's material.
                SSLContext made = fresh();
                made.init(keyManagers, trusting, random);
                known = SHARED.putIfAbsent(material, made);
                hit = known != made;
            } else {
                hit = true;
            }
            context = known;
            shared = true;
        }
        Counters.PROCESS.contextsInitialised.increment();
        if (hit) {
            Counters.PROCESS.contextsShared.increment();
        }
        Recording.contextInitialised(protocol, hit);
    }

    private SSLContext fresh() throws KeyManagementException {
        try {
            return OtherProviders.sslContext(protocol);
        } catch (NoSuchAlgorithmException e) {
            throw new KeyManagementException(e.getMessage(), e);
        }
    }

    /** Those that the JDK would ask its factories for: ours, where they are PKIX and not switched off. */
    private static TrustManager[] defaultTrustManagers() {
        String algorithm = TrustManagerFactory.getDefaultAlgorithm();
        if (!Settings.services().contains(Cure.TRUST_MANAGER_FACTORY.engine())
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
     * Whether it is what the JDK makes where no random numbers are given, and of a kind whose objects all lead to one
     * generator, so that nobody can tell which of them was taken.
     */
    private static boolean isUsual(SecureRandom random) {
        SecureRandom usual = new SecureRandom();
        return random.getClass() == SecureRandom.class && random.getProvider() == usual.getProvider()
                && random.getAlgorithm().equals(usual.getAlgorithm())
                && (random.getProvider() instanceof EejsProvider || random.getAlgorithm().startsWith("NativePRNG"));
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
    protected SSLEngine engineCreateSSLEngine() {
        return context.createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
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
        return context.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return context.getSupportedSSLParameters();
    }

    /**
     * What a context is made of. Managers are the same only if they are the same object, so that no session is ever
     * resumed under another trust or another key than the one that it began with.
     */
    private static final class Material {
        private final String protocol;
        private final List<Object> managers;

        private Material(String protocol, List<Object> managers) {
            this.protocol = protocol;
            this.managers = managers;
        }

        /** The material, or null where a manager is not of EEJS, and so may decide differently for each context. */
        static Material of(String protocol, KeyManager[] keyManagers, TrustManager[] trustManagers) {
            if (trustManagers == null || trustManagers.length != 1
                    || !TrustMaterial.PROCESS.has(trustManagers[0])) {
                return null;
            }
            if (keyManagers == null || keyManagers.length == 0) {
                return new Material(protocol, Arrays.<Object>asList(null, trustManagers[0]));
            }
            if (keyManagers.length != 1 || !(keyManagers[0] instanceof CachingKeyManager)) {
                return null;
            }
            return new Material(protocol,
                    Arrays.<Object>asList(((CachingKeyManager) keyManagers[0]).serving(), trustManagers[0]));
        }

        @Override
        public boolean equals(Object other) {
            if (!(other instanceof Material) || !protocol.equals(((Material) other).protocol)) {
                return false;
            }
            List<Object> others = ((Material) other).managers;
            return managers.get(0) == others.get(0) && managers.get(1) == others.get(1);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(managers.get(0)) + System.identityHashCode(managers.get(1));
        }
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
