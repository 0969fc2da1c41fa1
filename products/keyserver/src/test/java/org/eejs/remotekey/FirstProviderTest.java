package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eejs.remotekey.domain.KeyDomain;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider at the first position: the JVM works as without it, and remote keys sign in any order. */
class FirstProviderTest {
    private static final byte[] MESSAGE = "one real, from me to you".getBytes(StandardCharsets.UTF_8);
    private static final PSSParameterSpec SHA256 = pss("SHA-256", MGF1ParameterSpec.SHA256, 32);
    private static final PSSParameterSpec SHA1 = pss("SHA-1", MGF1ParameterSpec.SHA1, 20);

    @TempDir
    private static Path folder;
    private static RemoteClient client;
    private static RemoteKeyProvider provider;
    private static JcaBattery battery;
    private static KeyStore keys;
    private static PrivateKey local;

    @BeforeAll
    static void start() throws Exception {
        KeyDomain domain = Domains.changeable(folder);
        client = RemoteClient.of(domain);
        provider = client.provider();
        keys = client.keys();
        KeyStore own = KeyStore.getInstance(domain.keyStore().toFile(), domain.keyStorePassword());
        local = (PrivateKey) own.getKey(KeyDomain.RSA_2048, domain.keyStorePassword());
        battery = new JcaBattery(domain.keyStore(), domain.keyStorePassword());
    }

    @AfterAll
    static void stop() {
        client.close();
    }

    private static PSSParameterSpec pss(String digest, MGF1ParameterSpec mask, int salt) {
        return new PSSParameterSpec(digest, "MGF1", mask, salt, 1);
    }

    /** An action while the provider is the first. */
    private interface Use {
        void run() throws Exception;
    }

    private static void first(Use use) throws Exception {
        assertEquals(1, Security.insertProviderAt(provider, 1));
        try {
            use.run();
        } finally {
            Security.removeProvider(RemoteKeyProvider.NAME);
        }
    }

    @Test
    void everythingElseIsAsWithoutTheProvider() throws Exception {
        Map<String, String> without = new TreeMap<>(battery.run());
        first(() -> assertEquals(without, new TreeMap<>(battery.run())));
        List<String> failed = without.entrySet().stream().filter(each -> each.getValue().contains("Exception"))
                .map(Map.Entry::toString).toList();
        assertEquals(List.of(), failed);
    }

    /** Calls of Signature in random orders, many of them not allowed, end in the same way. */
    @Test
    void callsInAnyOrderEndAsWithoutTheProvider() throws Exception {
        Map<String, List<String>> without = new TreeMap<>(battery.randomCalls());
        first(() -> battery.randomCalls().forEach((walk, trace) -> assertEquals(without.get(walk), trace, walk)));
        Set<String> outcomes = new TreeSet<>();
        without.values().forEach(outcomes::addAll);
        assertTrue(outcomes.containsAll(List.of("verify true", "verify false", "sign 256")), outcomes.toString());
    }

    @Test
    void parametersMayComeBeforeTheRemoteKey() throws Exception {
        first(() -> {
            Signature signature = Signature.getInstance("RSASSA-PSS");
            signature.setParameter(SHA256);
            signature.initSign(remote());
            signature.update(MESSAGE);
            assertTrue(isVerifiedByTheJdk(signature.sign(), SHA256));
        });
    }

    @Test
    void oneObjectSignsWithRemoteAndLocalKeysAndVerifies() throws Exception {
        first(() -> {
            Signature signature = Signature.getInstance("RSASSA-PSS");
            signature.initSign(remote());
            signature.setParameter(SHA256);
            signature.update(MESSAGE);
            byte[] signed = signature.sign();
            signature.initVerify(publicKey());
            signature.update(MESSAGE);
            assertTrue(signature.verify(signed));
            signature.setParameter(SHA1);
            signature.initSign(local);
            signature.update(MESSAGE);
            assertTrue(isVerifiedByTheJdk(signature.sign(), SHA1));
            assertThrows(InvalidKeyException.class, () -> signature.initSign(remote()));
            signature.setParameter(SHA256);
            signature.initSign(remote());
            signature.update(MESSAGE);
            assertTrue(isVerifiedByTheJdk(signature.sign(), SHA256));
        });
    }

    @Test
    void aKeyThatIsRefusedLeavesTheObjectAsItWas() throws Exception {
        first(() -> {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(remote());
            signature.update(MESSAGE);
            assertThrows(InvalidKeyException.class, () -> signature.initVerify(
                    keys.getCertificate(KeyDomain.EC_P256).getPublicKey()));
            byte[] signed = signature.sign();
            signature.initSign(local);
            signature.update(MESSAGE);
            assertArrayEquals(signature.sign(), signed);
            signature.initVerify(publicKey());
            signature.update((byte) 0);
            assertFalse(signature.verify(signed));
        });
    }

    private static PrivateKey remote() throws Exception {
        return client.key(KeyDomain.RSA_2048);
    }

    private static PublicKey publicKey() throws Exception {
        return keys.getCertificate(KeyDomain.RSA_2048).getPublicKey();
    }

    private static boolean isVerifiedByTheJdk(byte[] signed, PSSParameterSpec parameters) throws Exception {
        Signature verifier = Signature.getInstance("RSASSA-PSS", "SunRsaSign");
        verifier.setParameter(parameters);
        verifier.initVerify(publicKey());
        verifier.update(MESSAGE);
        return verifier.verify(signed);
    }
}
