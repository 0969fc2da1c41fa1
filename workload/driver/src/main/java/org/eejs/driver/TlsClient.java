package org.eejs.driver;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.internal.tcnative.SSL;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.service.Connections;
import org.eejs.driver.protocol.Tick;
import org.eejs.driver.script.BankScript;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;

/**
 * The users' side of TLS: BoringSSL where it offers the profile's suite, else the JDK's. BoringSSL keeps the driver
 * cheap compared with the bank.
 *
 * <p>Sessions are cached by host and port. Each user session is given a port number of its own beside the real one, its
 * key, so that its second connection resumes its first and no user resumes another's session.
 *
 * <p>Thread-safe.
 */
final class TlsClient {
    /** Above all real ports. */
    private static final int FIRST_KEY = 100_000;
    private static final Set<String> TLS_1_3 = Set.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256");

    /** Connections without TLS. */
    static final TlsClient NONE = new TlsClient();

    private final AtomicInteger lastKey = new AtomicInteger();
    private final boolean http2;
    private final SslContext context;
    private final String engineName;

    /** What a handshake came to. */
    record Outcome(boolean resumed, Tick.Negotiated negotiated) {}

    /** As users of the bank have it with a profile. */
    static TlsClient of(TlsProfile profile, PkiDirectory pki, int cachedSessions)
            throws IOException, GeneralSecurityException {
        // First of all: Netty reads JSSE's suites as soon as BoringSSL's are requested.
        JsseProfile.pin(profile);
        return profile.isForUsers() ? new TlsClient(BankScript.connections(profile), pki.trustStore(), cachedSessions)
                : NONE;
    }

    /** As users of a service have it; it may be over HTTP/2. */
    static TlsClient of(Connections users, int cachedSessions) throws IOException, GeneralSecurityException {
        return new TlsClient(users, trusted(users.trust()), cachedSessions);
    }

    /**
     * Makes ready.
     *
     * @param trusted null for those that the JDK trusts
     * @param cachedSessions how many TLS sessions are kept for resumption
     */
    private TlsClient(Connections users, KeyStore trusted, int cachedSessions)
            throws IOException, GeneralSecurityException {
        if (!users.groups().isEmpty() && (!users.cipherSuites().isEmpty() || !OpenSsl.isAvailable())) {
            // Where the JDK must do, it takes them for the whole process, and before anything of JSSE is used. Where
            // it need not, it would refuse to work with groups that BoringSSL alone knows.
            System.setProperty("jdk.tls.namedGroups", String.join(",", users.groups()));
        }
        http2 = users.http() == Connections.Http.HTTP_2;
        boolean boringSsl = OpenSsl.isAvailable() && offers(users.cipherSuites());
        engineName = boringSsl ? "BoringSSL" : "JSSE " + Runtime.version().feature();
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(boringSsl ? SslProvider.OPENSSL_REFCNT : SslProvider.JDK)
                .trustManager(trust(trusted))
                .endpointIdentificationAlgorithm("HTTPS")
                .sessionCacheSize(cachedSessions)
                .sessionTimeout(24 * 60 * 60);
        if (!users.protocols().isEmpty()) {
            builder.protocols(users.protocols());
        }
        if (!users.cipherSuites().isEmpty()) {
            builder.ciphers(users.cipherSuites());
        }
        if (boringSsl && !users.groups().isEmpty()) {
            builder.option(OpenSslContextOption.GROUPS, users.groups().toArray(String[]::new));
        }
        if (users.certificate() != null) {
            builder.keyManager(stream(users.certificate()), stream(users.key()));
        }
        if (http2) {
            // As browsers do; who offers HTTP/2 alone is refused by an alert that says less.
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(ApplicationProtocolConfig.Protocol.ALPN,
                    SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1));
        }
        context = builder.build();
    }

    private TlsClient() {
        http2 = false;
        engineName = null;
        context = null;
    }

    /** Returns whether BoringSSL offers these suites and no others; those of TLS 1.3 it offers all or none. */
    private static boolean offers(List<String> suites) {
        long ofTls13 = suites.stream().filter(TLS_1_3::contains).distinct().count();
        return suites.stream().allMatch(OpenSsl::isCipherSuiteAvailable)
                && (ofTls13 == 0 || ofTls13 == TLS_1_3.size());
    }

    private static InputStream stream(String pem) {
        return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns a store of these certificates; null, for those that the JDK trusts, if there are none. */
    private static KeyStore trusted(String pem) throws IOException, GeneralSecurityException {
        if (pem == null) {
            return null;
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(stream(pem))) {
            store.setCertificateEntry("trusted-" + store.size(), each);
        }
        return store;
    }

    private static TrustManager trust(KeyStore trusted) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return Arrays.stream(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(manager -> new VerifiedChains((X509ExtendedTrustManager) manager))
                .findFirst()
                .orElseThrow(() -> new GeneralSecurityException("this JDK has no X.509 trust manager"));
    }

    /** Returns whether connections speak TLS at all. */
    boolean isUsed() {
        return context != null;
    }

    /** Returns whether connections are of HTTP/2. */
    boolean offersHttp2() {
        return http2;
    }

    /** Returns a key that no connection had: the first with it makes a full handshake. */
    int newKey() {
        return lastKey.incrementAndGet();
    }

    /**
     * Returns a handler for one connection.
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
