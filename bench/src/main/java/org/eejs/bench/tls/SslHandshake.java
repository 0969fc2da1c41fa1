package org.eejs.bench.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.eejs.banking.Named;
import org.eejs.bench.measuring.CryptoProvider;
import org.eejs.bench.measuring.Group;
import org.eejs.bench.measuring.RateBenchmark;
import org.eejs.bench.tls.EnginePair.Engines;
import org.eejs.bench.tls.EnginePair.Side;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Handshakes a second, both sides in one thread, by the key manager of the server, whose key is in a PKCS12 store.
 * Contexts and trust are the JDK's in all cases; a provider ahead of the JDK's may serve the cryptography.
 *
 * <p>A wrong set-up would measure something else without an error. A client that knows host and port resumes the
 * session before, which looks like a fast full handshake, without a signature. A client that does not get the ticket of
 * TLS 1.3 never resumes. So each invocation checks its handshake. In a full one, the client's session is new, and the
 * server used its key once, to sign. A resumed one has the session that an earlier one marked. The count of keys does
 * not suffice: JDK 25 also requests the key when it restores a session from a ticket, although nothing is signed.
 */
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
public class SslHandshake extends RateBenchmark {
    /**
     * Handshakes of TLS, full and resumed, by JSSE on a provider's cryptography. An algorithm is, for example,
     * {@code TLSv1.3 EC X25519 full}: protocol, certificate, group of the key exchange, and whether a session is
     * resumed.
     *
     * <p>In TLS 1.2 a certificate of EC goes with P-256 only: there, the groups that a client offers are also the
     * curves that a certificate may have (RFC 8422, 5.1). A resumed handshake of TLS 1.2 exchanges no keys.
     */
    public static final Group GROUP = Group.named("handshake", SslHandshake.class).title("TLS handshakes")
            .about("One handshake between two engines of JSSE in one thread, both sides and the session tickets "
                    + "included. The provider serves the cryptography, and the JDK what it lacks. It does not include "
                    + "sockets and the creation of contexts.")
            .operations("handshake")
            .algorithms(List.of("TLSv1.3 EC X25519 full", "TLSv1.3 EC X25519 resumed", "TLSv1.3 RSA P-256 full",
                            "TLSv1.2 EC P-256 full", "TLSv1.3 EC X25519MLKEM768 full"),
                    List.of("TLSv1.3 EC X25519 full", "TLSv1.3 EC X25519 resumed", "TLSv1.3 RSA X25519 full",
                            "TLSv1.3 RSA X25519 resumed", "TLSv1.3 EC P-256 full", "TLSv1.3 EC P-256 resumed",
                            "TLSv1.3 RSA P-256 full", "TLSv1.3 EC X25519MLKEM768 full",
                            "TLSv1.3 EC X25519MLKEM768 resumed", "TLSv1.2 EC P-256 full", "TLSv1.2 EC P-256 resumed",
                            "TLSv1.2 RSA X25519 full", "TLSv1.2 RSA P-256 full", "TLSv1.2 RSA P-256 resumed"))
            .parameters(SslHandshake::parametersOf)
            .variation("keyManager", List.of("SunX509"), List.of("SunX509", "PKIX", "EEJS"))
            .quickProviders(List.of("SunJCE", "ACCP", "BC"))
            .warmupFactor(2)
            .intrinsics()
            .checkedBy(SslHandshake::check);

    private static final String RESUMED = "resumed";
    /** The JDK's default. */
    private static final String ITERATIONS = "10000";
    /** The services that make a full handshake expensive. */
    private static final Pattern AGREEING = Pattern.compile("(Signature|KeyAgreement|KEM)\\..*");
    private static final Pattern RESUMING = Pattern.compile("(Cipher|Mac|MessageDigest|KeyAgreement|KEM)\\..*");
    /** The default suites of JSSE 17 to 25 with itself, by the server's key. */
    private static final Map<String, String> SUITES = Map.of("TLSv1.3", "TLS_AES_256_GCM_SHA384",
            "TLSv1.2 RSA", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLSv1.2 EC", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");

    private static final int FIRST_PORT = 1024;
    private static final int LAST_PORT = 65535;
    /** A value in a session, which stays as long as the session is resumed. */
    private static final String MARK = "seen";

    /** {@code SunX509} and {@code PKIX} are the JDK's, {@code EEJS} is the PKIX of the provider EEJS. */
    @Param({"SunX509", "PKIX", "EEJS"})
    public String keyManager;

