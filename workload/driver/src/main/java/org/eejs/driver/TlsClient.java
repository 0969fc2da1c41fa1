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
import java.security.Provider;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.eejs.banking.TlsProfile;
import org.eejs.banking.service.Connections;
import org.eejs.driver.http.RecordCount;
import org.eejs.driver.protocol.Tick;
import org.eejs.driver.script.BankScript;
import org.eejs.role.BouncyCastleTls;
import org.eejs.role.JsseProfile;
import org.eejs.role.PkiDirectory;

/**
 * The users' side of TLS: BoringSSL if it can do what is asked for, which keeps the driver cheap compared with the
 * bank. Else it is the JDK's, or Bouncy Castle's for what the JDK lacks.
 *
 * <p>Sessions are cached by host and port. Each user session gets a separate port number, its key, in addition to the
 * real one. So its second connection resumes its first, and no user resumes another's session.
 *
 * <p>Thread-safe.
 */
final class TlsClient {
    /** Above all real ports. */
    private static final int FIRST_KEY = 100_000;
    private static final Set<String> TLS_1_3 = Set.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256");

    private static final String BORING_SSL = "BoringSSL";

    /** Connections without TLS. */
    static final TlsClient NONE = new TlsClient();

    private final AtomicInteger lastKey = new AtomicInteger();
    private final boolean http2;
    private final SslContext context;
    private final String engineName;
    private final VerifiedChains chains;
    /** The profile to which Bouncy Castle's engines are limited; null for other engines. */
    private final TlsProfile pinned;

    /** The result of a handshake, with the bytes of its first two flights. */
    record Outcome(boolean resumed, Tick.Negotiated negotiated, int helloBytes, int flightBytes) {}

    /** Creates the client of the bank's users with a profile. */
    static TlsClient of(TlsProfile profile, PkiDirectory pki, int cachedSessions)
            throws IOException, GeneralSecurityException {
        // First of all: Netty reads JSSE's suites as soon as BoringSSL's are requested. It would reject other groups.
        if (profile.isInJsse(Runtime.version().feature())) {
            JsseProfile.pin(profile);
        }
        return profile.forUsers() ? new TlsClient(BankScript.connections(profile), profile, null, pki, cachedSessions)
                : NONE;
    }

    /** Creates the client of a service's users; it may use HTTP/2. */
    static TlsClient of(Connections users, int cachedSessions) throws IOException, GeneralSecurityException {
        if (users.tls() == null) {
            return new TlsClient(users, null, trusted(users.trust()), null, cachedSessions);
        }
        TlsProfile profile = TlsProfile.of(users.tls());
        Connections offered = BankScript.connections(profile);
        return new TlsClient(new Connections(users.perUser(), users.keepAlive(), users.http(), offered.protocols(),
                offered.cipherSuites(), offered.groups(), users.trust(), users.certificate(), users.key()), profile,
                trusted(users.trust()), null, cachedSessions);
    }

