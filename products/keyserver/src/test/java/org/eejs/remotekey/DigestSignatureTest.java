package org.eejs.remotekey;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.eejs.remotekey.domain.KeyDomain;
import org.eejs.remotekey.signature.SignatureScheme;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Digests that the caller made, and names of other libraries, are signed under the grants of the schemes they mean. */
class DigestSignatureTest {
    private static final byte[] MESSAGE = "one real, from me to you".getBytes(StandardCharsets.UTF_8);
    private static final String SHA256_INFO = "3031300d060960864801650304020105000420";

    @TempDir
    private static Path folder;
    private static RemoteClient client;
    private static RemoteKeyProvider provider;
    private static KeyStore keys;

    @BeforeAll
    static void start() throws Exception {
        KeyDomain domain = Domains.changeable(folder);
        Files.writeString(domain.policy(), """
                clients:
                - subject: %s
                  keys:
                    rsa-2048: [RSA_PKCS1_SHA256, RSA_PKCS1_SHA512, RSA_PSS_SHA384]
                    ec-p256: [ECDSA_SHA256]
                    ec-p384: [ECDSA_SHA384]
                """.formatted(KeyDomain.CLIENT));
        client = RemoteClient.of(domain);
        provider = client.provider();
        keys = client.keys();
    }

    @AfterAll
    static void stop() {
        client.close();
    }

    private static byte[] sign(String algorithm, String alias, byte[] input) throws Exception {
        Signature signature = Signature.getInstance(algorithm, provider);
        signature.initSign(client.key(alias));
        signature.update(input);
        return signature.sign();
    }

    private static boolean isValid(String algorithm, String alias, byte[] signed) throws Exception {
        Signature verifier = Signature.getInstance(algorithm);
        if (algorithm.equals("RSASSA-PSS")) {
            verifier.setParameter(SignatureScheme.RSA_PSS_SHA384.parameters());
        }
        verifier.initVerify(keys.getCertificate(alias));
        verifier.update(MESSAGE);
        return verifier.verify(signed);
    }

