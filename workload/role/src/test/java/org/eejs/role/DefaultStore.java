package org.eejs.role;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import org.eejs.banking.TlsProfile;

/** A default trust store in the JDK's own format, with the test's CA and certificates of its servers. */
public final class DefaultStore {
    public static final int CERTIFICATES = 3;

    private DefaultStore() {}

    public static Path write(PkiDirectory pki, Path file) throws IOException, GeneralSecurityException {
        return write(pki, file, "ca");
    }

    /** The same under other aliases. */
    public static Path write(PkiDirectory pki, Path file, String alias)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        KeyStore trusted = pki.trustStore();
        add(store, alias, trusted.getCertificate(trusted.aliases().nextElement()));
        for (TlsProfile.Certificate kind : TlsProfile.Certificate.values()) {
            add(store, alias + "-" + kind,
                    pki.serverKeyStore(kind).getCertificate(PkiDirectory.SERVER_ALIAS));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, "changeit".toCharArray());
        }
        return file;
    }

    private static void add(KeyStore store, String alias, Certificate certificate) throws GeneralSecurityException {
        store.setCertificateEntry(alias, certificate);
    }
}
