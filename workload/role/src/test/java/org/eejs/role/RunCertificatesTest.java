package org.eejs.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.security.Provider;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCertificatesTest {
    @TempDir
    private Path folder;

    private static Certificate server(PkiDirectory pki) throws Exception {
        return pki.serverKeyStore(TlsProfile.Certificate.RSA_2048).getCertificate(PkiDirectory.SERVER_ALIAS);
    }

    @Test
    void onlyTheOwnerReadsTheFiles() throws Exception {
        RunCertificates.ensure(folder.resolve("pki"));
        try (var files = Files.newDirectoryStream(folder.resolve("pki"))) {
            for (Path file : files) {
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                        file.toString());
            }
        }
    }

    @Test
    void opensslTrustsTheCertificatesForLocalhost() throws Exception {
        PkiDirectory pki = RunCertificates.ensure(folder);
        for (TlsProfile.Certificate kind : List.of(TlsProfile.Certificate.RSA_2048,
                TlsProfile.Certificate.ECDSA_P256)) {
            Path pem = folder.resolve(kind + ".pem");
            run("openssl", "pkcs12", "-in", pki.serverKeyStoreFile(kind).toString(), "-passin",
                    "file:" + pki.passwordFile(), "-nokeys", "-clcerts", "-out", pem.toString());
            run("openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", "localhost",
                    "-CAfile", pki.caCertificates().toString(), pem.toString());
        }
    }

    @Test
    void everyTypeOfKeyStoreHoldsTheSameKey() throws Exception {
        PkiDirectory pki = RunCertificates.ensure(folder);
        for (TlsProfile.Certificate kind : List.of(TlsProfile.Certificate.RSA_2048,
                TlsProfile.Certificate.ECDSA_P256)) {
            Key key = pki.serverKeyStore(kind).getKey(PkiDirectory.SERVER_ALIAS, pki.password());
            for (KeyStoreType type : KeyStoreType.values()) {
                KeyStore store = pki.serverKeyStore(kind, type);
                assertEquals(key, store.getKey(PkiDirectory.SERVER_ALIAS, pki.password()));
                assertEquals(1, store.getCertificateChain(PkiDirectory.SERVER_ALIAS).length);
            }
        }
    }

    @Test
    @Tag("long")
    void lessUsualKindsHaveOtherFoldersAndKeepTheUsualOnes() throws Exception {
        PkiDirectory usual = RunCertificates.ensure(folder);
        Certificate before = server(usual);
        for (String words : List.of("certificate = ML_DSA_65", "certificate = ED25519", "certificate = ECDSA_P384",
                "certificate = RSA_3072", "certificate = ML_DSA_44\nintermediate = yes")) {
            Path file = folder.resolve("own.properties");
            Files.writeString(file, "protocol = TLSv1.3\ncipherSuite = TLS_AES_128_GCM_SHA256\ngroups = x25519\n"
                    + words);
            TlsProfile profile = TlsProfile.of(file.toString());
            PkiDirectory pki = RunCertificates.ensure(folder, List.of(profile));
            assertEquals(folder, pki.folder().getParent());
            assertEquals(2, pki.trustStore().size(), "as many as usual");
            Provider bouncyCastle = new BouncyCastleProvider();
            Certificate[] chain = pki.serverKeyStore(profile.certificate(), KeyStoreType.PKCS12, bouncyCastle)
                    .getCertificateChain(PkiDirectory.SERVER_ALIAS);
            assertEquals(profile.intermediate() ? 2 : 1, chain.length, words);
            assertEquals(Optional.of(profile.certificate()), TlsProfile.Certificate.of(chain[0].getPublicKey()));
            KeyStore clients = pki.clientKeyStore(profile.certificate(), bouncyCastle);
            assertNotNull(clients.getKey(PkiDirectory.CLIENT_ALIAS, pki.password()), words);
        }
        assertEquals(before, server(RunCertificates.ensure(folder)));
    }

    @Test
    void certificatesAreKeptUntilSomethingIsMissing() throws Exception {
        Certificate first = server(RunCertificates.ensure(folder));
        assertEquals(first, server(RunCertificates.ensure(folder)));
        Files.delete(folder.resolve("password"));
        assertNotEquals(first, server(RunCertificates.ensure(folder)));
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
    }
}
