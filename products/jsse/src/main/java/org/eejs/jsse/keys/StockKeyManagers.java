package org.eejs.jsse.keys;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.Provider;
import java.security.Security;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eejs.jsse.runtime.Settings;

/** The JDK's own key managers of the algorithm PKIX. Thread-safe. */
final class StockKeyManagers {
    private static final String PROVIDER = "SunJSSE";
    private static final String ALGORITHM = "PKIX";

    private StockKeyManagers() {}

    /**
     * Returns the provider whose key manager chooses.
     *
     * @throws KeyStoreException if this JVM does not have it
     */
    static Provider provider() throws KeyStoreException {
        Provider provider = Security.getProvider(PROVIDER);
        if (provider == null) {
            throw new KeyStoreException("the provider " + PROVIDER + ", which chooses among the keys, is not "
                    + "installed; install it behind " + Settings.PROVIDER + ", or set " + Settings.SERVICES + " to "
                    + "services without KeyManagerFactory");
        }
        return provider;
    }

    /**
     * Returns a builder that returns one store.
     *
     * @throws KeyStoreException if the store was not loaded
     */
    static KeyStore.Builder builder(KeyStore store, KeyStore.PasswordProtection protection) throws KeyStoreException {
        try {
            return KeyStore.Builder.newInstance(store, protection);
        } catch (RuntimeException e) {
            throw new KeyStoreException("the key store has not been loaded; call its load method first", e);
        }
    }

    /** Returns a key manager over builders, as an application gets it without this library. */
    static X509ExtendedKeyManager over(List<KeyStore.Builder> builders) throws KeyStoreException {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(ALGORITHM, provider());
            if (builders.isEmpty()) {
                factory.init(null, null);
            } else {
                factory.init(new KeyStoreBuilderParameters(builders));
            }
            for (KeyManager manager : factory.getKeyManagers()) {
                if (manager instanceof X509ExtendedKeyManager) {
                    return (X509ExtendedKeyManager) manager;
                }
            }
        } catch (KeyStoreException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new KeyStoreException(PROVIDER + " makes no " + ALGORITHM + " key manager", e);
        }
        throw new KeyStoreException(PROVIDER + "'s " + ALGORITHM + " returned no X509ExtendedKeyManager");
    }
}
