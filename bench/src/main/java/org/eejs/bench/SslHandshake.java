package org.eejs.bench;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eejs.jsse.EejsProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Handshakes a second, both sides in one thread, by the key manager of the server, whose key stands in a PKCS12 store.
 * Only the key manager differs: contexts, trust, random numbers and cryptography are the JDK's in all cases.
 *
 * <p>Used wrongly it measures something else without a sign of it. A client that knows host and port resumes the
 * session before, and what looks like a fast full handshake has not signed; a client that is not given the ticket of
 * TLS 1.3 never resumes. So each invocation checks that its handshake was what it was meant to be: in a full one the
 * client's session is new, and the server took its key once, to sign; a resumed one has the session that an earlier one
 * marked. Keys alone do not tell: JDK 25 asks for the key when it restores a session from a ticket, too, although
 * nothing is signed.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
public class SslHandshake {
    private static final int FIRST_PORT = 1024;
    private static final int LAST_PORT = 65535;
    /** What a session keeps for as long as it is resumed. */
    private static final String MARK = "seen";

    /** {@code SunX509} and {@code PKIX} are the JDK's, {@code EEJS} is the PKIX of the provider EEJS. */
    @Param({"SunX509", "PKIX", "EEJS"})
    String keyManager;

    /** Whether the client resumes the session of the handshake before. */
    @Param({"false", "true"})
    boolean resume;

    /** The one protocol that both sides speak. */
    @Param({"TLSv1.2", "TLSv1.3"})
    String protocol;

    /** The server's key: {@code RSA} of 2048 bits or {@code EC} on P-256. */
    @Param({"RSA", "EC"})
    String certificate;

    /** How often the store's password is hashed to decrypt the key: 10,000 is the JDK's default. */
    @Param({"10000", "50000"})
    int iterations;

    private final EnginePair pair = new EnginePair();
    private CountingKeyManager keys;
    private SSLContext server;
    private SSLContext client;
    private int port = FIRST_PORT;

    /** Makes certificate, store and both contexts; where sessions are resumed, the first one, too. */
    @Setup
    public void prepare() throws GeneralSecurityException, IOException {
        Authority authority = Authority.create(KeyKind.valueOf(certificate));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(new ByteArrayInputStream(authority.serverStore(iterations)), Authority.PASSWORD);
        KeyManagerFactory keyManagers = keyManagers();
        keyManagers.init(store, Authority.PASSWORD);
        keys = new CountingKeyManager((X509ExtendedKeyManager) keyManagers.getKeyManagers()[0]);
        server = SSLContext.getInstance(protocol);
        server.init(new KeyManager[] {keys}, null, null);

        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(authority.trust());
        client = SSLContext.getInstance(protocol);
        client.init(null, trust.getTrustManagers(), null);
        // Sessions that are never resumed would fill the cache, and its upkeep would be measured.
        client.getClientSessionContext().setSessionCacheSize(1);
        if (resume) {
            shakeHands(port, false);
        }
    }

    private KeyManagerFactory keyManagers() throws GeneralSecurityException {
        return switch (keyManager) {
            case "EEJS" -> KeyManagerFactory.getInstance("PKIX", new EejsProvider());
            default -> KeyManagerFactory.getInstance(keyManager, "SunJSSE");
        };
    }

    /** One handshake; the server's engine is returned so that nothing of it can be left out. */
    @Benchmark
    public SSLEngine handshake() throws SSLException {
        if (resume) {
            return shakeHands(port, true);
        }
        // A port of its own: the client remembers sessions by host and port.
        port = port == LAST_PORT ? FIRST_PORT : port + 1;
        return shakeHands(port, false);
    }

    /**
     * Shakes hands.
     *
     * @param resumed whether the client must resume a session that it has
     * @throws IllegalStateException when it was otherwise
     */
    SSLEngine shakeHands(int clientPort, boolean resumed) throws SSLException {
        long before = keys.keysGiven();
        SSLEngine serving = engine(server.createSSLEngine(), false);
        SSLEngine calling = engine(client.createSSLEngine(Authority.HOST, clientPort), true);
        pair.shakeHands(calling, serving);
        boolean known = calling.getSession().getValue(MARK) != null;
        long keysGiven = keys.keysGiven() - before;
        if (known != resumed || !resumed && keysGiven != 1) {
            throw new IllegalStateException("a " + (resumed ? "resumed" : "full")
                    + " handshake was to be measured, but the client's session was " + (known ? "resumed" : "new")
                    + " and the server asked " + keysGiven + " times for its key");
        }
        if (!resumed) {
            calling.getSession().putValue(MARK, Boolean.TRUE);
        }
        return serving;
    }

    private SSLEngine engine(SSLEngine engine, boolean asClient) {
        engine.setUseClientMode(asClient);
        engine.setEnabledProtocols(new String[] {protocol});
        return engine;
    }
}
