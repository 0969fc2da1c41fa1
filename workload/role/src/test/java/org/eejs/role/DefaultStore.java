package org.eejs.role;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.List;
import org.eejs.banking.TlsProfile;

/** A default trust store in the JDK's own format, with the test's CAs and certificates of their servers. */
public final class DefaultStore {
    public static final int CERTIFICATES = 4;

    private DefaultStore() {}

    public static Path write(PkiDirectory pki, Path file) throws IOException, GeneralSecurityException {
        return write(pki, file, "ca");
    }

    /** Returns the same under other aliases. */
    public static Path write(PkiDirectory pki, Path file, String alias)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        KeyStore trusted = pki.trustStore();
        for (String each : Collections.list(trusted.aliases())) {
            store.setCertificateEntry(alias + "-" + each, trusted.getCertificate(each));
        }
        for (TlsProfile.Certificate kind : List.of(TlsProfile.Certificate.RSA_2048,
                TlsProfile.Certificate.ECDSA_P256)) {
            store.setCertificateEntry(alias + "-" + kind,
                    pki.serverKeyStore(kind).getCertificate(PkiDirectory.SERVER_ALIAS));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "changeit".toCharArray());
        }
        return file;
    }
}
