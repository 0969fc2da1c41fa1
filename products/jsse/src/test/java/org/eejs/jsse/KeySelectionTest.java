package org.eejs.jsse;

import static org.eejs.jsse.SelectionStores.EC;
import static org.eejs.jsse.SelectionStores.INTERMEDIATE;
import static org.eejs.jsse.SelectionStores.ROOT;
import static org.eejs.jsse.SelectionStores.RSA;
import static org.eejs.jsse.SelectionStores.RSA_ROOT;
import static org.eejs.jsse.SelectionStores.UNKNOWN;
import static org.eejs.jsse.SelectionStores.leaf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.security.auth.x500.X500Principal;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rules by which the JDK's key manager chooses, as a table: each case is put to that one and to EEJS's. */
class KeySelectionTest {
    @TestFactory
    Stream<DynamicTest> chooseByKeyTypeAndIssuer() {
        return SelectionStores.ALL.entrySet().stream().map(entry -> DynamicTest.dynamicTest(entry.getKey(),
                () -> assertSameAnswers(KeyManagerPair.of(SelectionStores.named(entry.getKey())))));
    }

    private static void assertSameAnswers(KeyManagerPair pair) {
        List<String[]> types = new ArrayList<>();
        List.of(RSA, EC, "RSASSA-PSS", "EdDSA", "DSA", "DH", "EC_RSA", "EC_EC", "RSA_EC", "unknown")
                .forEach(type -> types.add(new String[] {type}));
        types.add(new String[] {EC, RSA});
        types.add(new String[] {"EdDSA", RSA, EC});
        types.add(new String[] {"unknown", "RSASSA-PSS", "DSA"});
        types.add(new String[] {});
        types.add(new String[] {null});
        types.add(null);
        List<Principal[]> issuers = new ArrayList<>();
        issuers.add(null);
        issuers.add(new Principal[0]);
        List.of(ROOT, INTERMEDIATE, RSA_ROOT, UNKNOWN)
                .forEach(issuer -> issuers.add(Handshake.subjects(List.of(issuer.certificate()))));
        issuers.add(Handshake.subjects(List.of(UNKNOWN.certificate(), ROOT.certificate())));
        issuers.add(new Principal[] {new X500Principal("CN=localhost")});
        for (Principal[] issuer : issuers) {
            for (String[] type : types) {
                String what = Arrays.toString(type) + " of " + Arrays.toString(issuer);
                String first = type == null || type.length == 0 ? null : type[0];
                // Twice: the second answer is remembered.
                for (int i = 0; i < 2; i++) {
                    assertEquals(material(pair.jdk(), pair.jdk().chooseEngineServerAlias(first, issuer, null)),
                            material(pair.ours(), pair.ours().chooseEngineServerAlias(first, issuer, null)), what);
                    assertEquals(material(pair.jdk(), pair.jdk().chooseServerAlias(first, issuer, null)),
                            material(pair.ours(), pair.ours().chooseServerAlias(first, issuer, null)), what);
                    assertEquals(material(pair.jdk(), pair.jdk().chooseEngineClientAlias(type, issuer, null)),
                            material(pair.ours(), pair.ours().chooseEngineClientAlias(type, issuer, null)), what);
                    assertEquals(material(pair.jdk(), pair.jdk().chooseClientAlias(type, issuer, null)),
                            material(pair.ours(), pair.ours().chooseClientAlias(type, issuer, null)), what);
                }
                assertEquals(materials(pair.jdk(), pair.jdk().getServerAliases(first, issuer)),
                        materials(pair.ours(), pair.ours().getServerAliases(first, issuer)), what);
                assertEquals(materials(pair.jdk(), pair.jdk().getClientAliases(first, issuer)),
                        materials(pair.ours(), pair.ours().getClientAliases(first, issuer)), what);
            }
        }
    }

