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
 * Transfers of application data a second from a client to a server on an established connection. The client's engine
 * wraps the bytes, the server's unwraps them, in one thread, from and to buffers on the heap, as in most servers. A
 * transfer is one record, except for the largest size in TLS 1.3. JSSE reserves 16 bytes of its records for padding
 * there, so one record holds at most 16,367 bytes (seen on 17 and 25), and 16,384 make two.
 *
 * <p>Each invocation checks that all bytes arrived. The set-up checks their content, in both directions, since a
 * comparison would cost as much as some ciphers.
 */
public class SslTransfer extends RateBenchmark {
    private static final String AES_128_GCM = "TLSv1.3 TLS_AES_128_GCM_SHA256";
    private static final String AES_128_CBC = "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256";
    private static final List<Integer> SIZES = List.of(64, 256, 1024, 4096, 16384);

    /**
     * TLS bulk transfer by JSSE on a provider's cryptography, by the size of a record. An algorithm is a protocol and a
     * suite.
     */
    public static final Group GROUP = Group.named("transfer", SslTransfer.class).title("TLS bulk transfer")
            .about("Application data of this size, wrapped and unwrapped by the two engines of JSSE in one thread, in "
                    + "buffers on the heap. It is one record, or two for 16,384 bytes in TLS 1.3. There are no "
                    + "handshakes and no sockets; keys change only at JSSE's limit (each 2^37 bytes in TLS 1.3).")
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

    /** The largest record of TLS (RFC 8446, 5.1). */
    private static final int LARGEST = 16384;
    /** Additional sizes for the check: one byte, a block, some that fill none. */
    private static final int[] PROVEN = {1, 16, 100, 1024, 5000, LARGEST};

    /** The only protocol of both sides. */
    @Param("TLSv1.3")
    String protocol;

    /** The only suite of both sides; its certificate has an RSA key. */
    @Param("TLS_AES_128_GCM_SHA256")
    String cipherSuite;

    /** The number of bytes of application data: 1 to 16,384. */
    @Param("16384")
    int bytes;

    private final EnginePair pair;
    private SslRecords records;
    private ByteBuffer plain;
    private ByteBuffer received;

    /** A benchmark for JMH. */
    public SslTransfer() {
        this(new EnginePair());
    }

    /** A benchmark whose sides may differ. */
    SslTransfer(EnginePair pair) {
        this.pair = pair;
    }

    /** The shared state of a JVM's threads: the server's key, and the provider of JSSE's cryptography. */
    @State(Scope.Benchmark)
    public static class Setting {
        /** The provider of JSSE's cryptography, for {@link CryptoProvider#installFirst}. */
        @Param(CryptoProvider.ANY_OF_THE_JDK)
        String provider;

        private SslPeers peers;

        /** Makes key and certificates, then installs the provider. */
        @Setup
        public void prepare() throws GeneralSecurityException, IOException {
            peers = newPeers();
            CryptoProvider.installFirst(provider);
        }

        /** Restores the JVM. */
        @TearDown
        public void restore() throws GeneralSecurityException {
            CryptoProvider.remove(provider);
        }
    }

    /** The count of key updates during the measurement. Public because JMH makes it. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Events {
        /** The number of key updates at JSSE's limit. */
        public long keyUpdates;
    }

    /** Returns the material of a server for these suites. */
    static SslPeers newPeers() throws GeneralSecurityException, IOException {
        // The cost of reading the key does not matter here.
        return SslPeers.create(KeyKind.RSA, 1);
    }

    /** Connects, and checks that data arrive unchanged, in both directions. */
    @Setup
    public void prepare(Setting setting) throws GeneralSecurityException, IOException {
        prepare(setting.peers);
    }

    /** Prepares with the keys of these peers. */
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
            throw new IllegalStateException(protocol + " with " + cipherSuite + " was expected, but both sides "
                    + "agreed on " + session.getProtocol() + " with " + session.getCipherSuite());
        }
        records = new SslRecords(pair, engines, Side.CLIENT);
        plain = ByteBuffer.allocate(bytes);
        new Random(bytes).nextBytes(plain.array());
        // JSSE requires room for the largest record, however much has been read before it.
        received = ByteBuffer.allocate(bytes + LARGEST + session.getApplicationBufferSize());
        prove(new SslRecords(pair, engines, Side.SERVER));
        prove(records);
    }

    private SSLEngine engine(SSLEngine engine, boolean asClient) {
        engine.setUseClientMode(asClient);
        engine.setEnabledProtocols(new String[] {protocol});
        engine.setEnabledCipherSuites(new String[] {cipherSuite});
        // The key exchange is not measured, and not every provider supports X25519 for JSSE.
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
            throw new IllegalStateException("of the " + expected.remaining()
                    + " bytes sent, other ones arrived from byte " + received.mismatch(expected) + " on");
        }
    }

    /** Transfers all the bytes, wrapped and unwrapped. */
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
