package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.jsse.runtime.KeyManagerMode;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A store with one damaged byte, at each position: the old key is served, or the new one if the JDK accepts the store.
 */
@Tag("costly")
class KeyStoreCorruptionTest {
    private static final Logger LOG = Logger.getLogger(CachingKeyManager.class.getName());

    @TempDir
    Path folder;

    private final Identity before = KeyFixtures.server();
    private final Identity after = KeyFixtures.server();
    private Path file;
    private CachingKeyManager keys;

    @BeforeEach
    void serveTheOldOne() throws Exception {
        LOG.setLevel(Level.OFF);
        file = folder.resolve("server.p12");
        restart();
    }

    @AfterEach
    void close() {
        keys.close();
        LOG.setLevel(null);
    }

    private void restart() throws Exception {
        if (keys != null) {
            keys.close();
        }
        Files.write(file, KeyFixtures.bytes(Map.of("server", before)));
        keys = CachingKeyManager.ofFile(file, "PKCS12", KeyFixtures.PASSWORD, KeyManagerMode.REFRESH);
        assertEquals(before.serial(), serial());
    }

    @Test
    void truncatedAnywhereItIsNotServed() throws Exception {
        byte[] whole = KeyFixtures.bytes(Map.of("server", after));
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            keys.look();
            assertEquals(before.serial(), serial(), "after " + length + " bytes");
        }
        Files.write(file, whole);
        keys.look();
        assertEquals(after.serial(), serial());
    }

    @Test
    void withAnyByteFlippedItIsServedOnlyWhereTheJdkReadsIt() throws Exception {
        byte[] whole = KeyFixtures.bytes(Map.of("server", after));
        int refused = 0;
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= (byte) 0xff;
            Files.write(file, damaged);
            keys.look();
            assertEquals(isReadByJdk(damaged) ? after.serial() : before.serial(), serial(), "byte " + i);
            assertKeyFits("byte " + i);
            if (serial() == after.serial()) {
                restart();
            } else {
                refused++;
            }
        }
        assertTrue(refused > whole.length * 9 / 10, refused + " of " + whole.length + " refused");
    }

    private static boolean isReadByJdk(byte[] bytes) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(bytes), KeyFixtures.PASSWORD);
            return store.size() == 1
                    && store.getKey(store.aliases().nextElement(), KeyFixtures.PASSWORD) instanceof PrivateKey
                    && store.getCertificateChain(store.aliases().nextElement()) != null;
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            return false;
        }
    }

    private String alias() {
        String alias = keys.chooseEngineServerAlias("EC", null, null);
        assertNotNull(alias);
        return alias;
    }

    private long serial() {
        return keys.getCertificateChain(alias())[0].getSerialNumber().longValueExact();
    }

    private void assertKeyFits(String where) throws Exception {
        String alias = alias();
        X509Certificate certificate = keys.getCertificateChain(alias)[0];
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivateKey(alias));
        signature.update((byte) 1);
        byte[] signed = signature.sign();
        signature.initVerify(certificate);
        signature.update((byte) 1);
        assertTrue(signature.verify(signed), where);
    }
}
