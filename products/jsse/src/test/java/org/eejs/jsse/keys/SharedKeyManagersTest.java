package org.eejs.jsse.keys;

import static org.eejs.jsse.TrustFixtures.PASSWORD;
import static org.eejs.jsse.TrustFixtures.shared;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.security.KeyStore;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eejs.jsse.EejsProvider;
import org.eejs.jsse.TrustFixtures;
import org.eejs.jsse.runtime.Counters;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.Test;

/**
 * Key managers over stores that this library loaded: the case of a program that loads its key store for every context.
 */
class SharedKeyManagersTest {
    private static final EejsProvider EEJS = new EejsProvider(Set.of("KeyManagerFactory", "KeyStore"));

    private static X509ExtendedKeyManager manager(KeyStore store, char[] password) throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", EEJS);
        factory.init(store, password);
        return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }

    private static String serverAlias(X509ExtendedKeyManager manager) {
        return manager.chooseEngineServerAlias("EC", null, null);
    }

    @Test
    void equalBytesMakeOneKeyManagerThatDecryptsOnce() throws Exception {
        byte[] bytes = TrustFixtures.holding("PKCS12", TrustFixtures.authority("one"));
        X509ExtendedKeyManager first = manager(shared("PKCS12", bytes, PASSWORD), PASSWORD);
        assertNotNull(first.getPrivateKey(serverAlias(first)));
        long decrypted = Counters.PROCESS.keysDecrypted.sum();
        for (int i = 0; i < 10; i++) {
            X509ExtendedKeyManager next = manager(shared("PKCS12", bytes, PASSWORD), PASSWORD);
            assertSame(((CachingKeyManager) first).serving(), ((CachingKeyManager) next).serving());
            assertNotNull(next.getPrivateKey(serverAlias(next)));
        }
        assertEquals(decrypted, Counters.PROCESS.keysDecrypted.sum());
    }

    @Test
    void otherBytesOrAnotherPasswordMakeAnother() throws Exception {
        byte[] bytes = TrustFixtures.holding("PKCS12", TrustFixtures.authority("one"));
        X509ExtendedKeyManager first = manager(shared("PKCS12", bytes, PASSWORD), PASSWORD);
        assertNotNull(first.getPrivateKey(serverAlias(first)));
        assertNotSame(first, manager(shared("PKCS12", TrustFixtures.holding("PKCS12", TrustFixtures.authority("two")),
                PASSWORD), PASSWORD));

        // A caller that does not know the password must not get the key of one that does.
        X509ExtendedKeyManager guessing = manager(shared("PKCS12", bytes, PASSWORD), "guessed".toCharArray());
        assertNotSame(first, guessing);
        assertNull(guessing.getPrivateKey(serverAlias(guessing)));
    }

    @Test
    void aChangedStoreHasASeparateKeyManager() throws Exception {
        Identity other = TrustFixtures.authority("another");
        byte[] bytes = TrustFixtures.holding("PKCS12", TrustFixtures.authority("one"));
        X509ExtendedKeyManager untouched = manager(shared("PKCS12", bytes, PASSWORD), PASSWORD);
        KeyStore changed = shared("PKCS12", bytes, PASSWORD);
        changed.setKeyEntry("key", other.keys().getPrivate(), PASSWORD, other.stored());
        X509ExtendedKeyManager own = manager(changed, PASSWORD);
        assertNotSame(untouched, own);
        assertArrayEquals(other.stored(), own.getCertificateChain(serverAlias(own)));
        assertEquals("CN=one", untouched.getCertificateChain(serverAlias(untouched))[0].getSubjectX500Principal()
                .getName());
    }

    @Test
    void theStoresPasswordOpensNoKeyUnlessItIsTheKeysToo() throws Exception {
        Identity identity = TrustFixtures.authority("one");
        KeyStore jks = TrustFixtures.jdk("JKS");
        char[] ofKey = "of the key".toCharArray();
        jks.setKeyEntry("key", identity.keys().getPrivate(), ofKey, identity.stored());
        byte[] bytes = TrustFixtures.bytes(jks);
        X509ExtendedKeyManager right = manager(shared("JKS", bytes, PASSWORD), ofKey);
        assertNotNull(right.getPrivateKey(serverAlias(right)));
        X509ExtendedKeyManager wrong = manager(shared("JKS", bytes, PASSWORD), PASSWORD);
        assertNotSame(right, wrong);
        assertNull(wrong.getPrivateKey(serverAlias(wrong)));
    }
}
