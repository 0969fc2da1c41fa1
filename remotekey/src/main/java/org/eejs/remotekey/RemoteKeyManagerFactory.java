package org.eejs.remotekey;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactorySpi;
import javax.net.ssl.ManagerFactoryParameters;

/** Makes key managers over a key store of this provider, or over the one that the provider is configured with. */
final class RemoteKeyManagerFactory extends KeyManagerFactorySpi {
    private final RemoteKeyProvider provider;
    private RemoteKeyManager made;

    RemoteKeyManagerFactory(RemoteKeyProvider provider) {
        this.provider = provider;
    }

    @Override
    protected void engineInit(KeyStore store, char[] password) throws KeyStoreException, NoSuchAlgorithmException {
        try {
            made = new RemoteKeyManager(provider,
                    store == null ? provider.cluster() : RemoteKeyStore.ClusterQuery.of(store));
        } catch (IOException e) {
            throw new KeyStoreException(e.getMessage(), e);
        } catch (KeyStoreException | NoSuchAlgorithmException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new KeyStoreException("the JDK's key manager does not take the keys: " + e.getMessage(), e);
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
        return new KeyManager[] {made};
    }
}
