package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509KeyManager;
import org.eejs.remotekey.domain.KeyDomain;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The provider at the last position, as an application sees it. */
class RemoteKeyProviderTest {
    private static final byte[] MESSAGE = "one real, from me to you".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private static Path folder;
    private static KeyDomain domain;
    private static RemoteClient client;
    private static RemoteKeyProvider provider;
    private static KeyStore keys;

    @BeforeAll
    static void start() throws Exception {
        domain = KeyDomain.open(Domains.whole(folder));
        client = RemoteClient.of(domain);
        provider = client.provider();
        Security.addProvider(provider);
        keys = client.keys();
    }

    @AfterAll
    static void stop() {
        Security.removeProvider(RemoteKeyProvider.NAME);
        client.close();
    }

    private static PSSParameterSpec pss(String digest, MGF1ParameterSpec mask, int salt) {
        return new PSSParameterSpec(digest, "MGF1", mask, salt, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "SHA256withRSA, rsa-2048", "SHA384withRSA, rsa-2048", "SHA512withRSA, rsa-4096",
        "1.2.840.113549.1.1.11, rsa-2048", "SHA256withECDSA, ec-p256", "SHA384withECDSA, ec-p384",
        "SHA512withECDSA, ec-p256", "SHA256withECDSAinP1363Format, ec-p256", "SHA384withECDSAinP1363Format, ec-p384"
    })
    void whatIsSignedRemotelyIsVerifiedByTheJdk(String algorithm, String alias) throws Exception {
        long before = client.calls();
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(client.key(alias));
        // An object of the JCA stays with the provider of its first use.
        Signature verified = Signature.getInstance(algorithm);
        verified.initVerify(keys.getCertificate(alias));
        assertNotEquals(RemoteKeyProvider.NAME, verified.getProvider().getName());
        for (int i = 0; i < 2; i++) {
            signature.update(MESSAGE);
            byte[] signed = signature.sign();
            verified.update(MESSAGE);
            assertTrue(verified.verify(signed));
        }
        assertEquals(2, client.calls() - before);
    }

    @ParameterizedTest
    @CsvSource({"SHA-256, 32", "SHA-384, 48", "SHA-512, 64"})
    void pssIsSignedByItsParameters(String digest, int salt) throws Exception {
        Signature signature = Signature.getInstance("RSASSA-PSS");
        signature.initSign(client.key("rsa-2048"));
        signature.setParameter(pss(digest, new MGF1ParameterSpec(digest), salt));
        signature.update(MESSAGE);
        byte[] signed = signature.sign();
        assertEquals(digest, signature.getParameters().getParameterSpec(PSSParameterSpec.class).getDigestAlgorithm());
        Signature other = Signature.getInstance("RSASSA-PSS", "SunRsaSign");
        other.setParameter(pss(digest, new MGF1ParameterSpec(digest), salt));
        other.initVerify(keys.getCertificate("rsa-2048"));
        other.update(MESSAGE);
        assertTrue(other.verify(signed));
    }

