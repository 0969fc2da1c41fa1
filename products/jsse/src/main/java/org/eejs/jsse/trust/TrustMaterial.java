package org.eejs.jsse.trust;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eejs.jsse.keys.ParsedStore;
import org.eejs.jsse.keys.StoreIdentity;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.OtherProviders;
import org.eejs.jsse.runtime.RecentlyUsed;
import org.eejs.jsse.runtime.Recording;

/**
 * The trust managers of this process: the same one for equal sets of trusted certificates. They are the JDK's own, and
 * accept what the JDK accepts. Thread-safe.
 */
public final class TrustMaterial {
    /** The trust managers of this process. */
    public static final TrustMaterial PROCESS = new TrustMaterial();

    private static final int MOST = 64;

    private final RecentlyUsed<Set<X509Certificate>, X509ExtendedTrustManager> managers = new RecentlyUsed<>(MOST);
    /** Every trust manager that was created here and still lives. */
    private final Map<TrustManager, Boolean> made = Collections.synchronizedMap(new WeakHashMap<>());

    private TrustMaterial() {}

    /**
     * Returns the trust manager for the certificates of a key store, as the JDK takes them.
     *
     * @param source its name for the flight recorder
     * @throws KeyStoreException if the store is unreadable, or the JDK makes no trust manager of it
     */
    X509ExtendedTrustManager of(KeyStore store, String source) throws KeyStoreException {
        StoreIdentity identity = StoreIdentity.of(store);
        ParsedStore content = identity == null ? null : identity.content();
        X509ExtendedTrustManager manager = content == null ? null : content.trustManager();
        if (manager != null) {
            Counters.PROCESS.trustManagerHits.increment();
            return manager;
        }
        manager = of(trusted(store), source);
        if (content != null) {
            content.trustedBy(manager);
        }
        return manager;
    }

    /** Returns the trust manager that trusts no certificate, like the JDK's if there is no trust store. */
    X509ExtendedTrustManager ofNothing() throws KeyStoreException {
        return of(Collections.emptySet(), "no trust store");
    }

    private X509ExtendedTrustManager of(Set<X509Certificate> trusted, String source) throws KeyStoreException {
        X509ExtendedTrustManager known = managers.get(trusted);
        if (known != null) {
            Counters.PROCESS.trustManagerHits.increment();
            return known;
        }
        long start = System.nanoTime();
        X509ExtendedTrustManager manager = make(trusted);
        known = managers.putIfAbsent(trusted, manager);
        if (known != manager) {
            // Another thread was faster, and all must get the same one.
            Counters.PROCESS.trustManagerHits.increment();
            return known;
        }
        made.put(manager, true);
        Counters.PROCESS.trustManagersMade.increment();
        Recording.trustMaterialLoaded(source, trusted.size(), System.nanoTime() - start);
        return manager;
    }

    /** Returns whether a trust manager was created here. */
    public boolean has(TrustManager manager) {
        return made.containsKey(manager);
    }

    /** Returns every certificate entry, and the first certificate of every key entry: that is what the JDK trusts. */
    private static Set<X509Certificate> trusted(KeyStore store) throws KeyStoreException {
        Set<X509Certificate> trusted = new HashSet<>();
        for (Enumeration<String> aliases = store.aliases(); aliases.hasMoreElements(); ) {
            String alias = aliases.nextElement();
            Certificate certificate = null;
            if (store.isCertificateEntry(alias)) {
                certificate = store.getCertificate(alias);
            } else if (store.isKeyEntry(alias)) {
                Certificate[] chain = store.getCertificateChain(alias);
                certificate = chain == null || chain.length == 0 ? null : chain[0];
            }
            if (certificate instanceof X509Certificate) {
                trusted.add((X509Certificate) certificate);
            }
        }
        return trusted;
    }

    private static X509ExtendedTrustManager make(Set<X509Certificate> trusted) throws KeyStoreException {
        try {
            KeyStore store = new InMemory(OtherProviders.keyStore("JKS"));
            store.load(null, null);
            int i = 0;
            for (X509Certificate certificate : trusted) {
                store.setCertificateEntry(Integer.toString(i++), certificate);
            }
            TrustManagerFactory factory = OtherProviders.trustManagerFactory();
            factory.init(store);
            for (TrustManager manager : factory.getTrustManagers()) {
                if (manager instanceof X509ExtendedTrustManager) {
                    return (X509ExtendedTrustManager) manager;
                }
            }
        } catch (GeneralSecurityException | IOException e) {
            throw new KeyStoreException("the JDK makes no trust manager of " + trusted.size() + " certificates: "
                    + e.getMessage(), e);
        }
        throw new KeyStoreException("the JDK's TrustManagerFactory PKIX makes no X509ExtendedTrustManager");
    }

    /** A key store of a given provider's service, created without a look-up by name, which EEJS would answer. */
    private static final class InMemory extends KeyStore {
        InMemory(Provider.Service service) throws NoSuchAlgorithmException {
            super((KeyStoreSpi) service.newInstance(null), service.getProvider(), service.getAlgorithm());
        }
    }
}
