package org.eejs.bench.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.tls.EnginePair.Engines;
import org.eejs.bench.tls.EnginePair.Side;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How often a second so many bytes of application data go from a client to a server on a connection that stands: the
 * client's engine wraps them, the server's unwraps them, in one thread, from and to buffers on the heap, as most
 * servers have them. This is one record, but for the largest size in TLS 1.3: JSSE fills its records there with 16
 * bytes of padding, so that 16,367 bytes are the most for one (seen on 17 and 25), and 16,384 make two.
 *
 * <p>Each invocation checks that all arrived. That it is what was sent is shown before, in both directions,
 * since a comparison would cost as much as some ciphers do.
 */
public class SslTransfer extends RateBenchmark {
    private static final String AES_128_GCM = "TLSv1.3 TLS_AES_128_GCM_SHA256";
    private static final String AES_128_CBC = "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256";
    private static final List<Integer> SIZES = List.of(64, 256, 1024, 4096, 16384);

    /**
     * Application data by JSSE on a provider's cryptography, by the size of a record. An algorithm is a protocol and a
     * suite.
     */
    public static final Group GROUP = Group.named("transfer", SslTransfer.class).title("TLS bulk transfer")
            .about("So many bytes of application data, wrapped by the client's engine of JSSE and unwrapped by the "
                    + "server's in one thread, in buffers on the heap: one record, or two for 16,384 bytes in TLS 1.3; "
                    + "no handshake, no sockets, new keys only when JSSE's limit is reached (each 2^37 bytes in TLS "
                    + "1.3).")
            .operations("transfer")
            .algorithms(List.of(AES_128_GCM, AES_128_CBC), List.of(AES_128_GCM, "TLSv1.3 TLS_AES_256_GCM_SHA384",
                    "TLSv1.3 TLS_CHACHA20_POLY1305_SHA256", "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                    AES_128_CBC))
            .sizes(List.of(1024, 16384), SIZES)
            .parameters(SslTransfer::parametersOf)
            .quickProviders(List.of("SunJCE", "ACCP", "BC"))
            .warmupFactor(2)
            .intrinsics()
            .checkedBy(SslTransfer::check);

    /** A record of TLS holds no more (RFC 8446, 5.1). */
    private static final int LARGEST = 16384;
    /** Beside the size that is measured: one byte, a block, some that fill none. */
    private static final int[] PROVEN = {1, 16, 100, 1024, 5000, LARGEST};

    /** The one protocol that both sides speak. */
    @Param("TLSv1.3")
    String protocol;

    /** The one suite that both sides speak; its certificate is of RSA. */
    @Param("TLS_AES_128_GCM_SHA256")
    String cipherSuite;

    /** How much application data: 1 to 16,384. */
    @Param("16384")
    int bytes;

    private final EnginePair pair;
    private SslRecords records;
    private ByteBuffer plain;
    private ByteBuffer received;

    /** For JMH. */
    public SslTransfer() {
        this(new EnginePair());
    }

    /** Of sides that may differ. */
    SslTransfer(EnginePair pair) {
        this.pair = pair;
    }

    /** What the threads of a JVM share: the server's key, and whose cryptography is below JSSE. */
    @State(Scope.Benchmark)
    public static class Setting {
        /** Whose cryptography JSSE uses, as of {@link CryptoProvider#installFirst}. */
        @Param(CryptoProvider.ANY_OF_THE_JDK)
        String provider;

        private SslPeers peers;

        /** Makes key and certificates, then installs the provider. */
        @Setup
        public void prepare() throws GeneralSecurityException, IOException {
            peers = newPeers();
            CryptoProvider.installFirst(provider);
        }

        /** Leaves the JVM as it was. */
        @TearDown
        public void restore() throws GeneralSecurityException {
            CryptoProvider.remove(provider);
        }
    }

    /** How often the sides agreed on new keys while it was measured. Public because JMH makes it. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Events {
        /** JSSE's limit was reached so many times. */
        public long keyUpdates;
    }

    /** Returns what a server of these suites needs. */
    static SslPeers newPeers() throws GeneralSecurityException, IOException {
        // How costly it is to read the key does not matter here.
        return SslPeers.create(KeyKind.RSA, 1);
    }

    /** Connects, and proves that what is sent arrives, in both directions. */
    @Setup
    public void prepare(Setting setting) throws GeneralSecurityException, IOException {
        prepare(setting.peers);
    }

    /** The same with keys of another's. */
    void prepare(SslPeers peers) throws GeneralSecurityException, IOException {
        pair.turnOf(Side.SERVER);
        SSLContext server = peers.server(protocol, peers.keys("SunX509"));
        SSLEngine serving = engine(server.createSSLEngine(), false);
        pair.turnOf(Side.CLIENT);
        SSLContext client = peers.client(protocol);
        Engines engines = new Engines(engine(client.createSSLEngine(Authority.HOST, 1), true), serving);
        pair.shakeHands(engines);
        SSLSession session = engines.client().getSession();
        if (!session.getProtocol().equals(protocol) || !session.getCipherSuite().equals(cipherSuite)) {
            throw new IllegalStateException(protocol + " with " + cipherSuite + " was to be measured, but both sides "
                    + "agreed on " + session.getProtocol() + " with " + session.getCipherSuite());
        }
        records = new SslRecords(pair, engines, Side.CLIENT);
        plain = ByteBuffer.allocate(bytes);
        new Random(bytes).nextBytes(plain.array());
        // JSSE wants room for the largest record, however much has been read before it.
        received = ByteBuffer.allocate(bytes + LARGEST + session.getApplicationBufferSize());
        prove(new SslRecords(pair, engines, Side.SERVER));
        prove(records);
    }

    private SSLEngine engine(SSLEngine engine, boolean asClient) {
        engine.setUseClientMode(asClient);
        engine.setEnabledProtocols(new String[] {protocol});
        engine.setEnabledCipherSuites(new String[] {cipherSuite});
        // The exchange of keys is not measured, and not every provider can do it for JSSE in X25519.
        KeyExchangeGroup.P256.setOnly(engine);
        return engine;
    }

    private void prove(SslRecords proven) throws SSLException {
        Random random = new Random(LARGEST);
        for (int size : PROVEN) {
            byte[] sent = new byte[size];
            random.nextBytes(sent);
            prove(proven, ByteBuffer.wrap(sent));
        }
        prove(proven, plain.duplicate());
    }

    private void prove(SslRecords proven, ByteBuffer sent) throws SSLException {
        ByteBuffer expected = sent.duplicate();
        proven.carry(sent, received.clear());
        if (received.flip().mismatch(expected) >= 0) {
            throw new IllegalStateException("of " + expected.remaining()
                    + " bytes that were sent, others arrived from byte " + received.mismatch(expected) + " on");
        }
    }

    /** Returns all the bytes, wrapped and unwrapped. */
    @Benchmark
    public ByteBuffer transfer(Events events) throws SSLException {
        long before = records.keyUpdates();
        records.carry(plain.rewind(), received.clear());
        events.keyUpdates += records.keyUpdates() - before;
        return received;
    }

    private static Map<String, String> parametersOf(String algorithm) {
        String[] words = algorithm.split(" ");
        if (words.length != 2) {
            throw new IllegalArgumentException("'" + algorithm + "' is not a protocol and a suite");
        }
        return Map.of("protocol", words[0], "cipherSuite", words[1]);
    }

    private static String check(Provider provider, String algorithm) throws Exception {
        Map<String, String> parameters = parametersOf(algorithm);
        SslPeers peers = newPeers();
        return new SslCheck(provider, cipherOf(parameters.get("cipherSuite"))).pass(pair -> {
            for (int size : SIZES) {
                SslTransfer benchmark = new SslTransfer(pair);
                benchmark.protocol = parameters.get("protocol");
                benchmark.cipherSuite = parameters.get("cipherSuite");
                benchmark.bytes = size;
                benchmark.prepare(peers);
            }
        });
    }

    /**
     * Returns the names by which a provider may have a suite's cipher; tickets of sessions are encrypted by another
     * one.
     */
    private static Pattern cipherOf(String suite) {
        return Pattern.compile(suite.contains("CHACHA20") ? "Cipher\\.ChaCha20.*"
                : "Cipher\\.AES(_\\d+)?(/" + (suite.contains("GCM") ? "GCM" : "CBC") + ".*)?");
    }
}
