package org.eejs.jsse.trust;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.OtherProviders;

/**
 * A factory of the JDK's own PKIX trust managers: one for all uses that trust the same certificates. The default trust
 * store is read only when its file has changed.
 *
 * <p>An instance is for one thread at a time, like the JDK's; its trust managers are for any number.
 */
public final class SharingTrustManagerFactory extends TrustManagerFactorySpi {
    private TrustManager[] managers;

    /** Called by the provider. */
    public SharingTrustManagerFactory() {}

    @Override
    protected void engineInit(KeyStore store) throws KeyStoreException {
        Counters.show();
        managers = store == null ? ofDefault() : of(store);
    }

    /** Returns the trust managers of the default trust store, as it is now. */
    public static TrustManager[] ofDefault() throws KeyStoreException {
        if (DefaultTrustStore.isFile()) {
            try {
                return new TrustManager[] {DefaultTrustStore.PROCESS.trustManager()};
            } catch (IOException | GeneralSecurityException e) {
                // EEJS throws the JDK's message itself. The JDK, asked a second time for an unreadable store, would
                // return the certificates that it read before, from whatever store that was.
                throw new KeyStoreException("problem accessing trust store", e);
            }
        }
        return byJdk(null);
    }

    private static TrustManager[] of(KeyStore store) throws KeyStoreException {
        try {
            return new TrustManager[] {TrustMaterial.PROCESS.of(store, "a key store of the application")};
        } catch (KeyStoreException e) {
            // For example one that was never loaded: the JDK handles it.
            return byJdk(store);
        }
    }

    private static TrustManager[] byJdk(KeyStore store) throws KeyStoreException {
        try {
            TrustManagerFactory factory = OtherProviders.trustManagerFactory();
            factory.init(store);
            return factory.getTrustManagers();
        } catch (NoSuchAlgorithmException e) {
            throw new KeyStoreException(e.getMessage(), e);
        }
    }

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) throws InvalidAlgorithmParameterException {
        Counters.show();
        try {
            TrustManagerFactory factory = OtherProviders.trustManagerFactory();
            factory.init(parameters);
            managers = factory.getTrustManagers();
        } catch (NoSuchAlgorithmException e) {
            throw new InvalidAlgorithmParameterException(e.getMessage(), e);
        }
    }

    @Override
    protected TrustManager[] engineGetTrustManagers() {
        if (managers == null) {
            throw new IllegalStateException("no trust managers before init() of the TrustManagerFactory");
        }
        return managers.clone();
    }
}
