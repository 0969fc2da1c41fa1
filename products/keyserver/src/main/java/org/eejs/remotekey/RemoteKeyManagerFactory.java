package org.eejs.remotekey;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import java.security.UnrecoverableKeyException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyManagerFactorySpi;
import javax.net.ssl.ManagerFactoryParameters;

/**
 * A factory of key managers over a key store of this provider, or over the one that the provider is configured with. It
 * passes other key stores to the JDK's default factory, SunX509. So it may be the default of a JVM that has local keys,
 * too, such as the client's own for its connections to the key servers.
 */
final class RemoteKeyManagerFactory extends KeyManagerFactorySpi {
    private final RemoteKeyProvider provider;
    private KeyManager[] made;

    RemoteKeyManagerFactory(RemoteKeyProvider provider) {
        this.provider = provider;
    }

    @Override
    protected void engineInit(KeyStore store, char[] password)
            throws KeyStoreException, NoSuchAlgorithmException, UnrecoverableKeyException {
        if (store != null && !(store.getProvider() instanceof RemoteKeyProvider)) {
            KeyManagerFactory local = KeyManagerFactory.getInstance("SunX509");
            local.init(store, password);
            made = local.getKeyManagers();
            return;
        }
        try {
            made = new KeyManager[] {new RemoteKeyManager(provider,
                    store == null ? provider.cluster() : RemoteKeyStore.ClusterQuery.of(store))};
        } catch (KeyStoreException | NoSuchAlgorithmException | UnrecoverableKeyException e) {
            throw e;
        } catch (IOException | GeneralSecurityException e) {
            throw new KeyStoreException(e.getMessage(), e);
        }
    }

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) throws InvalidAlgorithmParameterException {
        throw new InvalidAlgorithmParameterException("EEJSRemote takes a key store of its type, and no parameters");
    }

    @Override
    protected KeyManager[] engineGetKeyManagers() {
        if (made == null) {
            throw new IllegalStateException("the key manager factory is not initialised; call init first");
        }
        return made.clone();
    }
}
