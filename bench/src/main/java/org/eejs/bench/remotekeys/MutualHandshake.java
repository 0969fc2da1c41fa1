package org.eejs.bench.remotekeys;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Security;
import java.security.Signature;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.tls.Authority;
import org.eejs.bench.tls.CountingKeyManager;
import org.eejs.bench.tls.EnginePair;
import org.eejs.bench.tls.EnginePair.Engines;
import org.eejs.bench.tls.KeyKind;
import org.eejs.bench.tls.SslPeers;
import org.eejs.result.RemoteKeyKind;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Full TLS handshakes with client authentication, between two engines of one thread, without sockets. The client's key
 * is local, or in key servers with the key manager of EEJSRemote. The server's key is local, with the JDK's key
 * manager; both sides have the JDK's trust managers. The provider that signs with local keys is first for all
 * cryptography of both cases.
 *
 * <p>A client that knows host and port resumes the session before, and then nothing signs. So each handshake has a
 * different port. After each iteration the benchmark fails unless each handshake used the client's key once. The server
 * must know the client's certificate each time, which takes a signature of that key.
 *
 * <p>In TLS 1.2, system properties determine the signature scheme of JSSE; see {@link #SCHEMES}.
 */
public class MutualHandshake extends RemoteKeyBenchmark {
    /**
     * The system property, with its value, by which a client signs with PKCS#1 in TLS 1.2, as in the published
     * measurement: JSSE prefers PSS. The schemes of elliptic curves are for certificates.
     */
    static final String SCHEMES = "jdk.tls.client.SignatureSchemes="
            + "rsa_pkcs1_sha256,ecdsa_secp256r1_sha256,ecdsa_secp384r1_sha384";

    private static final String JSSE = "SunJSSE";
    private static final int FIRST_PORT = 1024;
    private static final int PORTS = 64_000;
    /** Sessions are never resumed; remembering more of them would only fill the heap. */
    private static final int SESSIONS = 16;
    private static final int ITERATIONS = 10_000;

    /** The only protocol of both sides. */
    @Param("TLSv1.2")
    public String protocol;

    private final AtomicInteger ports = new AtomicInteger();
    private final LongAdder handshakes = new LongAdder();
    private SweepFolder.OpenKey open;
    private CountingKeyManager keys;
    private SSLContext client;
    private SSLContext server;

    /** A thread's buffers. Public because JMH makes it. */
    @State(Scope.Thread)
    public static class Line {
        private final EnginePair pair = new EnginePair();
    }

    /** Makes both contexts, and starts the count of signatures. */
    @Setup
    public void prepare() throws IOException, GeneralSecurityException {
        SslPeers peers = SslPeers.create(KeyKind.RSA, ITERATIONS);
        open = openKey();
        // A remote key has put it behind the JDK's, to verify the servers' signatures.
        CryptoProvider.remove(provider);
        CryptoProvider.installFirst(provider);
        if (open.isRemote()) {
            CryptoProvider.installFirst(open.provider());
        }
        proveWhoSigns();
        keys = new GivenKey(open);
        KeyStore authorities = KeyStore.getInstance("PKCS12", "SUN");
        authorities.load(null, null);
        authorities.setCertificateEntry("authority", new SweepFolder(Path.of(folder)).authority(open));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX", JSSE);
        trust.init(authorities);
        server = context(peers.keys("SunX509"), trust.getTrustManagers());
        client = context(keys, peers.trustManagers());
    }

    private void proveWhoSigns() throws GeneralSecurityException {
        Signature signature = Signature.getInstance(RemoteKeyKind.byId(kind).orElseThrow().signature());
        signature.initSign(open.key());
        if (!signature.getProvider().getName().equals(open.provider().getName())) {
            throw new IllegalStateException(signature.getProvider().getName() + " signs, not "
                    + open.provider().getName());
        }
    }

    /** The key manager of an application: it chooses a key, and then returns the measured one. */
    private static final class GivenKey extends CountingKeyManager {
        private final SweepFolder.OpenKey open;

        GivenKey(SweepFolder.OpenKey open) throws GeneralSecurityException {
            super(open.keyManager());
            this.open = open;
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            PrivateKey own = super.getPrivateKey(alias);
            return open.isRemote() ? own : open.key();
        }

        @Override
        public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
            return super.chooseEngineClientAlias(keyTypes, issuers, engine) == null ? null : open.alias();
        }
    }

    private SSLContext context(KeyManager keys, TrustManager[] trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(protocol, JSSE);
        context.init(new KeyManager[] {keys}, trust, null);
        context.getClientSessionContext().setSessionCacheSize(SESSIONS);
        context.getServerSessionContext().setSessionCacheSize(SESSIONS);
        return context;
    }

    /** Restores the JVM. */
    @TearDown
    public void close() throws GeneralSecurityException {
        if (open.isRemote()) {
            Security.removeProvider(open.provider().getName());
        }
        CryptoProvider.remove(provider);
        open.close();
    }

    /** Checks that each handshake signed. */
    @TearDown(Level.Iteration)
    public void count() {
        if (keys.keysGiven() != handshakes.sum()) {
            throw new IllegalStateException("there were " + handshakes.sum() + " handshakes, but " + keys.keysGiven()
                    + " signatures by " + open.provider().getName());
        }
    }

    /** Makes one handshake; both engines are returned so that the compiler leaves nothing out. */
    @Benchmark
    public Engines handshake(Line line) throws SSLException {
        SSLEngine serving = server.createSSLEngine();
        serving.setUseClientMode(false);
        serving.setNeedClientAuth(true);
        SSLEngine calling = client.createSSLEngine(Authority.HOST,
                FIRST_PORT + Math.floorMod(ports.incrementAndGet(), PORTS));
        calling.setUseClientMode(true);
        for (SSLEngine engine : new SSLEngine[] {serving, calling}) {
            engine.setEnabledProtocols(new String[] {protocol});
        }
        Engines engines = new Engines(calling, serving);
        line.pair.shakeHands(engines);
        check(serving);
        handshakes.increment();
        return engines;
    }

    /** Lets the next handshake use the port of the last one, so that it is resumed. */
    public void samePort() {
        ports.decrementAndGet();
    }

    private void check(SSLEngine serving) throws SSLPeerUnverifiedException {
        if (!serving.getSession().getPeerCertificates()[0].equals(open.chain().get(0))) {
            throw new IllegalStateException("the server knows another client: "
                    + serving.getSession().getPeerPrincipal());
        }
    }
}
