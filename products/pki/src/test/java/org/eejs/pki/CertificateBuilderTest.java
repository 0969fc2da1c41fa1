package org.eejs.pki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateBuilderTest {
    private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"RSA,2048", "EC,384", "Ed25519,0"})
    void theJdkAcceptsAChainOfThree(String algorithm, int bits) throws Exception {
        Identity root = CertificateBuilder.authority("CN=root").key(algorithm, bits).keyIdentifiers().selfSigned();
        Identity ca = CertificateBuilder.authority("CN=ca").key("EC", 256).keyIdentifiers().issuedBy(root);
        Identity server = CertificateBuilder.server("CN=a,O=b", "a.example", "127.0.0.1", "::1").key(algorithm, bits)
                .issuedBy(ca);
        PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(root.certificate(), null)));
        parameters.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX").validate(CertificateFactory.getInstance("X.509")
                .generateCertPath(server.chain().subList(0, 2)), parameters);

        X509Certificate certificate = server.certificate();
        assertEquals(List.of(SERVER_AUTH), certificate.getExtendedKeyUsage());
        assertEquals(List.of("a.example", "127.0.0.1", "0:0:0:0:0:0:0:1"), certificate.getSubjectAlternativeNames()
                .stream().map(name -> (String) name.get(1)).toList());
        assertEquals(root.certificate().getNotAfter(), certificate.getNotAfter());
        assertEquals(-1, certificate.getBasicConstraints());
        assertTrue(ca.certificate().getBasicConstraints() >= 0);
    }

    @Test
    void aValidityMayBePast() throws Exception {
        X509Certificate certificate = CertificateBuilder.client("CN=late").key("EC", 256)
                .until(Instant.now().minus(Duration.ofHours(1))).selfSigned().certificate();
        assertThrows(CertificateExpiredException.class, certificate::checkValidity);
        assertTrue(certificate.getNotBefore().before(certificate.getNotAfter()));
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws Exception {
        Identity ca = CertificateBuilder.authority("CN=ca").key("EC", 256).selfSigned();
        Identity written = CertificateBuilder.signer("CN=signer").key("RSA", 2048).serial(7).issuedBy(ca);
        written.writePem(folder, "it");
        Identity read = Identity.read(folder.resolve("it.pem"), folder.resolve("it.key"));
        assertEquals(written.chain(), read.chain());
        assertEquals(written.keys().getPrivate(), read.keys().getPrivate());
        assertEquals(7, read.serial());
        assertEquals("rw-------", mode("it.key"));
        assertEquals("rw-r--r--", mode("it.pem"));
    }

    private String mode(String file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file)));
    }
}
