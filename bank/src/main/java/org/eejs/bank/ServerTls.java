package org.eejs.bank;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Security;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.eejs.banking.TlsProfile;
import org.eejs.role.PkiDirectory;

/** Makes the server side of TLS. */
final class ServerTls {
    private ServerTls() {}

    /**
     * The context for the bank's connections with browsers.
     *
     * @param algorithm of the key manager factory; null for the JDK's default
     */
    static SSLContext context(TlsProfile profile, PkiDirectory pki, String algorithm, HandshakeCount count)
            throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = keyManagerFactory(algorithm);
        keys.init(pki.serverKeyStore(profile.certificate()), pki.password());
        SSLContext context = SSLContext.getInstance(profile.protocol());
        context.init(keys.getKeyManagers(), null, null);
        return new CountingSslContext(context, count);
    }

    private static KeyManagerFactory keyManagerFactory(String algorithm) throws NoSuchAlgorithmException {
        try {
            return KeyManagerFactory.getInstance(
                    algorithm == null ? KeyManagerFactory.getDefaultAlgorithm() : algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new NoSuchAlgorithmException("--key-manager '%s' is no KeyManagerFactory algorithm here; there are %s"
                    .formatted(algorithm, String.join(", ", Security.getAlgorithms("KeyManagerFactory"))));
        }
    }
}
