package org.eejs.jsse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.eejs.jsse.keys.CachingKeyManager;
import org.eejs.pki.CertificateBuilder;
import org.eejs.pki.Identity;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rules by which the JDK's key manager chooses, as a table: each case is put to that one and to ours. */
class KeySelectionTest {
    private static final String RSA = "RSA";
    private static final String EC = "EC";
    private static final Duration DAY = Duration.ofDays(1);

    private static final Identity ROOT = KeyFixtures.authority("root", null);
    private static final Identity INTERMEDIATE = KeyFixtures.authority("intermediate", ROOT);
    private static Identity rsaRoot;
    private static final Identity UNKNOWN = KeyFixtures.authority("unknown", null);

    private static Map<String, List<Map<String, Identity>>> stores;

    @BeforeAll
    static void makeStores() throws Exception {
        rsaRoot = CertificateBuilder.authority("CN=rsa root").key(RSA, 2048).selfSigned();
        stores = stores();
    }

    private static CertificateBuilder leaf(String algorithm) {
        int size = Map.of(RSA, 2048, EC, 256, "RSASSA-PSS", 2048, "DSA", 1024).getOrDefault(algorithm, 0);
        return leaf("localhost", KeyFixtures.key(algorithm, size));
    }

    private static CertificateBuilder leaf(String host, KeyPair key) {
        return KeyFixtures.certificate(host).key(key).hosts(host);
    }

    private static Map<String, List<Map<String, Identity>>> stores() throws GeneralSecurityException {
        Map<String, List<Map<String, Identity>>> all = new LinkedHashMap<>();
        Map<String, Identity> types = new LinkedHashMap<>();
        types.put("rsa", leaf(RSA).selfSigned());
        types.put("ec", leaf(EC).selfSigned());
        types.put("pss", leaf("RSASSA-PSS").issuedBy(ROOT));
        types.put("ed25519", leaf("Ed25519").selfSigned());
        types.put("dsa", leaf("DSA").selfSigned());
        all.put("a key of each type", List.of(types));
        types.forEach((name, identity) -> all.put("only " + name, List.of(Map.of(name, identity))));
        all.put("several of a type", List.of(inOrder("a", leaf(EC).selfSigned(), leaf(EC).selfSigned(),
                leaf(EC).selfSigned())));
        all.put("chains of one, two and three", List.of(inOrder("chain", leaf(EC).selfSigned(),
                leaf(EC).issuedBy(ROOT), leaf(EC).issuedBy(INTERMEDIATE))));
        all.put("a chain without its issuers",
                List.of(inOrder("short", withoutIssuers(leaf(EC).issuedBy(INTERMEDIATE)))));
        all.put("signed by the other algorithm", List.of(inOrder("mixed", leaf(EC).issuedBy(rsaRoot),
                leaf(RSA).issuedBy(ROOT), withoutIssuers(leaf(EC).issuedBy(rsaRoot)))));
        all.put("expired before valid", List.of(inOrder("time",
                leaf(EC).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned(), leaf(EC).selfSigned())));
        all.put("not yet valid before valid", List.of(inOrder("time",
                leaf(EC).valid(DAY, DAY.multipliedBy(9)).selfSigned(), leaf(EC).selfSigned())));
        all.put("all expired", List.of(inOrder("time", leaf(EC).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned(),
                leaf(RSA).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned())));
        all.put("expired before the wrong purpose", List.of(inOrder("bad",
                leaf(EC).purposes(KeyPurposeId.id_kp_codeSigning).selfSigned(),
                leaf(EC).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned())));
        all.put("purposes", List.of(inOrder("purpose", leaf(EC).purposes(KeyPurposeId.id_kp_clientAuth).selfSigned(),
                leaf(EC).purposes(KeyPurposeId.id_kp_serverAuth).selfSigned(),
                leaf(EC).purposes(KeyPurposeId.anyExtendedKeyUsage).selfSigned(), leaf(EC).selfSigned())));
        all.put("only another purpose", List.of(inOrder("purpose",
                leaf(EC).purposes(KeyPurposeId.id_kp_emailProtection).selfSigned())));
        all.put("key usage of EC", List.of(inOrder("usage", leaf(EC).usage(KeyUsage.keyAgreement).selfSigned(),
                leaf(EC).usage(KeyUsage.digitalSignature).selfSigned(),
                leaf(EC).usage(KeyUsage.digitalSignature | KeyUsage.keyAgreement).selfSigned())));
        all.put("key usage of RSA", List.of(inOrder("usage", leaf(RSA).usage(KeyUsage.dataEncipherment).selfSigned(),
                leaf(RSA).usage(KeyUsage.keyEncipherment).selfSigned(),
                leaf(RSA).usage(KeyUsage.digitalSignature).selfSigned())));
        all.put("names", List.of(inOrder("name", host(EC, "other.example"), host(EC, "*.wild.example"),
                host(EC, "exact.example"), host(RSA, "exact.example"))));
        all.put("weak keys before a strong one", List.of(inOrder("weak",
                weak(),
                leaf(RSA).signature("MD5withRSA").selfSigned(), leaf(RSA).signature("SHA1withRSA").selfSigned(),
                leaf(RSA).selfSigned())));
        all.put("only weak keys", List.of(inOrder("weak",
                weak(),
                leaf(RSA).signature("MD5withRSA").selfSigned())));
        all.put("several stores", List.of(inOrder("first",
                        leaf(EC).valid(DAY.multipliedBy(-9), DAY.negated()).selfSigned(),
                        leaf(RSA).purposes(KeyPurposeId.id_kp_clientAuth).selfSigned()),
                inOrder("second", leaf(EC).issuedBy(INTERMEDIATE), leaf(RSA).selfSigned()),
                inOrder("third", leaf(EC).issuedBy(ROOT), leaf("Ed25519").selfSigned())));
        all.put("a store without keys before another", List.of(Map.of(), types));
        all.put("no keys", List.of(Map.of()));
        return all;
    }