    /** Whether the client resumes the session of the handshake before. */
    @Param({"false", "true"})
    public boolean resume;

    /** The only protocol of both sides. */
    @Param({"TLSv1.2", "TLSv1.3"})
    public String protocol;

    private final EnginePair pair;
    private KeyExchangeGroup group;
    private CountingKeyManager keys;
    private SSLContext server;
    private SSLContext client;
    private int port = FIRST_PORT;

    /** A benchmark for JMH. */
    public SslHandshake() {
        this(new EnginePair());
    }

    /** A benchmark whose sides may differ. */
    SslHandshake(EnginePair pair) {
        this.pair = pair;
    }

    /** The shared state of a JVM's threads: the server's key, and the provider of JSSE's cryptography. */
    @State(Scope.Benchmark)
    public static class Setting {
        /** The provider of JSSE's cryptography, for {@link CryptoProvider#installFirst}. */
        @Param(CryptoProvider.ANY_OF_THE_JDK)
        String provider;

        /** The server's key: {@code RSA} of 2048 bits or {@code EC} on P-256. */
        @Param({"RSA", "EC"})
        String certificate;

        /** The iterations of the password hash that decrypts the key: 10,000 is the JDK's default. */
        @Param({"10000", "50000"})
        int iterations;

        /** The only group of the key exchange, a {@link KeyExchangeGroup}; {@code default} for the JDK's choice. */
        @Param("default")
        String namedGroup;

        private SslPeers peers;

        /** Makes key and certificates, then installs the provider. */
        @Setup
        public void prepare() throws GeneralSecurityException, IOException {
            groupOf(namedGroup).setForJvm();
            peers = SslPeers.create(KeyKind.valueOf(certificate), iterations);
            CryptoProvider.installFirst(provider);
        }

        /** Restores the JVM. */
        @TearDown
        public void restore() throws GeneralSecurityException {
            CryptoProvider.remove(provider);
        }
    }

    /** Makes both contexts, and a first handshake that shows whether the two agree on the right parameters. */
    @Setup
    public void prepare(Setting setting) throws GeneralSecurityException, IOException {
        HelloParser hellos = prepare(setting.peers, groupOf(setting.namedGroup));
        if (!group.isAloneIn(hellos)) {
            throw new IllegalStateException("expected only " + setting.namedGroup + ", but the client offered "
                    + hellos.offered() + "; JDKs before 20 support this in a fresh JVM only");
        }
    }

    /** Prepares with the keys of these peers; the client may offer further groups. Returns the groups of both sides. */
    public HelloParser prepare(SslPeers peers, KeyExchangeGroup namedGroup)
            throws GeneralSecurityException, IOException {
        pair.turnOf(Side.SERVER);
        return prepare(peers, peers.keys(keyManager), namedGroup);
    }

    /** Prepares with this key manager, whatever the parameter is. */
    HelloParser prepare(SslPeers peers, CountingKeyManager given, KeyExchangeGroup namedGroup)
            throws GeneralSecurityException, IOException {
        group = namedGroup;
        keys = given;
        server = peers.server(protocol, keys);
        pair.turnOf(Side.CLIENT);
        client = peers.client(protocol);
        // Sessions that are never resumed would fill the cache, and its upkeep would be measured.
        client.getClientSessionContext().setSessionCacheSize(1);
        HelloParser hellos = new HelloParser();
        SSLSession session = shakeHands(port, false, hellos).client().getSession();
        if (!group.isAgreedIn(hellos) || !session.getProtocol().equals(protocol)) {
            throw new IllegalStateException(protocol + " with the group " + namedGroup
                    + " was expected, but both sides agreed on " + session.getProtocol() + " with group "
                    + hellos.agreed());
        }
        return hellos;
    }

    /** Makes one handshake; both engines are returned so that the compiler leaves nothing out. */
    @Benchmark
    public Engines handshake() throws SSLException {
        if (resume) {
            return shakeHands(port, true);
        }
        // Another port: the client remembers sessions by host and port.
        port = port == LAST_PORT ? FIRST_PORT : port + 1;
        return shakeHands(port, false);
    }

    /**
     * Completes a handshake.
     *
     * @param resumed whether the client must resume a session that it has
     * @throws IllegalStateException when the handshake was of the other kind
     */
    Engines shakeHands(int clientPort, boolean resumed) throws SSLException {
        return shakeHands(clientPort, resumed, EnginePair.Tap.NONE);
    }