    @ParameterizedTest
    @CsvSource({
        "NONEwithRSA, rsa-2048, SHA-256, " + SHA256_INFO + ", SHA256withRSA",
        "NONEwithRSA, rsa-2048, SHA-512, 3051300d060960864801650304020305000440, SHA512withRSA",
        "NONEwithECDSA, ec-p256, SHA-256, '', SHA256withECDSA",
        "NONEwithECDSA, ec-p384, SHA-384, '', SHA384withECDSA",
        "NONEwithECDSAinP1363Format, ec-p384, SHA-384, '', SHA384withECDSAinP1363Format"
    })
    void aDigestIsSignedAsItsMessage(String algorithm, String alias, String digest, String info, String verified)
            throws Exception {
        byte[] input = HexFormat.of().parseHex(info + HexFormat.of().formatHex(
                MessageDigest.getInstance(digest).digest(MESSAGE)));
        assertTrue(isValid(verified, alias, sign(algorithm, alias, input)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHA384withRSAandMGF1", "SHA384withRSASSA-PSS"})
    void namesOfOtherLibrariesMeanPss(String name) throws Exception {
        assertTrue(isValid("RSASSA-PSS", "rsa-2048", sign(name, "rsa-2048", MESSAGE)));
        Signature signature = Signature.getInstance(name, provider);
        signature.setParameter(SignatureScheme.RSA_PSS_SHA384.parameters());
        signature.initSign(client.key("rsa-2048"));
        signature.update(MESSAGE);
        assertTrue(isValid("RSASSA-PSS", "rsa-2048", signature.sign()));
    }

    /** The client refuses an ungranted scheme before it asks the key server, which would refuse it, too. */
    @Test
    void aDigestNeedsTheGrantOfItsScheme() throws Exception {
        assertRefused("NONEwithRSA", "rsa-2048", "3041300d060960864801650304020205000430" + "00".repeat(48),
                "RSA_PKCS1_SHA384");
        assertRefused("NONEwithECDSA", "ec-p256", "00".repeat(48), "ECDSA_SHA384");
        assertRefused("NONEwithECDSA", "ec-p384", "00".repeat(32), "ECDSA_SHA256");
        assertTrue(log().lines().noneMatch(line -> line.contains("RSA_PKCS1_SHA384")
                || line.contains("ec-p256") && line.contains("ECDSA_SHA384")
                || line.contains("ec-p384") && line.contains("ECDSA_SHA256")));
        for (String name : List.of("SHA256withRSAandMGF1", "SHA512withRSASSA-PSS")) {
            Signature signature = Signature.getInstance(name, provider);
            assertThrows(InvalidKeyException.class, () -> signature.initSign(client.key("rsa-2048")));
        }
    }

    /** The audit log shows the signed hash, by the scheme that the digest means. */
    @Test
    void theLogHasTheSchemeOfTheDigest() throws Exception {
        byte[] digest = HexFormat.of().parseHex("17".repeat(32));
        sign("NONEwithRSA", "rsa-2048", HexFormat.of().parseHex(SHA256_INFO + "17".repeat(32)));
        String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(digest));
        // The line is written some milliseconds after the signature has left.
        Served.await(() -> log().lines().anyMatch(line -> line.contains("RSA_PKCS1_SHA256") && line.contains(hash)),
                "a line with the digest's hash");
    }

    private static String log() throws Exception {
        return Files.readString(folder.resolve("audit-1.jsonl"));
    }

    /** Input that is not exactly the DER of a DigestInfo could mean anything, such as a signature of another kind. */
    @ParameterizedTest
    @ValueSource(strings = {
        "", "00", SHA256_INFO,
        // A digest without its DigestInfo, one too short and one too long.
        "0000000000000000000000000000000000000000000000000000000000000000",
        SHA256_INFO + "00000000000000000000000000000000000000000000000000000000000000",
        SHA256_INFO + "000000000000000000000000000000000000000000000000000000000000000000",
        // Without the parameters NULL, with a length in BER, and SHA-1.
        "302f300b0609608648016503040201" + "04200000000000000000000000000000000000000000000000000000000000000000",
        "308131300d060960864801650304020105000420" + "0000000000000000000000000000000000000000000000000000000000000000",
        "3021300906052b0e03021a05000414" + "0000000000000000000000000000000000000000",
        // SHA-256 with the length of SHA-512's digest, and MD5 with SHA-1, as TLS 1.1 signs.
        SHA256_INFO + "0000000000000000000000000000000000000000000000000000000000000000"
                + "0000000000000000000000000000000000000000000000000000000000000000",
        "000000000000000000000000000000000000000000000000000000000000000000000000"
    })
    void otherInputIsNotSignedByRsa(String input) throws Exception {
        assertRefused("NONEwithRSA", "rsa-2048", input, "DigestInfo");
    }

    @Test
    void rawBlocksAreNotSigned() throws Exception {
        assertRefused("NONEwithRSA", "rsa-2048", "0001" + "ff".repeat(202) + "00" + SHA256_INFO + "00".repeat(32),
                "DigestInfo");
        assertRefused("NONEwithRSA", "rsa-2048", "00".repeat(1 << 16), "DigestInfo");
        for (int length : new int[] {0, 1, 20, 31, 33, 47, 49, 63, 65, 1 << 16}) {
            assertRefused("NONEwithECDSA", "ec-p256", "00".repeat(length), "a digest of 32, 48 or 64 bytes");
        }
    }

    private static void assertRefused(String algorithm, String alias, String input, String words) throws Exception {
        Signature signature = Signature.getInstance(algorithm, provider);
        signature.initSign(client.key(alias));
        String message = assertThrows(SignatureException.class, () -> {
            signature.update(HexFormat.of().parseHex(input));
            signature.sign();
        }).getMessage();
        assertTrue(message.contains(words), message);
        // Nothing of it is left for the next signature.
        assertDoesNotThrow(() -> {
            byte[] digest = MessageDigest.getInstance(alias.equals("ec-p384") ? "SHA-384" : "SHA-256").digest();
            signature.update(HexFormat.of().parseHex(algorithm.equals("NONEwithRSA") ? SHA256_INFO : ""));
            signature.update(digest);
            signature.sign();
        });
    }

    /** Bouncy Castle's CMS sets parameters before the key, so that the JCA chooses the first provider. */
    @ParameterizedTest
    @CsvSource({"SHA256withRSA, rsa-2048", "SHA384withRSAandMGF1, rsa-2048", "SHA256withECDSA, ec-p256"})
    void bouncyCastleSignsCms(String algorithm, String alias) throws Exception {
        Security.insertProviderAt(provider, 1);
        Security.addProvider(new BouncyCastleProvider());
        try {
            JcaX509CertificateHolder certificate =
                    new JcaX509CertificateHolder((X509Certificate) keys.getCertificate(alias));
            CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
            generator.addSignerInfoGenerator(new JcaSignerInfoGeneratorBuilder(
                    new JcaDigestCalculatorProviderBuilder().build()).build(
                            new JcaContentSignerBuilder(algorithm).build(client.key(alias)), certificate));
            CMSSignedData signed = generator.generate(new CMSProcessableByteArray(MESSAGE), true);
            assertTrue(signed.getSignerInfos().iterator().next().verify(
                    new JcaSimpleSignerInfoVerifierBuilder().build(certificate)));
        } finally {
            Security.removeProvider(BouncyCastleProvider.PROVIDER_NAME);
            Security.removeProvider(RemoteKeyProvider.NAME);
        }
    }
}