    private static Identity host(String algorithm, String host) throws GeneralSecurityException {
        return leaf(host, KeyFixtures.key(algorithm, algorithm.equals(RSA) ? 2048 : 256)).selfSigned();
    }

    private static Identity weak() throws GeneralSecurityException {
        return KeyFixtures.certificate("localhost").key(KeyFixtures.key(RSA, 512)).signature("SHA1withRSA")
                .selfSigned();
    }

    private static Identity withoutIssuers(Identity identity) {
        return new Identity(identity.keys(), identity.chain().subList(0, 1));
    }

    private static Map<String, Identity> inOrder(String name, Identity... identities) {
        Map<String, Identity> entries = new LinkedHashMap<>();
        for (int i = 0; i < identities.length; i++) {
            entries.put(name + i, identities[i]);
        }
        return entries;
    }

    /** The JDK's key manager and ours over the same stores in memory. */
    private record Pair(X509ExtendedKeyManager jdk, X509ExtendedKeyManager ours) {
        static Pair of(List<KeyStore> stores) {
            List<KeyStore.Builder> builders = stores.stream().map(store -> KeyStore.Builder.newInstance(store,
                    new KeyStore.PasswordProtection(KeyFixtures.PASSWORD))).toList();
            return of(new KeyStoreBuilderParameters(builders));
        }

