package org.eejs.role;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import org.eejs.banking.KeyStoreType;
import org.eejs.banking.TlsProfile;
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
                assertEquals(2, store.getCertificateChain(PkiDirectory.SERVER_ALIAS).length);
            }
        }
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
