package org.eejs.jsse.keys;

import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactorySpi;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.ManagerFactoryParameters;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.eejs.jsse.runtime.Settings;

/**
 * The factory {@code PKIX} of the provider: its key managers decrypt each key once. The system property
 * {@code org.eejs.jsse.keyManager} sets how they handle changes of a store: see {@link KeyManagerMode}. Factories that
 * are initialised with equal material return the same key manager.
 *
 * <p>Not thread-safe, like the JDK's; its key managers are.
 */
public final class CachingKeyManagerFactory extends KeyManagerFactorySpi {
    private KeyManager keyManager;

    /** A factory without key managers, as the security framework makes it. */
    public CachingKeyManagerFactory() {}

    @Override
    protected void engineInit(KeyStore store, char[] password)
            throws KeyStoreException, NoSuchAlgorithmException, UnrecoverableKeyException {
        KeyManagerMode mode = Settings.keyManager();
        if (mode != KeyManagerMode.STOCK) {
            keyManager = SharedKeyManagers.PROCESS.get(store, password, mode);
        } else {
            keyManager = StockKeyManagers.over(store == null ? Collections.emptyList() : Collections.singletonList(
                    StockKeyManagers.builder(store, new KeyStore.PasswordProtection(password))));
        }
    }

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) throws InvalidAlgorithmParameterException {
        if (!(parameters instanceof KeyStoreBuilderParameters)) {
            throw new InvalidAlgorithmParameterException("a PKIX key manager is made from"
                    + " KeyStoreBuilderParameters, not "
                    + (parameters == null ? "null" : parameters.getClass().getName()));
        }
        List<KeyStore.Builder> builders = ((KeyStoreBuilderParameters) parameters).getParameters();
        KeyManagerMode mode = Settings.keyManager();
        try {
            keyManager = mode == KeyManagerMode.STOCK ? StockKeyManagers.over(builders)
                    : CachingKeyManager.of(builders, mode);
        } catch (KeyStoreException e) {
            throw new InvalidAlgorithmParameterException(e.getMessage(), e);
        }
    }

    @Override
    protected KeyManager[] engineGetKeyManagers() {
        if (keyManager == null) {
            throw new IllegalStateException("the factory has not been initialised; call its init method first");
        }
        return new KeyManager[] {keyManager};
    }
}
