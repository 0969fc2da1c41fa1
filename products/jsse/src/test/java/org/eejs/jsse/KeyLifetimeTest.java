package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreSpi;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Security;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.runtime.Counters;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.eejs.jsse.runtime.Settings;
import org.eejs.pki.Identity;
import org.eejs.pki.files.PrivateFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of decryptions of keys, and the lifetime of keys that are no longer needed. */
class KeyLifetimeTest {
    @TempDir
    Path folder;

    @BeforeEach
    void lookOnlyWhenTold() {
        System.setProperty(Settings.REFRESH_MILLIS, "3600000");
    }

    @AfterEach
    void restoreSettings() {
        System.clearProperty(Settings.REFRESH_MILLIS);
    }

    @Test
    void oneDecryptionServesAllHandshakes() throws Exception {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of("server", KeyFixtures.server()));
        CachingKeyManager keys = CachingKeyManager.of(store, KeyFixtures.PASSWORD, KeyManagerMode.REFRESH);
        SSLContext client = Handshake.context(null);
        SSLContext server = Handshake.context(keys);
        long decrypted = Counters.PROCESS.keysDecrypted.sum();
        long served = Counters.PROCESS.handshakesServed.sum();
        for (int i = 0; i < 20; i++) {
            String protocol = i % 2 == 0 ? "TLSv1.3" : "TLSv1.2";
            Handshake.full(client, server, to -> to.setProtocols(new String[] {protocol}), to -> {});
        }
        assertEquals(1, Counters.PROCESS.keysDecrypted.sum() - decrypted);
        assertEquals(20, Counters.PROCESS.handshakesServed.sum() - served, "of 20 full handshakes");
        for (String protocol : new String[] {"TLSv1.3", "TLSv1.2"}) {
            long created = 0;
            for (int i = 0; i < 5; i++) {
                Handshake.Sides sides = Handshake.resumable(client, server, protocol.hashCode() & 0xfff,
                        to -> to.setProtocols(new String[] {protocol}));
                created = i == 0 ? sides.client().getCreationTime() : created;
                assertEquals(created, sides.client().getCreationTime(), "the session was not resumed");
            }
        }
        assertEquals(1, Counters.PROCESS.keysDecrypted.sum() - decrypted);
        keys.close();
    }

    @Test
    void theKeysOfAReplacedStoreCanBeCollected() throws Exception {
        Path file = folder.resolve("server.p12");
        Files.write(file, KeyFixtures.bytes(Map.of("server", KeyFixtures.server())));
        try (CachingKeyManager keys =
                CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD, KeyManagerMode.REFRESH)) {
            Handshake.full(Handshake.context(null), Handshake.context(keys), to -> {}, to -> {});
            WeakReference<PrivateKey> old =
                    new WeakReference<>(keys.getPrivateKey(keys.chooseEngineServerAlias("EC", null, null)));
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", KeyFixtures.server())));
            keys.look();
            System.gc();
            assertNotNull(old.get(), "a handshake that has begun may still need it");
            keys.expire(System.nanoTime() + Duration.ofDays(1).toNanos());
            awaitCollected(() -> old.get() == null);
            assertNotNull(keys.getPrivateKey(keys.chooseEngineServerAlias("EC", null, null)));
        }
    }

    @Test
    void anUnusedKeyManagerIsCollected() throws Exception {
        Path file = folder.resolve("server.p12");
        Files.write(file, KeyFixtures.bytes(Map.of("server", KeyFixtures.server())));
        // It stays open, like one that a factory returned.
        @SuppressWarnings("resource")
        WeakReference<CachingKeyManager> unused = new WeakReference<>(
                CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD, KeyManagerMode.REFRESH));
        awaitCollected(() -> unused.get() == null);
    }

    private static void awaitCollected(BooleanSupplier collected) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!collected.getAsBoolean() && System.nanoTime() < end) {
            System.gc();
            Thread.onSpinWait();
        }
        assertTrue(collected.getAsBoolean(), "still held");
    }

    @Test
    void keysThatCanBeWipedAreWipedAfterTheGraceTime() throws Exception {
        Path file = folder.resolve("store");
        Files.write(file, new byte[] {1});
        Provider provider = new WipeableKeys();
        Security.addProvider(provider);
        try (CachingKeyManager keys = CachingKeyManager.ofFile(file, WipeableKeys.TYPE, KeyFixtures.PASSWORD,
                KeyManagerMode.REFRESH)) {
            PrivateKey old = keys.getPrivateKey(keys.chooseEngineServerAlias("EC", null, null));
            Files.write(file, new byte[] {2});
            keys.look();
            assertFalse(old.isDestroyed(), "a handshake that has begun may still need it");
            keys.expire(System.nanoTime() + Duration.ofDays(1).toNanos());
            assertTrue(old.isDestroyed());
            assertFalse(keys.getPrivateKey(keys.chooseEngineServerAlias("EC", null, null)).isDestroyed());
        } finally {
            Security.removeProvider(provider.getName());
        }
    }

    @Test
    void handlesOfATokenAreNotKept() throws Exception {
        Provider provider = new WipeableKeys();
        KeyStore store = KeyStore.getInstance(WipeableKeys.HANDLES, provider);
        store.load(null, null);
        try (CachingKeyManager keys =
                CachingKeyManager.of(store, KeyFixtures.PASSWORD, KeyManagerMode.REFRESH)) {
            String alias = keys.chooseEngineServerAlias("EC", null, null);
            PrivateKey handle = keys.getPrivateKey(alias);
            assertNull(handle.getFormat());
            assertNotSame(handle, keys.getPrivateKey(alias));
            assertEquals(store.getCertificateChain("server").length, keys.getCertificateChain(alias).length);
        }
    }

    /** A provider of a key store whose one key can be wiped, as those of some tokens and of newer libraries can. */
    public static final class WipeableKeys extends Provider {
        static final String TYPE = "WIPEABLE";
        static final String HANDLES = "HANDLES";
        private static final long serialVersionUID = 1;

        WipeableKeys() {
            super("WipeableKeys", "1", "for a test");
            put("KeyStore." + TYPE, Store.class.getName());
            put("KeyStore." + HANDLES, Handles.class.getName());
        }

        /** A store whose key stays in a token. */
        public static final class Handles extends Store {
            /** Called by the security framework. */
            public Handles() {}

            @Override
            public Key engineGetKey(String alias, char[] password) {
                return new WipeableKey((PrivateKey) super.engineGetKey(alias, password)) {
                    private static final long serialVersionUID = 1;

                    @Override
                    public String getFormat() {
                        return null;
                    }
                };
            }
        }

        /** The store. */
        public static class Store extends KeyStoreSpi {
            private final Identity identity = KeyFixtures.server();

            /** Called by the security framework. */
            public Store() {}

            @Override
            public Key engineGetKey(String alias, char[] password) {
                return new WipeableKey(identity.keys().getPrivate());
            }

            @Override
            public Certificate[] engineGetCertificateChain(String alias) {
                return identity.stored();
            }

            @Override
            public Certificate engineGetCertificate(String alias) {
                return identity.certificate();
            }

            @Override
            public Date engineGetCreationDate(String alias) {
                return new Date();
            }

            @Override
            public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void engineSetCertificateEntry(String alias, Certificate certificate) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void engineDeleteEntry(String alias) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Enumeration<String> engineAliases() {
                return Collections.enumeration(Collections.singleton("server"));
            }

            @Override
            public boolean engineContainsAlias(String alias) {
                return alias.equals("server");
            }

            @Override
            public int engineSize() {
                return 1;
            }

            @Override
            public boolean engineIsKeyEntry(String alias) {
                return true;
            }

            @Override
            public boolean engineIsCertificateEntry(String alias) {
                return false;
            }

            @Override
            public String engineGetCertificateAlias(Certificate certificate) {
                return null;
            }

            @Override
            public void engineStore(OutputStream stream, char[] password) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void engineLoad(InputStream stream, char[] password) {
                // Always the same key, independent of the bytes.
            }
        }
    }

    /** A key that forgets itself. */
    private static class WipeableKey implements PrivateKey {
        private static final long serialVersionUID = 1;
        private final transient PrivateKey key;
        private boolean destroyed;

        WipeableKey(PrivateKey key) {
            this.key = key;
        }

        @Override
        public String getAlgorithm() {
            return key.getAlgorithm();
        }

        @Override
        public String getFormat() {
            return key.getFormat();
        }

        @Override
        public byte[] getEncoded() {
            return key.getEncoded();
        }

        @Override
        public void destroy() {
            destroyed = true;
        }

        @Override
        public boolean isDestroyed() {
            return destroyed;
        }
    }
}
