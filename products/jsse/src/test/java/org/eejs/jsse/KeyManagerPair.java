package org.eejs.jsse;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.X509ExtendedKeyManager;

/** The JDK's key manager and ours over the same stores in memory. */
record KeyManagerPair(X509ExtendedKeyManager jdk, X509ExtendedKeyManager ours) {
    static KeyManagerPair of(List<KeyStore> stores) {
        List<KeyStore.Builder> builders = stores.stream().map(store -> KeyStore.Builder.newInstance(store,
                new KeyStore.PasswordProtection(KeyFixtures.PASSWORD))).toList();
        return of(new KeyStoreBuilderParameters(builders));
    }

    static KeyManagerPair of(KeyStoreBuilderParameters parameters) {
        try {
            KeyManagerFactory jdk = KeyManagerFactory.getInstance("PKIX", "SunJSSE");
            jdk.init(parameters);
            KeyManagerFactory ours = KeyManagerFactory.getInstance("PKIX",
                    new EejsProvider(Set.of("KeyManagerFactory")));
            ours.init(parameters);
            return new KeyManagerPair((X509ExtendedKeyManager) jdk.getKeyManagers()[0],
                    (X509ExtendedKeyManager) ours.getKeyManagers()[0]);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