    /**
     * Returns the part of an alias that names the key: the JDK's number before it counts calls, EEJS's counts changes.
     */
    private static String material(X509ExtendedKeyManager keys, String alias) {
        if (alias == null) {
            return null;
        }
        assertTrue(alias.matches("[0-9]+\\..*"), alias);
        X509Certificate[] chain = keys.getCertificateChain(alias);
        return alias.substring(alias.indexOf('.')) + " "
                + (chain == null ? null : Arrays.stream(chain).map(X509Certificate::getSerialNumber).toList()) + " "
                + keys.getPrivateKey(alias);
    }

    private static List<String> materials(X509ExtendedKeyManager keys, String[] aliases) {
        return aliases == null ? null : Arrays.stream(aliases).map(alias -> material(keys, alias)).toList();
    }

    @Test
    void unreadableKeysAndOtherEntriesAreAsInTheJdk() throws Exception {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of());
        KeyFixtures.put(store, "a-other-password", leaf(EC).selfSigned(), KeyFixtures.OTHER_PASSWORD);
        KeyFixtures.put(store, "b-readable", leaf(RSA).selfSigned());
        store.setCertificateEntry("c-trusted", ROOT.certificate());
        store.setEntry("d-secret", new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                new KeyStore.PasswordProtection(KeyFixtures.PASSWORD));
        KeyManagerPair pair = KeyManagerPair.of(List.of(store));
        assertSameAnswers(pair);
        for (String alias : List.of("1.0.b-readable", "77.0.b-readable", "x.0.b-readable", "1.0.a-other-password",
                "1.0.c-trusted", "1.0.d-secret", "1.0.nobody", "1.1.b-readable", "b-readable", "1.b-readable", ".", "",
                "1.x.b-readable")) {
            assertEquals(pair.jdk().getPrivateKey(alias), pair.ours().getPrivateKey(alias), alias);
            assertEquals(Arrays.toString(pair.jdk().getCertificateChain(alias)),
                    Arrays.toString(pair.ours().getCertificateChain(alias)), alias);
        }
        assertEquals(pair.jdk().getPrivateKey(null), pair.ours().getPrivateKey(null));
        SSLContext client = Handshake.context(null);
        for (HandshakeWay way : HandshakeWay.ways()) {
            assertEquals(way.served(client, Handshake.context(pair.jdk())),
                    way.served(client, Handshake.context(pair.ours())), way.name());
        }
    }

    @Test
    void aBuilderThatFailsHasNoKeysUntilItDoesNot() throws Exception {
        boolean[] fails = {true};
        KeyStore store = KeyFixtures.store("PKCS12", Map.of("ec", leaf(EC).selfSigned()));
        KeyStore.Builder failing = new KeyStore.Builder() {
            @Override
            public KeyStore getKeyStore() throws KeyStoreException {
                if (fails[0]) {
                    throw new KeyStoreException("not there yet");
                }
                return store;
            }

            @Override
            public KeyStore.ProtectionParameter getProtectionParameter(String alias) {
                return new KeyStore.PasswordProtection(KeyFixtures.PASSWORD);
            }
        };
        KeyStore.Builder other = KeyStore.Builder.newInstance(
                KeyFixtures.store("PKCS12", Map.of("rsa", leaf(RSA).selfSigned())),
                new KeyStore.PasswordProtection(KeyFixtures.PASSWORD));
        KeyManagerPair pair = KeyManagerPair.of(new KeyStoreBuilderParameters(List.of(failing, other)));
        assertSameAnswers(pair);
        fails[0] = false;
        assertSameAnswers(pair);
        ((CachingKeyManager) pair.ours()).look();
        assertSameAnswers(pair);
    }

    @Test
    void anExpiredKeyOfTheFirstStoreComesAfterAValidOneOfTheSecond() {
        List<Map<String, Identity>> several = SelectionStores.ALL.get("several stores");
        KeyManagerPair pair = KeyManagerPair.of(SelectionStores.named("several stores"));
        String chosen = pair.ours().chooseEngineServerAlias(EC, null, null);
        assertEquals("1.1.second0", chosen);
        assertEquals(several.get(1).get("second0").serial(),
                pair.ours().getCertificateChain(chosen)[0].getSerialNumber().longValueExact());
    }
}