    private Engines shakeHands(int clientPort, boolean resumed, EnginePair.Tap tap) throws SSLException {
        long before = keys.keysGiven();
        pair.turnOf(Side.SERVER);
        SSLEngine serving = engine(server.createSSLEngine(), false);
        pair.turnOf(Side.CLIENT);
        SSLEngine calling = engine(client.createSSLEngine(Authority.HOST, clientPort), true);
        Engines engines = new Engines(calling, serving);
        pair.shakeHands(engines, tap);
        boolean known = calling.getSession().getValue(MARK) != null;
        long keysGiven = keys.keysGiven() - before;
        if (known != resumed || !resumed && keysGiven != 1) {
            throw new IllegalStateException("a " + (resumed ? "resumed" : "full")
                    + " handshake was expected, but the client's session was " + (known ? "resumed" : "new")
                    + " and the server asked " + keysGiven + " times for its key");
        }
        if (!resumed) {
            calling.getSession().putValue(MARK, Boolean.TRUE);
        }
        return engines;
    }

    private SSLEngine engine(SSLEngine engine, boolean asClient) {
        engine.setUseClientMode(asClient);
        engine.setEnabledProtocols(new String[] {protocol});
        group.setOnly(engine);
        return engine;
    }

    private static KeyExchangeGroup groupOf(String name) {
        return Named.byId(KeyExchangeGroup.class, "a group", name);
    }

    private static Map<String, String> parametersOf(String algorithm) {
        String[] words = algorithm.split(" ");
        if (words.length != 4) {
            throw new IllegalArgumentException("'" + algorithm + "' is not a kind of handshake");
        }
        return Map.of("protocol", words[0], "certificate", words[1], "namedGroup", words[2],
                "resume", String.valueOf(words[3].equals(RESUMED)), "iterations", ITERATIONS);
    }

    private static String check(Provider provider, String algorithm) throws Exception {
        Map<String, String> parameters = parametersOf(algorithm);
        groupOf(parameters.get("namedGroup")).checkOffered();
        SslPeers peers = SslPeers.create(KeyKind.valueOf(parameters.get("certificate")), Integer.parseInt(ITERATIONS));
        boolean resume = Boolean.parseBoolean(parameters.get("resume"));
        String means = new SslCheck(provider, resume ? RESUMING : AGREEING)
                .pass(pair -> converse(pair, peers, parameters, "SunX509"));
        if (provider.getName().equals(CryptoProvider.ANY_OF_THE_JDK)) {
            converse(new EnginePair(), peers, parameters, "PKIX");
            converse(new EnginePair(), peers, parameters, "EEJS");
        }
        return means;
    }

    private static void converse(EnginePair pair, SslPeers peers, Map<String, String> parameters, String keyManager)
            throws Exception {
        SslHandshake benchmark = new SslHandshake(pair);
        benchmark.keyManager = keyManager;
        benchmark.protocol = parameters.get("protocol");
        benchmark.resume = Boolean.parseBoolean(parameters.get("resume"));
        benchmark.prepare(peers, groupOf(parameters.get("namedGroup")));
        // More than once, as in the benchmark: resumed sessions descend from resumed sessions.
        talk(pair, benchmark.handshake(), parameters);
        talk(pair, benchmark.handshake(), parameters);
    }

    private static void talk(EnginePair pair, EnginePair.Engines engines, Map<String, String> parameters)
            throws Exception {
        SSLSession session = engines.client().getSession();
        String protocol = parameters.get("protocol");
        String suite = SUITES.getOrDefault(protocol, SUITES.get(protocol + " " + parameters.get("certificate")));
        if (!session.getProtocol().equals(protocol) || !session.getCipherSuite().equals(suite)) {
            throw new IllegalStateException(protocol + " with " + suite + " was requested, but "
                    + session.getProtocol() + " with " + session.getCipherSuite() + " was agreed on");
        }
        for (Side side : Side.values()) {
            byte[] said = ("from the " + side).getBytes(StandardCharsets.US_ASCII);
            ByteBuffer heard = ByteBuffer.allocate(session.getApplicationBufferSize());
            new SslRecords(pair, engines, side).carry(ByteBuffer.wrap(said), heard);
            if (!Arrays.equals(said, Arrays.copyOf(heard.array(), heard.position()))) {
                throw new IllegalStateException("the data of the " + side + " did not arrive unchanged");
            }
        }
    }
}
