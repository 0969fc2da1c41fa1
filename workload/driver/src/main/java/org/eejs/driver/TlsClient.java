package org.eejs.driver;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.SSL;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eejs.banking.TlsProfile;
import org.eejs.driver.protocol.Tick;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;

/**
 * The users' side of TLS: BoringSSL where it offers the profile's suite, else the JDK's.
 *
 * <p>Sessions are cached by host and port. Each user session is given a port number of its own beside the real one, its
 * key, so that its second connection resumes its first and no user resumes another's session.
 *
 * <p>Thread-safe.
 */
final class TlsClient {
    /** Above all real ports. */
    private static final int FIRST_KEY = 100_000;

    private final AtomicInteger lastKey = new AtomicInteger();
    private final boolean used;
    private final SslContext context;
    private final String engineName;

    /** What a handshake came to. */
    record Outcome(boolean resumed, Tick.Negotiated negotiated) {}

    /**
     * Makes ready.
     *
     * @param cachedSessions how many TLS sessions are kept for resumption
     */
    TlsClient(TlsProfile profile, PkiDirectory pki, int cachedSessions) throws IOException, GeneralSecurityException {
        // First of all: Netty reads JSSE's suites as soon as BoringSSL's are requested.
        JsseProfile.pin(profile);
        used = profile.isForUsers();
        boolean boringSsl = OpenSsl.isAvailable() && OpenSsl.isCipherSuiteAvailable(profile.cipherSuite());
        engineName = boringSsl ? "BoringSSL" : "JSSE " + Runtime.version().feature();
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(boringSsl ? SslProvider.OPENSSL_REFCNT : SslProvider.JDK)
                .protocols(profile.protocol())
                .trustManager(trust(pki))
                .endpointIdentificationAlgorithm("HTTPS")
                .sessionCacheSize(cachedSessions)
                .sessionTimeout(24 * 60 * 60);
        if (boringSsl && profile.namedGroup() != TlsProfile.NamedGroup.NONE) {
            builder.option(OpenSslContextOption.GROUPS, new String[] {profile.namedGroup().id()});
        }
        // BoringSSL offers all suites of TLS 1.3 or none; there the bank, which offers one, decides.
        if (!boringSsl || !profile.protocol().equals("TLSv1.3")) {
            builder.ciphers(List.of(profile.cipherSuite()));
        }
        context = builder.build();
    }

    private static TrustManager trust(PkiDirectory pki) throws IOException, GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(pki.trustStore());
        return Arrays.stream(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(manager -> new VerifiedChains((X509ExtendedTrustManager) manager))
                .findFirst()
                .orElseThrow(() -> new GeneralSecurityException("this JDK has no X.509 trust manager"));
    }

    /** Whether connections speak TLS at all. */
    boolean isUsed() {
        return used;
    }

    /** A key that no connection had: the first with it makes a full handshake. */
    int newKey() {
        return lastKey.incrementAndGet();
    }

    /**
     * A handler for one connection.
     *
     * @param host the name that the certificate must carry
     * @param key connections with the same key resume each other's sessions; 0 or more
     */
    SslHandler newHandler(ByteBufAllocator allocator, String host, int key) {
        SslHandler handler = context.newHandler(allocator, host, FIRST_KEY + key);
        handler.setHandshakeTimeoutMillis(0);
        handler.setCloseNotifyFlushTimeoutMillis(1_000);
        return handler;
    }

    /**
     * Reads back what the handshake came to. The JDK's engine does not report whether a session was resumed; but a
     * resumed session was made before this handshake began.
     *
     * @param startedMillis when the handshake began, by the wall clock
     */
    Outcome outcome(SslHandler handler, long startedMillis) {
        SSLSession session = handler.engine().getSession();
        boolean resumed;
        String group = null;
        if (handler.engine() instanceof ReferenceCountedOpenSslEngine engine) {
            resumed = SSL.isSessionReused(engine.sslPointer());
            group = group(engine);
        } else {
            resumed = session.getCreationTime() < startedMillis;
        }
        return new Outcome(resumed,
                new Tick.Negotiated(session.getProtocol(), session.getCipherSuite(), group, engineName, false));
    }

    private static String group(ReferenceCountedOpenSslEngine engine) {
        try {
            String name = SSL.getGroupName(engine.sslPointer());
            if (name == null || name.isEmpty()) {
                return null;
            }
            // BoringSSL calls the curve by its NIST name.
            return name.equals("P-256") ? TlsProfile.NamedGroup.SECP256R1.id() : name.toLowerCase(Locale.ROOT);
        } catch (Exception e) {
            // RSA key exchange has no group.
            return null;
        }
    }
}
