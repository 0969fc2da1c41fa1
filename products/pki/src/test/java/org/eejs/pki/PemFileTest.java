package org.eejs.pki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.ECPrivateKey;
import java.util.List;
import org.eejs.pki.files.FaultyFileException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with certificates and keys as programs and people make them. */
class PemFileTest {
    @TempDir
    private Path folder;
    private Identity identity;
    private String certificate;
    private String key;

    @BeforeEach
    void make() throws Exception {
        Identity authority = CertificateBuilder.authority("CN=authority").key("EC", 256).selfSigned();
        identity = CertificateBuilder.client("CN=ana").key("EC", 256).issuedBy(authority);
        identity.writePem(folder, "ana");
        certificate = Files.readString(folder.resolve("ana.pem"));
        key = Files.readString(folder.resolve("ana.key"));
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("file.pem"), content);
    }

    private Path ofOpenssl(String... words) throws Exception {
        Path file = folder.resolve("openssl.pem");
        Process process = new ProcessBuilder(words).directory(folder.toFile()).redirectOutput(file.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        assertEquals(0, process.waitFor());
        return file;
    }

    private void assertBoth(Path file) throws IOException {
        assertEquals(identity.chain(), PemFile.certificates(file));
        assertEquals(((ECPrivateKey) identity.keys().getPrivate()).getS(),
                ((ECPrivateKey) PemFile.privateKey(file)).getS());
    }

    @Test
    void keyAndCertificatesMayBeInOneFileInAnyOrder() throws Exception {
        assertBoth(file(key + certificate));
        assertBoth(file(certificate + key));
        assertBoth(file("\ufeff" + certificate + "\n" + key));
        assertBoth(file("# ana\n  " + key.replace("\n", "\r\n  ") + "Bag Attributes\n" + certificate));
        assertBoth(Files.write(folder.resolve("file.pem"), ("\ufeff" + key + certificate)
                .getBytes(StandardCharsets.UTF_16LE)));
        assertBoth(Files.writeString(folder.resolve("file.pem"), Files.readString(ofOpenssl("openssl", "ec", "-in",
                "ana.key", "-param_out", "-text")).replaceFirst("(?s)-----BEGIN EC PARAM.*", "") + certificate
                + Files.readString(ofOpenssl("openssl", "ec", "-in", "ana.key"))));
    }

    @Test
    void certificatesMayBeInOtherForms() throws Exception {
        assertEquals(identity.chain(), PemFile.certificates(ofOpenssl("openssl", "crl2pkcs7", "-nocrl", "-certfile",
                "ana.pem")));
        assertEquals(identity.chain().subList(0, 1), PemFile.certificates(Files.write(folder.resolve("der"),
                identity.certificate().getEncoded())));
        assertEquals(identity.chain(), PemFile.certificates(file(certificate.replace("N CERTIF", "N X509 CERTIF")
                .replace("D CERTIF", "D X509 CERTIF"))));
        assertEquals(identity.chain(), PemFile.certificates(certificate));
    }

    @Test
    void rsaKeysOfOpensslAreRead() throws Exception {
        Identity rsa = CertificateBuilder.of("CN=rsa").key("RSA", 2048).selfSigned();
        rsa.writePem(folder, "rsa");
        assertEquals(rsa.keys().getPrivate(), PemFile.privateKey(ofOpenssl("openssl", "rsa", "-traditional", "-in",
                "rsa.key")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUSTED CERTIFICATE", "CERTIFICATE REQUEST", "X509 CRL", "SOMETHING ELSE"})
    void aBlockThatIsNotAllowedIsNamed(String type) throws Exception {
        Path file = file("\ufeff" + certificate + key + "-----BEGIN " + type + "-----\nMAA=\n-----END " + type
                + "-----\n");
        long line = (certificate + key).lines().count() + 1;
        assertStarts(file + ", line " + line + ": the block '" + type + "' is not allowed",
                assertThrows(FaultyFileException.class, () -> PemFile.certificates(file)));
    }

    @Test
    void aTrustedCertificateIsNamedWithWhatToDo() throws Exception {
        Path file = ofOpenssl("openssl", "x509", "-in", "ana.pem", "-trustout", "-addreject", "clientAuth");
        FaultyFileException refused = assertThrows(FaultyFileException.class, () -> PemFile.certificates(file));
        assertTrue(refused.getMessage().contains("openssl x509"), refused.getMessage());
    }

    @Test
    void brokenFilesAreNamedWithTheLine() throws Exception {
        Path cut = file(certificate.substring(0, certificate.length() - 30));
        long begin = certificate.lines().toList().lastIndexOf("-----BEGIN CERTIFICATE-----") + 1;
        assertStarts(cut + ", line " + begin + ": the block that begins here has no end",
                assertThrows(FaultyFileException.class, () -> PemFile.certificates(cut)));
        for (String broken : List.of(certificate.replaceFirst("MII", "!!!"), certificate.replaceFirst("MII", "MIIA"))) {
            Path file = file(broken);
            assertStarts(file + ", line 1: the block 'CERTIFICATE' is unreadable",
                    assertThrows(FaultyFileException.class, () -> PemFile.certificates(file)));
        }
        for (String none : List.of("", "text", key)) {
            Path file = file(none);
            assertStarts(file + " holds no certificates in PEM or DER", assertThrows(FaultyFileException.class,
                    () -> PemFile.certificates(file)));
        }
    }

    @Test
    void unusableKeysAreNamed() throws Exception {
        for (Path file : List.of(ofOpenssl("openssl", "pkcs8", "-topk8", "-passout", "pass:x", "-in", "ana.key"))) {
            assertStarts(file + ", line 1: the block 'ENCRYPTED PRIVATE KEY' is not a key in PKCS #8 without password",
                    assertThrows(FaultyFileException.class, () -> PemFile.privateKey(file)));
        }
        Path old = ofOpenssl("openssl", "ec", "-in", "ana.key", "-aes128", "-passout", "pass:x");
        assertStarts(old + ", line 1: the block 'EC PRIVATE KEY' is not a key",
                assertThrows(FaultyFileException.class, () -> PemFile.privateKey(old)));
        Path two = file(key + key);
        assertStarts(two + ", line " + (key.lines().count() + 1) + ": a second private key",
                assertThrows(FaultyFileException.class, () -> PemFile.privateKey(two)));
        Path none = file(certificate);
        assertStarts(none + " holds no private key in PEM",
                assertThrows(FaultyFileException.class, () -> PemFile.privateKey(none)));
        Path broken = file("-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n");
        assertStarts(broken + ", line 1: the block 'PRIVATE KEY' is unreadable",
                assertThrows(FaultyFileException.class, () -> PemFile.privateKey(broken)));
    }

    private static void assertStarts(String expected, FaultyFileException refused) {
        assertTrue(refused.getMessage().startsWith(expected), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
    }
}
