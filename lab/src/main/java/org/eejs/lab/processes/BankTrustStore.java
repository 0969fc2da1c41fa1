package org.eejs.lab.processes;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.List;
import org.eejs.lab.machine.Jdk;
import org.eejs.pki.files.PrivateFile;
import org.eejs.role.PkiDirectory;

/**
 * The default trust store that the lab gives a bank which is to trust as many CAs as a JDK does: all that the JDK's own
 * {@code cacerts} hold, and the run's own, which alone have issued a certificate here. In the JDK's format of old, as
 * JDK 8 had it. It holds no secret.
 */
final class BankTrustStore {
    /** The password of every JDK's {@code cacerts}, known to all. */
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String TYPE = "JKS";

    private BankTrustStore() {}

    /**
     * Writes the store.
     *
     * @return the options by which a JVM takes it for its default
     * @throws IOException with one clear line when either of the two cannot be read
     */
    static List<String> write(Jdk jdk, PkiDirectory pki, Path file) throws IOException {
        Path ofJdk = jdk.home().resolve("lib/security/cacerts");
        try {
            KeyStore store = KeyStore.getInstance(TYPE);
            store.load(null, null);
            add(store, KeyStore.getInstance(ofJdk.toFile(), PASSWORD), "jdk-");
            add(store, pki.trustStore(), "run-");
            try (OutputStream out = PrivateFile.open(file)) {
                store.store(out, PASSWORD);
            }
        } catch (GeneralSecurityException | IOException e) {
            throw new IOException("cannot make a trust store of %s and the run's certificates: %s".formatted(ofJdk,
                    e.getMessage()), e);
        }
        return List.of("-Djavax.net.ssl.trustStore=" + file.toAbsolutePath(),
                "-Djavax.net.ssl.trustStoreType=" + TYPE);
    }

    private static void add(KeyStore store, KeyStore more, String prefix) throws GeneralSecurityException {
        for (String alias : Collections.list(more.aliases())) {
            if (more.isCertificateEntry(alias)) {
                store.setCertificateEntry(prefix + alias, more.getCertificate(alias));
            }
        }
    }
}