    @Test
    void otherParametersOfPssAreRefused() throws Exception {
        Signature signature = Signature.getInstance("RSASSA-PSS");
        signature.initSign(client.key("rsa-2048"));
        for (PSSParameterSpec bad : List.of(pss("SHA-256", MGF1ParameterSpec.SHA256, 20),
                pss("SHA-256", MGF1ParameterSpec.SHA1, 32), pss("SHA-1", MGF1ParameterSpec.SHA1, 20),
                new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 2))) {
            assertThrows(InvalidAlgorithmParameterException.class, () -> signature.setParameter(bad));
        }
        assertThrows(InvalidAlgorithmParameterException.class, () -> signature.setParameter(null));
        assertThrows(SignatureException.class, () -> signature.update(MESSAGE));
    }

    /** Otherwise the input before them would silently be left out of the signature. */
    @Test
    void parametersDoNotChangeWithinAMessage() throws Exception {
        Signature signature = Signature.getInstance("RSASSA-PSS");
        signature.initSign(client.key("rsa-2048"));
        PSSParameterSpec parameters = pss("SHA-256", MGF1ParameterSpec.SHA256, 32);
        signature.setParameter(parameters);
        signature.update(MESSAGE);
        assertThrows(InvalidAlgorithmParameterException.class, () -> signature.setParameter(parameters));
        signature.sign();
        signature.setParameter(parameters);
    }

    /** A caller that continues after a failure must not sign less than it passed. */
    @Test
    void aMessageWhoseSignatureFailedIsNotForgotten() throws Exception {
        Signature signature;
        try (RemoteKeyProvider other = new RemoteKeyProvider()) {
            KeyStore store = KeyStore.getInstance("EEJS-REMOTE", other);
            store.load(new ByteArrayInputStream(Files.readAllBytes(folder.resolve("cluster.yaml"))), null);
            signature = Signature.getInstance("SHA256withRSA", other);
            signature.initSign((PrivateKey) store.getKey("rsa-2048", null));
        }
        signature.update(MESSAGE);
        assertThrows(SignatureException.class, signature::sign);
        assertThrows(SignatureException.class, () -> signature.update(MESSAGE));
    }

    @Test
    void opensslVerifiesWhatIsSigned(@TempDir Path files) throws Exception {
        Path message = Files.write(files.resolve("message"), MESSAGE);
        for (String alias : List.of("rsa-2048", "ec-p384")) {
            Signature signature = Signature.getInstance(alias.startsWith("rsa") ? "RSASSA-PSS" : "SHA384withECDSA");
            signature.initSign(client.key(alias));
            if (alias.startsWith("rsa")) {
                signature.setParameter(pss("SHA-384", MGF1ParameterSpec.SHA384, 48));
            }
            signature.update(MESSAGE);
            Path signed = Files.write(files.resolve("signature"), signature.sign());
            Path certified = Files.writeString(files.resolve("public.pem"), "-----BEGIN PUBLIC KEY-----\n"
                    + Base64.getMimeEncoder().encodeToString(
                            keys.getCertificate(alias).getPublicKey().getEncoded()) + "\n-----END PUBLIC KEY-----\n");
            List<String> command = new ArrayList<>(List.of("openssl", "dgst", "-sha384", "-verify",
                    certified.toString(), "-signature", signed.toString()));
            if (alias.startsWith("rsa")) {
                command.addAll(List.of("-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"));
            }
            command.add(message.toString());
            assertEquals("0 Verified OK", Program.run(command).strip());
        }
    }

    @Test
    void theStoreShowsKeysAndTakesNone() throws Exception {
        assertEquals(Set.of("rsa-2048", "rsa-4096", "ec-p256", "ec-p384"),
                Set.copyOf(Collections.list(keys.aliases())));
        assertEquals(4, keys.size());
        KeyStore.PrivateKeyEntry entry = (KeyStore.PrivateKeyEntry) keys.getEntry("rsa-2048", null);
        assertEquals(client.key("rsa-2048"), entry.getPrivateKey());
        assertArrayEquals(keys.getCertificateChain("rsa-2048"), entry.getCertificateChain());
        assertEquals("rsa-2048", keys.getCertificateAlias(entry.getCertificate()));
        assertEquals(((X509Certificate) entry.getCertificate()).getNotBefore(), keys.getCreationDate("rsa-2048"));
        assertNull(keys.getEntry("rsa-1024", null));
        assertThrows(UnsupportedOperationException.class, () -> keys.store(new ByteArrayOutputStream(), null));
        assertThrows(KeyStoreException.class, () -> keys.setEntry("mine", entry, null));
        assertThrows(KeyStoreException.class, () -> keys.deleteEntry("rsa-2048"));
    }

    @Test
    void keysStayOnTheServers() throws Exception {
        for (String alias : Collections.list(keys.aliases())) {
            PrivateKey key = client.key(alias);
            assertNull(key.getEncoded());
            assertNull(key.getFormat());
            assertFalse(key instanceof RSAPrivateKey || key instanceof ECPrivateKey);
            assertThrows(NotSerializableException.class,
                    () -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(key));
        }
        assertEquals("RSA private key 'rsa-2048' on key servers", client.key("rsa-2048").toString());
    }

    @Test
    void keysOfOthersAreLeftToOthers() throws Exception {
        KeyStore local = KeyStore.getInstance(domain.keyStore().toFile(), domain.keyStorePassword());
        PrivateKey own = (PrivateKey) local.getKey("rsa-2048", domain.keyStorePassword());
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(own);
        assertEquals("SunRsaSign", signature.getProvider().getName());
        Signature remote = Signature.getInstance("SHA256withRSA", RemoteKeyProvider.NAME);
        assertThrows(InvalidKeyException.class, () -> remote.initSign(client.key("ec-p256")));
        assertThrows(InvalidKeyException.class, () -> remote.initSign(null));
        assertThrows(InvalidKeyException.class, () -> remote.initVerify(keys.getCertificate("ec-p256")));
    }

    /** Each of the JDK's key managers, and the provider's own, finds keys in the store. */
    @ParameterizedTest
    @CsvSource({"EEJSRemote", "PKIX", "SunX509"})
    void keyManagersFindKeys(String algorithm) throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(algorithm);
        factory.init(keys, null);
        X509KeyManager manager = (X509KeyManager) factory.getKeyManagers()[0];
        String alias = manager.chooseClientAlias(new String[] {"EC"}, null, null);
        assertTrue(manager.getPrivateKey(alias) instanceof RemotePrivateKey.Ec);
        assertEquals(2, manager.getCertificateChain(alias).length);
        assertNull(manager.chooseClientAlias(new String[] {"DSA"}, null, null));
    }

    @Test
    void theFactoryTakesTheConfiguredStoreAndLeavesOthersToTheJdk() throws Exception {
        KeyManagerFactory factory = KeyManagerFactory.getInstance("EEJSRemote");
        factory.init(null, null);
        X509KeyManager manager = (X509KeyManager) factory.getKeyManagers()[0];
        assertEquals(client.key("rsa-4096"), manager.getPrivateKey("rsa-4096"));
        KeyStore other = KeyStore.getInstance(domain.keyStore().toFile(), domain.keyStorePassword());
        factory.init(other, domain.keyStorePassword());
        X509KeyManager local = (X509KeyManager) factory.getKeyManagers()[0];
        assertTrue(local.getPrivateKey(local.chooseClientAlias(new String[] {"RSA"}, null, null))
                instanceof RSAPrivateKey);
    }

    @Test
    void aStoreIsLoadedFromAStreamAndSharesItsCluster() throws Exception {
        KeyStore streamed = KeyStore.getInstance("EEJS-REMOTE");
        streamed.load(Files.newInputStream(domain.cluster()), "ignored".toCharArray());
        assertEquals(client.key("rsa-2048"), streamed.getKey("rsa-2048", "ignored".toCharArray()));
        assertEquals(1, provider.counts().size());
    }

    @Test
    void loadErrorsAreReportedInOneLine() throws Exception {
        try (RemoteKeyProvider other = new RemoteKeyProvider()) {
            KeyStore store = KeyStore.getInstance("EEJS-REMOTE", other);
            String unconfigured = assertThrows(IOException.class, () -> store.load(null, null)).getMessage();
            assertTrue(unconfigured.contains("configure the provider with its path"), unconfigured);
            String wrong = assertThrows(IOException.class, () -> store.load(new ByteArrayInputStream(
                    "servres: []\n".getBytes(StandardCharsets.UTF_8)), null)).getMessage();
            assertTrue(wrong.contains("line 1") && wrong.contains("there is no key 'servres'"), wrong);
            KeyStore missing = KeyStore.getInstance("EEJS-REMOTE", other.configure("/no/cluster.yaml"));
            assertTrue(assertThrows(IOException.class, () -> missing.load(null, null)).getMessage()
                    .contains("/no/cluster.yaml does not exist"));
        }
    }
}