        static Pair of(KeyStoreBuilderParameters parameters) {
            try {
                KeyManagerFactory jdk = KeyManagerFactory.getInstance("PKIX", "SunJSSE");
                jdk.init(parameters);
                KeyManagerFactory ours = KeyManagerFactory.getInstance("PKIX",
                        new EejsProvider(Set.of("KeyManagerFactory")));
                ours.init(parameters);
                return new Pair((X509ExtendedKeyManager) jdk.getKeyManagers()[0],
                        (X509ExtendedKeyManager) ours.getKeyManagers()[0]);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static List<KeyStore> inMemory(List<Map<String, Identity>> of) {
        // A JKS store, too, where there are several.
        return IntStream.range(0, of.size())
                .mapToObj(i -> KeyFixtures.store(i % 2 == 0 ? "PKCS12" : "JKS", of.get(i))).toList();
    }

    @TestFactory
    Stream<DynamicTest> chooseByKeyTypeAndIssuer() {
        return stores.entrySet().stream().map(entry -> DynamicTest.dynamicTest(entry.getKey(),
                () -> assertSameAnswers(Pair.of(inMemory(entry.getValue())))));
    }

    private static void assertSameAnswers(Pair pair) {
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
        List.of(ROOT, INTERMEDIATE, rsaRoot, UNKNOWN)
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

    /** What an alias stands for: the JDK's number before it counts calls, ours counts changes. */
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

    /** A way to shake hands. */
    private record Way(String name, Consumer<SSLParameters> ofClient, Consumer<SSLParameters> ofServer) {
        Way(String name, Consumer<SSLParameters> ofClient) {
            this(name, ofClient, parameters -> {});
        }
    }

    private static List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
            Consumer<SSLParameters> version = parameters -> parameters.setProtocols(new String[] {protocol});
            ways.add(new Way(protocol, version));
            for (String host : List.of("exact.example", "a.wild.example", "b.a.wild.example", "nobody.example")) {
                ways.add(new Way(protocol + " to " + host,
                        version.andThen(parameters -> parameters.setServerNames(List.of(new SNIHostName(host))))));
            }
            for (String refused : List.of("RSA", "ECDSA", "SHA256", "RSASSA-PSS")) {
                ways.add(new Way(protocol + ", client refuses " + refused,
                        version.andThen(parameters -> parameters.setAlgorithmConstraints(new Refuses(refused)))));
                ways.add(new Way(protocol + ", server refuses " + refused, version,
                        parameters -> parameters.setAlgorithmConstraints(new Refuses(refused))));
            }
        }
        ways.add(new Way("suites of RSA", parameters -> {
            parameters.setProtocols(new String[] {"TLSv1.2"});
            parameters.setCipherSuites(new String[] {"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"});
        }));
        ways.add(new Way("suites of EC", parameters -> {
            parameters.setProtocols(new String[] {"TLSv1.2"});
            parameters.setCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"});
        }));
        return ways;
    }

    @TestFactory
    Stream<DynamicTest> chooseInHandshakes() {
        return Stream.of("a key of each type", "only ec", "only rsa", "only pss", "only ed25519", "names",
                "signed by the other algorithm", "several stores", "weak keys before a strong one", "only weak keys",
                "purposes", "only another purpose", "all expired", "no keys").map(name -> {
            List<KeyStore> of = inMemory(stores.get(name));
            return DynamicTest.dynamicTest(name, () -> {
                Pair pair = Pair.of(of);
                SSLContext client = Handshake.context(null);
                SSLContext jdk = Handshake.context(pair.jdk());
                SSLContext ours = Handshake.context(pair.ours());
                for (Way way : ways()) {
                    String expected = served(client, jdk, way);
                    assertEquals(expected, served(client, ours, way), way.name());
                    assertEquals(expected, served(client, ours, way), way.name() + ", again");
                }
            });
        });
    }

    @Test
    void chooseForSockets() throws Exception {
        Pair pair = Pair.of(inMemory(stores.get("names")));
        for (String host : List.of("exact.example", "a.wild.example", "nobody.example")) {
            for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
                Consumer<SSLParameters> way = parameters -> {
                    parameters.setProtocols(new String[] {protocol});
                    parameters.setServerNames(List.of(new SNIHostName(host)));
                };
                List<Long> expected =
                        Handshake.ofSockets(Handshake.context(pair.jdk()), Handshake.context(pair.jdk()), way);
                assertTrue(expected.stream().allMatch(serial -> serial > 0), () -> "of both sides: " + expected);
                assertEquals(expected,
                        Handshake.ofSockets(Handshake.context(pair.ours()), Handshake.context(pair.ours()), way), host);
            }
        }
    }

