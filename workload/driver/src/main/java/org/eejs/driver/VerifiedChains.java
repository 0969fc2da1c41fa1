package org.eejs.driver;

import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eejs.banking.TlsProfile;

/**
 * A trust manager that remembers which chains it has verified. A browser connects to many banks. The driver connects to
 * one bank thousands of times a second, and path validation in Java would cost more than the rest of the handshake. A
 * verified chain is accepted again for the same host only if it is the same byte for byte. It is verified again after a
 * minute.
 *
 * <p>Thread-safe.
 */
final class VerifiedChains extends X509ExtendedTrustManager {
    private static final long KEPT_NANOS = Duration.ofMinutes(1).toNanos();

    private final X509ExtendedTrustManager verifier;
    private final Map<Verified, Long> verifiedAt = new ConcurrentHashMap<>();
    private final Map<String, TlsProfile.Certificate> kinds = new ConcurrentHashMap<>();

    /** A chain by its bytes, and the host that showed it. */
    private record Verified(String host, String authType, List<ByteBuffer> chain) {}

    VerifiedChains(X509ExtendedTrustManager verifier) {
        this.verifier = verifier;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        Verified shown;
        try {
            shown = new Verified(engine.getPeerHost(), authType, encoded(chain));
        } catch (GeneralSecurityException e) {
            throw new CertificateException("the certificate is not readable", e);
        }
        long now = System.nanoTime();
        Long before = verifiedAt.get(shown);
        if (before == null || now - before > KEPT_NANOS) {
            verifier.checkServerTrusted(chain, authType, engine);
            verifiedAt.put(shown, now);
            TlsProfile.Certificate.of(chain[0].getPublicKey()).ifPresent(kind -> kinds.put(shown.host(), kind));
        }
    }

    /** Returns the kind of key that a host showed last; empty if it is none of a profile. */
    Optional<TlsProfile.Certificate> kind(String host) {
        return Optional.ofNullable(kinds.get(host));
    }

    private static List<ByteBuffer> encoded(X509Certificate[] chain) throws GeneralSecurityException {
        ByteBuffer[] bytes = new ByteBuffer[chain.length];
        for (int i = 0; i < chain.length; i++) {
            bytes[i] = ByteBuffer.wrap(chain[i].getEncoded());
        }
        return Arrays.asList(bytes);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        verifier.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        verifier.checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        verifier.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        verifier.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        verifier.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return verifier.getAcceptedIssuers();
    }
}