    /**
     * Prepares the client.
     *
     * @param profile null for none
     * @param trusted null for the certificates that the JDK trusts; without meaning if there is a folder
     * @param pki the folder with what users trust, and with their key if the profile needs one; null for none
     * @param cachedSessions the number of TLS sessions that are kept for resumption
     */
    private TlsClient(Connections users, TlsProfile profile, KeyStore trusted, PkiDirectory pki, int cachedSessions)
            throws IOException, GeneralSecurityException {
        boolean jsse = profile == null || profile.isInJsse(Runtime.version().feature());
        if (jsse && !users.groups().isEmpty()
                && (!users.cipherSuites().isEmpty() || !OpenSsl.isAvailable())) {
            // The JDK reads the groups for the whole process, before anything of JSSE is used. They are set only if the
            // JDK's TLS is needed, because the JDK would reject groups that only BoringSSL knows.
            System.setProperty("jdk.tls.namedGroups", String.join(",", users.groups()));
        }
        http2 = users.http() == Connections.Http.HTTP_2;
        boolean boringSsl = OpenSsl.isAvailable() && offers(users.cipherSuites())
                && (profile == null || profile.isInBoringSsl());
        pinned = boringSsl || jsse ? null : profile;
        Provider bouncyCastle = pinned == null ? null : BouncyCastleTls.provider();
        engineName = boringSsl ? BORING_SSL : bouncyCastle == null ? "JSSE " + Runtime.version().feature()
                : bouncyCastle.getName() + " " + bouncyCastle.getVersionStr();
        Provider ofKeys = bouncyCastle == null ? null : BouncyCastleTls.cryptography();
        chains = trust(pki == null ? trusted : pki.trustStore(profile.certificate(), ofKeys), bouncyCastle);
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(boringSsl ? SslProvider.OPENSSL_REFCNT : SslProvider.JDK)
                .sslContextProvider(bouncyCastle)
                .trustManager(chains)
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
        } else if (profile != null && profile.mutual() && pki != null) {
            KeyManagerFactory keys = bouncyCastle == null
                    ? KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm())
                    : KeyManagerFactory.getInstance("PKIX", bouncyCastle);
            keys.init(pki.clientKeyStore(profile.certificate(), ofKeys), pki.password());
            builder.keyManager(keys);
        }
        if (http2) {
            // As browsers do; with HTTP/2 as the only offer, the refusal would be an alert with less information.
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(ApplicationProtocolConfig.Protocol.ALPN,
                    SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1));
        }
        context = builder.build();
    }

    private TlsClient() {
        http2 = false;
        pinned = null;
        chains = null;
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

    /** Returns a store of these certificates; null if there are none, for the certificates that the JDK trusts. */
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

    private static VerifiedChains trust(KeyStore trusted, Provider provider) throws GeneralSecurityException {
        String algorithm = TrustManagerFactory.getDefaultAlgorithm();
        TrustManagerFactory factory = provider == null ? TrustManagerFactory.getInstance(algorithm)
                : TrustManagerFactory.getInstance(algorithm, provider);
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

    /** Returns whether connections use HTTP/2. */
    boolean offersHttp2() {
        return http2;
    }

    /** Returns whether TLS does not report the group of the key exchange, so that it is read on the wire. */
    boolean readsGroup() {
        return isUsed() && !engineName.equals(BORING_SSL);
    }

    /** Returns an unused key: the first connection with it makes a full handshake. */
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
        if (pinned != null) {
            BouncyCastleTls.pin(handler.engine(), pinned);
        }
        handler.setHandshakeTimeoutMillis(0);
        handler.setCloseNotifyFlushTimeoutMillis(1_000);
        return handler;
    }

    /**
     * Returns the result of the handshake. The JDK's engine does not report whether a session was resumed; but a
     * resumed session was created before this handshake began.
     *
     * @param startedMillis the start of the handshake, by the wall clock
     * @param wire what was seen on the wire
     */
    Outcome outcome(SslHandler handler, long startedMillis, RecordCount wire) {
        SSLSession session = handler.engine().getSession();
        boolean resumed;
        String group = null;
        if (handler.engine() instanceof ReferenceCountedOpenSslEngine engine) {
            resumed = SSL.isSessionReused(engine.sslPointer());
            group = group(engine);
        } else {
            resumed = session.getCreationTime() < startedMillis;
            group = wire.group();
        }
        String scheme = !session.getProtocol().equals(TlsProfile.TLS_1_3) ? null
                : chains.kind(handler.engine().getPeerHost()).map(TlsProfile.Certificate::scheme).orElse(null);
        return new Outcome(resumed, new Tick.Negotiated(session.getProtocol(), session.getCipherSuite(), group, scheme,
                engineName, false), wire.helloBytes(), wire.flightBytes());
    }

    private static String group(ReferenceCountedOpenSslEngine engine) {
        try {
            return TlsProfile.NamedGroup.nameOf(SSL.getGroupName(engine.sslPointer()));
        } catch (Exception e) {
            // RSA key exchange has no group.
            return null;
        }
    }
}