    private static String served(SSLContext client, SSLContext server, Way way) {
        try {
            return "" + Handshake.full(client, server, way.ofClient(), way.ofServer()).ofServer();
        } catch (SSLException e) {
            return e.getMessage();
        }
    }

    @TestFactory
    Stream<DynamicTest> chooseForClients() {
        SSLContext[] servers = Stream.of(List.<X509Certificate>of(), List.of(ROOT.certificate()),
                        List.of(INTERMEDIATE.certificate()), List.of(UNKNOWN.certificate()),
                        List.of(UNKNOWN.certificate(), rsaRoot.certificate()))
                .map(accepted -> Handshake.context(
                        Pair.of(inMemory(stores.get("only ec"))).jdk(), accepted.toArray(X509Certificate[]::new)))
                .toArray(SSLContext[]::new);
        return Stream.of("a key of each type", "chains of one, two and three", "signed by the other algorithm",
                "several stores", "purposes", "expired before the wrong purpose").map(name -> {
            List<KeyStore> of = inMemory(stores.get(name));
            return DynamicTest.dynamicTest(name, () -> {
                Pair pair = Pair.of(of);
                SSLContext jdk = Handshake.context(pair.jdk());
                SSLContext ours = Handshake.context(pair.ours());
                for (SSLContext server : servers) {
                    for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
                        Way way = new Way(protocol, to -> to.setProtocols(new String[] {protocol}),
                                to -> to.setWantClientAuth(true));
                        String expected = shown(jdk, server, way);
                        assertEquals(expected, shown(ours, server, way));
                        assertEquals(expected, shown(ours, server, way), "again");
                    }
                }
            });
        });
    }

    private static String shown(SSLContext client, SSLContext server, Way way) {
        try {
            return "" + Handshake.full(client, server, way.ofClient(), way.ofServer()).ofClient();
        } catch (SSLException e) {
            return e.getMessage();
        }
    }

    @Test
    void keysThatCannotBeReadAndOtherEntriesAreAsTheJdkHasThem() throws Exception {
        KeyStore store = KeyFixtures.store("PKCS12", Map.of());
        KeyFixtures.put(store, "a-other-password", leaf(EC).selfSigned(), KeyFixtures.OTHER_PASSWORD);
        KeyFixtures.put(store, "b-readable", leaf(RSA).selfSigned());
        store.setCertificateEntry("c-trusted", ROOT.certificate());
        store.setEntry("d-secret", new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                new KeyStore.PasswordProtection(KeyFixtures.PASSWORD));
        Pair pair = Pair.of(List.of(store));
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
        for (Way way : ways()) {
            assertEquals(served(client, Handshake.context(pair.jdk()), way),
                    served(client, Handshake.context(pair.ours()), way), way.name());
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
        Pair pair = Pair.of(new KeyStoreBuilderParameters(List.of(failing, other)));
        assertSameAnswers(pair);
        fails[0] = false;
        assertSameAnswers(pair);
        ((CachingKeyManager) pair.ours()).look();
        assertSameAnswers(pair);
    }

    @Test
    void anExpiredKeyOfTheFirstStoreComesAfterAValidOneOfTheSecond() {
        List<Map<String, Identity>> several = stores.get("several stores");
        Pair pair = Pair.of(inMemory(several));
        String chosen = pair.ours().chooseEngineServerAlias(EC, null, null);
        assertEquals("1.1.second0", chosen);
        assertEquals(several.get(1).get("second0").serial(),
                pair.ours().getCertificateChain(chosen)[0].getSerialNumber().longValueExact());
    }

    /** Constraints of an application. */
    private record Refuses(String algorithm) implements AlgorithmConstraints {
        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, String name, AlgorithmParameters parameters) {
            return !name.toUpperCase(Locale.ROOT).contains(algorithm);
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
            return !key.getAlgorithm().equals(algorithm);
        }

        @Override
        public boolean permits(Set<CryptoPrimitive> primitives, String name, Key key, AlgorithmParameters parameters) {
            return permits(primitives, name, parameters) && permits(primitives, key);
        }
    }
}
