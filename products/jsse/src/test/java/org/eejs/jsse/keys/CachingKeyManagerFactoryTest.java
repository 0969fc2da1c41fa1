package org.eejs.jsse.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.PKIXParameters;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eejs.jsse.EejsProvider;
import org.eejs.jsse.KeyFixtures;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.Settings;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The factory, compared with the JDK's. */
class CachingKeyManagerFactoryTest {
    private final KeyStore store = KeyFixtures.store("PKCS12", Map.of("server", KeyFixtures.server()));

    @AfterEach
    void restoreSettings() {
        System.clearProperty(Settings.KEY_MANAGER);
    }

    private static KeyManagerFactory ours(String algorithm) throws GeneralSecurityException {
        return KeyManagerFactory.getInstance(algorithm, new EejsProvider(Set.of("KeyManagerFactory")));
    }

    private static X509ExtendedKeyManager made(KeyStore store, char[] password) throws GeneralSecurityException {
        KeyManagerFactory factory = ours("PKIX");
        factory.init(store, password);
        assertEquals(1, factory.getKeyManagers().length);
        return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }

    @Test
    void itFailsAsTheJdkFails() throws Exception {
        for (KeyManagerFactory factory : List.of(ours("PKIX"), ours("NewSunX509"),
                KeyManagerFactory.getInstance("PKIX", "SunJSSE"))) {
            assertThrows(IllegalStateException.class, factory::getKeyManagers);
            assertThrows(KeyStoreException.class,
                    () -> factory.init(KeyStore.getInstance("PKCS12"), KeyFixtures.PASSWORD));
            assertThrows(InvalidAlgorithmParameterException.class, () -> factory.init((ManagerFactoryParameters) null));
            assertThrows(InvalidAlgorithmParameterException.class,
                    () -> factory.init(new CertPathTrustManagerParameters(new PKIXParameters(trusted()))));
            assertThrows(IllegalStateException.class, factory::getKeyManagers);
            factory.init(null, null);
            X509ExtendedKeyManager none = (X509ExtendedKeyManager) factory.getKeyManagers()[0];
            assertNull(none.chooseEngineServerAlias("EC", null, null));
            assertNull(none.getServerAliases("EC", null));
            assertNull(none.getPrivateKey("1.0.server"));
            assertNull(none.getCertificateChain("1.0.server"));
        }
    }

    private static KeyStore trusted() throws KeyStoreException {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of());
        store.setCertificateEntry("root", KeyFixtures.authority("root", null).certificate());
        return store;
    }

    @Test
    void aWrongPasswordIsFoundWhenTheKeyIsNeededAsInTheJdk() throws Exception {
        KeyManagerFactory jdk = KeyManagerFactory.getInstance("PKIX", "SunJSSE");
        jdk.init(store, KeyFixtures.OTHER_PASSWORD);
        for (X509ExtendedKeyManager keys : List.of((X509ExtendedKeyManager) jdk.getKeyManagers()[0],
                made(store, KeyFixtures.OTHER_PASSWORD), made(store, null))) {
            String alias = keys.chooseEngineServerAlias("EC", null, null);
            assertNotNull(alias);
            assertNull(keys.getPrivateKey(alias));
            assertNull(keys.getCertificateChain(alias));
        }
    }

    @Test
    void equalMaterialGivesTheSameKeyManager() throws Exception {
        X509ExtendedKeyManager one = made(store, KeyFixtures.PASSWORD);
        assertSame(one, made(store, KeyFixtures.PASSWORD.clone()));
        assertNotSame(one, made(store, KeyFixtures.OTHER_PASSWORD));
        assertNotSame(one, made(KeyFixtures.store("PKCS12", Map.of("server", KeyFixtures.server())),
                KeyFixtures.PASSWORD));
        System.setProperty(Settings.KEY_MANAGER, "init");
        assertNotSame(one, made(store, KeyFixtures.PASSWORD));
    }

    @Test
    void aStoreThatWasChangedInBetweenIsServedAsItIsNow() throws Exception {
        for (String mode : List.of("refresh", "init")) {
            System.setProperty(Settings.KEY_MANAGER, mode);
            X509ExtendedKeyManager before = made(store, KeyFixtures.PASSWORD);
            serial(before);
            Identity renewed = KeyFixtures.server();
            KeyFixtures.put(store, "server", renewed);
            X509ExtendedKeyManager after = made(store, KeyFixtures.PASSWORD);
            assertEquals(renewed.serial(), serial(after), mode);
            assertSame(after, made(store, KeyFixtures.PASSWORD), mode);
            assertEquals(mode.equals("refresh"), before == after);
        }
    }

    private static long serial(X509ExtendedKeyManager keys) {
        String alias = keys.chooseEngineServerAlias("EC", null, null);
        return keys.getCertificateChain(alias)[0].getSerialNumber().longValueExact();
    }

    @Test
    void aSharedKeyManagerIsNeverClosed() throws Exception {
        CachingKeyManager keys = assertInstanceOf(CachingKeyManager.class, made(store, KeyFixtures.PASSWORD));
        serial(keys);
        keys.close();
        Identity renewed = KeyFixtures.server();
        KeyFixtures.put(store, "server", renewed);
        keys.look();
        assertEquals(renewed.serial(), serial(keys));
    }

    @Test
    void modesAreSetByProperty() throws Exception {
        System.setProperty(Settings.KEY_MANAGER, "stock");
        assertFalse(made(store, KeyFixtures.PASSWORD) instanceof CachingKeyManager);
        KeyManagerFactory factory = ours("PKIX");
        factory.init(new KeyStoreBuilderParameters(KeyStore.Builder.newInstance(store,
                new KeyStore.PasswordProtection(KeyFixtures.PASSWORD))));
        assertFalse(factory.getKeyManagers()[0] instanceof CachingKeyManager);
        System.setProperty(Settings.KEY_MANAGER, "always");
        String message = assertThrows(IllegalArgumentException.class,
                () -> made(store, KeyFixtures.PASSWORD)).getMessage();
        assertEquals("org.eejs.jsse.keyManager is \"always\"; it may be one of [refresh, init, stock]", message);
    }

    @Test
    void nothingIsReadBeforeItIsNeeded() throws Exception {
        boolean[] asked = {false};
        KeyStore.Builder builder = new KeyStore.Builder() {
            @Override
            public KeyStore getKeyStore() {
                asked[0] = true;
                return store;
            }

            @Override
            public KeyStore.ProtectionParameter getProtectionParameter(String alias) {
                return new KeyStore.PasswordProtection(KeyFixtures.PASSWORD);
            }
        };
        long decrypted = Counters.PROCESS.keysDecrypted.sum();
        KeyManagerFactory factory = ours("PKIX");
        factory.init(new KeyStoreBuilderParameters(builder));
        assertFalse(asked[0]);
        X509ExtendedKeyManager keys = (X509ExtendedKeyManager) factory.getKeyManagers()[0];
        String alias = keys.chooseEngineServerAlias("EC", null, null);
        assertTrue(asked[0]);
        assertEquals(decrypted, Counters.PROCESS.keysDecrypted.sum());
        assertNotNull(keys.getPrivateKey(alias));
        assertEquals(decrypted + 1, Counters.PROCESS.keysDecrypted.sum());
    }
}
