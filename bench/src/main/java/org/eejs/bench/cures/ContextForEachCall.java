package org.eejs.bench.cures;

import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.tls.Authority;
import org.eejs.bench.tls.EnginePair;
import org.eejs.bench.tls.EnginePair.Engines;
import org.eejs.bench.tls.KeyKind;
import org.eejs.bench.tls.SslPeers;
import org.eejs.jsse.EejsProvider;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost for a client that makes an SSLContext of EEJS for each call, with {@code org.eejs.jsse.sslContext} as
 * {@code own} and as {@code share}. It is measured for only the context, and with the handshake, both sides in one
 * thread.
 *
 * <p>A wrong set-up would measure full handshakes with {@code share}, or resumed ones with {@code own}; so each is
 * checked.
 */
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
public class ContextForEachCall extends RateBenchmark {
    private static final String SESSIONS = "org.eejs.jsse.sslContext";
    private static final String MARK = "seen";
    private static final int PORT = 1024;

    /** {@code own} or {@code share}. */
    @Param({"own", "share"})
    String sessions;

    /** The only protocol of both sides. */
    @Param({"TLSv1.2", "TLSv1.3"})
    String protocol;

    /** The server's key: {@code RSA} of 2048 bits or {@code EC} on P-256. */
    @Param({"RSA", "EC"})
    String certificate;

    private final EnginePair pair = new EnginePair();
    private final EejsProvider eejs = new EejsProvider();
    private TrustManager[] trust;
    private SSLContext server;
    private boolean began;

    /** Makes the server, and the client's trust. */
    @Setup
    public void prepare() throws GeneralSecurityException, IOException {
        System.setProperty(SESSIONS, sessions);
        SslPeers peers = SslPeers.create(KeyKind.valueOf(certificate), 10_000);
        server = peers.server(protocol, peers.keys("SunX509"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX", eejs);
        factory.init(peers.trust());
        trust = factory.getTrustManagers();
    }

    /** Restores the JVM. */
    @TearDown
    public void restore() {
        System.clearProperty(SESSIONS);
    }

    /** Returns a context. */
    @Benchmark
    public SSLContext init() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(protocol, eejs);
        context.init(null, trust, null);
        return context;
    }

    /** Returns a context, and completes a handshake with the only server. */
    @Benchmark
    public Engines call() throws GeneralSecurityException, IOException {
        SSLEngine calling = engine(init().createSSLEngine(Authority.HOST, PORT), true);
        Engines engines = new Engines(calling, engine(server.createSSLEngine(), false));
        pair.shakeHands(engines, EnginePair.Tap.NONE);
        boolean resumed = calling.getSession().getValue(MARK) != null;
        if (resumed != (began && sessions.equals("share"))) {
            throw new IllegalStateException("with " + SESSIONS + "=" + sessions + " a handshake was "
                    + (resumed ? "resumed" : "a full one"));
        }
        calling.getSession().putValue(MARK, Boolean.TRUE);
        began = true;
        return engines;
    }

    private SSLEngine engine(SSLEngine engine, boolean asClient) {
        engine.setUseClientMode(asClient);
        engine.setEnabledProtocols(new String[] {protocol});
        return engine;
    }
}
