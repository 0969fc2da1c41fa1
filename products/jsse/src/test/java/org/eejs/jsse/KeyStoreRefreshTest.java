package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
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

/**
 * The keys that are served after a store has changed, and the messages about it. The test itself runs the checks of the
 * watch.
 */
class KeyStoreRefreshTest {
    private static final Logger LOG = Logger.getLogger(CachingKeyManager.class.getName());

    @TempDir
    Path folder;

    private final List<LogRecord> logged = new ArrayList<>();
    private final Identity first = KeyFixtures.server();
    private final Identity second = KeyFixtures.server();
    private Path file;

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void write() throws IOException {
        // The watch must not check first.
        System.setProperty(Settings.REFRESH_MILLIS, "3600000");
        LOG.setUseParentHandlers(false);
        LOG.addHandler(handler);
        file = folder.resolve("server.p12");
        Files.write(file, KeyFixtures.bytes(Map.of("server", first)));
    }

    @AfterEach
    void restoreSettings() {
        System.clearProperty(Settings.REFRESH_MILLIS);
        System.clearProperty(Settings.KEY_STORE_FILES);
        LOG.removeHandler(handler);
        LOG.setUseParentHandlers(true);
    }

    private CachingKeyManager ofFile() throws Exception {
        CachingKeyManager keys =
                CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD, KeyManagerMode.REFRESH);
        assertEquals(first.serial(), serial(keys));
        return keys;
    }

    private static String alias(CachingKeyManager keys) {
        return keys.chooseEngineServerAlias("EC", null, null);
    }

    private static long serial(CachingKeyManager keys) {
        return serial(keys, alias(keys));
    }

    private static long serial(CachingKeyManager keys, String alias) {
        assertNotNull(keys.getPrivateKey(alias), alias);
        return keys.getCertificateChain(alias)[0].getSerialNumber().longValueExact();
    }

    @Test
    void replacedByRenaming() throws Exception {
        try (CachingKeyManager keys = ofFile()) {
            assertFalse(keys.look());
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", second)));
            assertTrue(keys.look());
            assertEquals(second.serial(), serial(keys));
            assertFalse(keys.look());
        }
    }

    @Test
    void writtenInPlaceWithTheSameSizeAndTime() throws Exception {
        FileTime then = Files.getLastModifiedTime(file);
        try (CachingKeyManager keys = ofFile()) {
            byte[] bytes = KeyFixtures.bytes(Map.of("server", second));
            Files.write(file, bytes);
            Files.setLastModifiedTime(file, then);
            keys.look();
            assertEquals(second.serial(), serial(keys));
        }
    }

    @Test
    void anOldFileIsNotReadAgainUnlessItsAttributesChange() throws Exception {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        try (CachingKeyManager keys = ofFile()) {
            assertFalse(keys.look());
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", second)));
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
            keys.look();
            assertEquals(second.serial(), serial(keys));
        }
    }

    @Test
    void behindASymbolicLinkThatIsSwapped() throws Exception {
        // As Kubernetes mounts secrets: the file is a link through a linked folder.
        Path one = Files.createDirectory(folder.resolve("..2026_1"));
        Path two = Files.createDirectory(folder.resolve("..2026_2"));
        Files.write(one.resolve("tls.p12"), KeyFixtures.bytes(Map.of("server", first)));
        Files.write(two.resolve("tls.p12"), KeyFixtures.bytes(Map.of("server", second)));
        Path data = Files.createSymbolicLink(folder.resolve("..data"), one.getFileName());
        file = Files.createSymbolicLink(folder.resolve("tls.p12"), Path.of("..data", "tls.p12"));
        try (CachingKeyManager keys = ofFile()) {
            Path next = Files.createSymbolicLink(folder.resolve("..data_tmp"), two.getFileName());
            Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
            keys.look();
            assertEquals(second.serial(), serial(keys));
        }
    }

    @Test
    void newAliasAndRemovedEntry() throws Exception {
        try (CachingKeyManager keys = ofFile()) {
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("renewed", second)));
            String old = alias(keys);
            keys.look();
            assertTrue(alias(keys).endsWith(".0.renewed"));
            assertEquals(first.serial(), serial(keys, old));
        }
    }

    @Test
    void aHandshakeThatHasChosenBeforeAChangeGetsThatKey() throws Exception {
        try (CachingKeyManager keys = ofFile()) {
            String before = alias(keys);
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", second)));
            keys.look();
            assertEquals(first.serial(), serial(keys, before));
            assertEquals(second.serial(), serial(keys));
            keys.expire(System.nanoTime() + Duration.ofDays(1).toNanos());
            // As in the JDK, the name means the store's current key.
            assertEquals(second.serial(), serial(keys, before));
        }
    }

    @Test
    void anUnusableStoreIsKeptOutAndReportedOnce() throws Exception {
        KeyStore other = KeyFixtures.store("PKCS12", Map.of());
        KeyFixtures.put(other, "server", second, KeyFixtures.OTHER_PASSWORD);
        byte[] good = KeyFixtures.bytes(Map.of("server", second));
        Map<String, byte[]> broken = Map.of("is no whole PKCS12 key store", "rubbish".getBytes(),
                "is empty", new byte[0],
                "password is not the one given", KeyFixtures.bytes(other, KeyFixtures.OTHER_PASSWORD),
                "none of its private keys has the password", KeyFixtures.bytes(other, KeyFixtures.PASSWORD),
                "holds no private key", KeyFixtures.bytes(KeyFixtures.store("PKCS12", Map.of()), KeyFixtures.PASSWORD));
        try (CachingKeyManager keys = ofFile()) {
            for (Map.Entry<String, byte[]> entry : broken.entrySet()) {
                logged.clear();
                long failed = Counters.PROCESS.failedKeyStoreRefreshes.sum();
                PrivateFile.write(file, entry.getValue());
                assertTrue(keys.look());
                assertFalse(keys.look());
                assertEquals(first.serial(), serial(keys));
                assertEquals(1, Counters.PROCESS.failedKeyStoreRefreshes.sum() - failed);
                assertEquals(1, logged.size());
                assertEquals(Level.WARNING, logged.get(0).getLevel());
                assertTrue(lines().contains(entry.getKey()) && lines().contains(file.toString()), lines());
            }
            logged.clear();
            Files.delete(file);
            assertTrue(keys.look());
            assertFalse(keys.look());
            assertTrue(lines().contains("does not exist"), lines());
            PrivateFile.write(file, good);
            keys.look();
            assertEquals(second.serial(), serial(keys));
            assertEquals(Level.INFO, logged.get(1).getLevel());
        }
    }

    @Test
    void aKeyWithoutItsPasswordKeepsTheWholeStoreOut() throws Exception {
        try (CachingKeyManager keys = ofFile()) {
            KeyStore store = KeyFixtures.store("PKCS12", Map.of("another", second));
            KeyFixtures.put(store, "server", second, KeyFixtures.OTHER_PASSWORD);
            PrivateFile.write(file, KeyFixtures.bytes(store, KeyFixtures.PASSWORD));
            keys.look();
            assertEquals(first.serial(), serial(keys));
            assertTrue(lines().contains("is not that of its private key server"), lines());
        }
    }

    private String lines() {
        return logged.stream().map(new SimpleFormatter()::formatMessage).reduce("", (a, b) -> a + b + "\n");
    }

    @Test
    void nothingSecretIsLogged() throws Exception {
        LOG.setLevel(Level.ALL);
        try (CachingKeyManager keys = ofFile()) {
            byte[] whole = KeyFixtures.bytes(Map.of("server", second));
            for (int length : new int[] {0, 10, whole.length / 2, whole.length - 1, whole.length}) {
                PrivateFile.write(file, Arrays.copyOf(whole, length));
                keys.look();
            }
            PrivateFile.write(file, new String(KeyFixtures.PASSWORD).repeat(3).getBytes());
            keys.look();
        } finally {
            LOG.setLevel(null);
        }
        assertEquals(6, logged.size(), this::lines);
        assertFalse(lines().contains(new String(KeyFixtures.PASSWORD)), lines());
        logged.forEach(line -> assertNull(line.getThrown()));
    }

    @Test
    void aStoreInMemoryIsFollowed() throws Exception {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of("server", first));
        try (CachingKeyManager keys =
                CachingKeyManager.of(store, KeyFixtures.PASSWORD, KeyManagerMode.REFRESH)) {
            assertEquals(first.serial(), serial(keys));
            assertFalse(keys.look());
            KeyFixtures.put(store, "server", second);
            assertTrue(keys.look());
            assertEquals(second.serial(), serial(keys));
            KeyFixtures.put(store, "another", first);
            store.deleteEntry("server");
            keys.look();
            assertTrue(alias(keys).endsWith(".0.another"));
            store.deleteEntry("another");
            keys.look();
            assertNull(alias(keys));
        }
    }

    @Test
    void whatIsStillThereIsNotDecryptedAgain() throws Exception {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of("server", first));
        try (CachingKeyManager keys =
                CachingKeyManager.of(store, KeyFixtures.PASSWORD, KeyManagerMode.REFRESH)) {
            serial(keys);
            long decrypted = Counters.PROCESS.keysDecrypted.sum();
            KeyFixtures.put(store, "another", second);
            keys.look();
            assertEquals(1, Counters.PROCESS.keysDecrypted.sum() - decrypted);
        }
    }

    @Test
    void aStoreThatWasLoadedFromANamedFileFollowsIt() throws Exception {
        System.setProperty(Settings.KEY_STORE_FILES, folder.resolve("absent.p12") + File.pathSeparator + file);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(new ByteArrayInputStream(Files.readAllBytes(file)), KeyFixtures.PASSWORD);
        KeyStore unrelated = KeyFixtures.store("PKCS12", Map.of("server", second));
        Identity third = KeyFixtures.server();
        try (CachingKeyManager keys =
                        CachingKeyManager.of(store, KeyFixtures.PASSWORD, KeyManagerMode.REFRESH);
                CachingKeyManager others =
                        CachingKeyManager.of(unrelated, KeyFixtures.PASSWORD, KeyManagerMode.REFRESH);
                CachingKeyManager otherPassword =
                        CachingKeyManager.of(store, KeyFixtures.OTHER_PASSWORD, KeyManagerMode.REFRESH)) {
            assertEquals(first.serial(), serial(keys));
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", third)));
            keys.look();
            others.look();
            otherPassword.look();
            assertEquals(third.serial(), serial(keys));
            assertEquals(second.serial(), serial(others));
            assertNull(otherPassword.getPrivateKey(alias(otherPassword)));
        }
    }

    @Test
    void theWatchLooksByItself() throws Exception {
        System.setProperty(Settings.REFRESH_MILLIS, "20");
        try (CachingKeyManager keys = ofFile()) {
            PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", second)));
            long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (serial(keys) != second.serial() && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            assertEquals(second.serial(), serial(keys));
        }
    }

    @Test
    void afterClosingTheLastKeysAreServed() throws Exception {
        CachingKeyManager keys = ofFile();
        keys.close();
        PrivateFile.write(file, KeyFixtures.bytes(Map.of("server", second)));
        assertFalse(keys.look());
        assertEquals(first.serial(), serial(keys));
    }

    @Test
    void initLooksOnce() throws Exception {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of("server", first));
        CachingKeyManager keys = CachingKeyManager.of(store, KeyFixtures.PASSWORD, KeyManagerMode.INIT);
        store.deleteEntry("server");
        assertFalse(keys.look());
        assertEquals(first.serial(), serial(keys));
    }

    @Test
    void stockFollowsAtOnceAndDecryptsEachTime() throws Exception {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of("server", first));
        long decrypted = Counters.PROCESS.keysDecrypted.sum();
        CachingKeyManager keys = CachingKeyManager.of(store, KeyFixtures.PASSWORD, KeyManagerMode.STOCK);
        assertEquals(first.serial(), serial(keys));
        KeyFixtures.put(store, "server", second);
        assertEquals(second.serial(), serial(keys));
        assertEquals(decrypted, Counters.PROCESS.keysDecrypted.sum());
        CachingKeyManager ofFile =
                CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD, KeyManagerMode.STOCK);
        assertEquals(first.serial(), serial(ofFile));
    }

    @Test
    void aFileThatIsUnusableAtFirstIsRefused() throws IOException {
        IOException refused = assertThrows(IOException.class, () -> CachingKeyManager.ofFile(file, "PKCS12",
                KeyFixtures.OTHER_PASSWORD, KeyManagerMode.REFRESH));
        assertTrue(refused.getMessage().contains("the password is not the one given"), refused.getMessage());
        Files.delete(file);
        assertThrows(IOException.class, () -> CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD,
                KeyManagerMode.INIT));
    }
}
